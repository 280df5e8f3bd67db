/// The one style sheet.
enum StyleSheet {
    static let asset = Asset(text, suffix: ".css", contentType: "text/css; charset=utf-8")

    private static let text = """
        :root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --edge: #57606a; --act: #0b57d0;
          --on-act: #ffffff; --alarm: #a40e26; --alarm-paper: #fff1f1; --ground: #eef1f5; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e8eaed; --paper: #1f2328; --edge: #9aa4af; --act: #a8c7fa; --on-act: #062e6f;
            --alarm: #ffb4ab; --alarm-paper: #3b1f1f; --ground: #14171a; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); min-height: 100vh; }
        @media (min-width: 30rem) { main { margin: 10vh auto; min-height: 0; border-radius: 0.75rem; padding: 2rem; } }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
        p { margin: 0 0 1rem; overflow-wrap: anywhere; }
        :lang(ko) { word-break: keep-all; }
        label { display: block; font-weight: 600; margin: 0 0 0.25rem; }
        input { width: 100%; font: inherit; padding: 0.625rem 0.75rem; margin: 0 0 1rem; color: inherit;
          background: transparent; border: 1px solid var(--edge); border-radius: 0.375rem; }
        .code { letter-spacing: 0.15em; text-transform: uppercase; }
        button { width: 100%; min-height: 2.75rem; font: inherit; font-weight: 600; padding: 0.5rem 1rem;
          margin: 0 0 0.75rem; border: 1px solid var(--act); border-radius: 0.375rem; background: var(--act);
          color: var(--on-act); cursor: pointer; }
        .quiet { background: transparent; color: var(--act); }
        :focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
        .alert { border-left: 4px solid var(--alarm); background: var(--alarm-paper); color: var(--alarm);
          padding: 0.75rem; margin: 0 0 1rem; }
        .alert p { margin: 0; }
        .organisation { font-weight: 600; }
        h2 { font-size: 1.125rem; line-height: 1.35; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 0.75rem 0 0.25rem; overflow-wrap: anywhere; }
        ol, ul { margin: 0 0 0.75rem; padding-inline-start: 1.5rem; }
        li { margin: 0 0 0.25rem; }
        .card { border: 1px solid var(--edge); border-radius: 0.5rem; padding: 1rem; margin: 0 0 1rem; }
        .card > :first-child { margin-top: 0; }
        .card > :last-child, .card form > :last-child { margin-bottom: 0; }
        dl { margin: 0 0 1rem; }
        dt { font-weight: 600; }
        dd { margin: 0 0 0.25rem; }
        .note { border-left: 4px solid var(--act); background: var(--ground); padding: 0.75rem; margin: 0 0 1rem; }
        .note p { margin: 0; }
        a { color: var(--act); }
        .danger { background: var(--alarm); border-color: var(--alarm); color: var(--paper); }
        details { border: 1px solid var(--edge); border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 0 0 1rem; }
        summary { cursor: pointer; font-weight: 600; min-height: 1.5rem; }
        details[open] summary { margin-bottom: 0.75rem; }
        .code-picture { display: block; width: 100%; max-width: 16rem; margin: 0 auto; }
        .languages { margin-top: 1.5rem; font-size: 0.875rem; }
        .languages ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; }
        .languages a, .languages span { display: inline-block; padding: 0.5rem 0; }
        .languages span { font-weight: 600; }
        .small { font-size: 0.875rem; }
        """
}
