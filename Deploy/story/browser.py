"""A person at a web browser, as far as sign-in pages need one: cookies, forms, redirects; no script."""

from __future__ import annotations

import html.parser
import typing
import urllib.parse

import requests


class Form:
    """One HTML form: where it goes and what its fields hold."""

    def __init__(self, action: str, method: str):
        self.action = action
        self.method = method
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []


class _Forms(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.text: list[str] = []
        self._open: Form | None = None
        self._hidden = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag in ("style", "script"):
            self._hidden += 1
        if tag == "form":
            self._open = Form(values.get("action", ""), values.get("method", "get").lower())
            self.forms.append(self._open)
        elif self._open is not None and tag in ("input", "button") and values.get("name"):
            if tag == "button" or values.get("type") == "submit":
                self._open.buttons.append((values["name"], values.get("value", "")))
            elif values.get("type") not in ("checkbox", "radio") or "checked" in values:
                self._open.fields[values["name"]] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        if tag in ("style", "script"):
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.text.append(data.strip())


class Page:
    """What the browser shows after a request."""

    def __init__(self, response: requests.Response):
        parser = _Forms()
        if "html" in response.headers.get("Content-Type", ""):
            parser.feed(response.text)
        self.url = response.url
        self.status = response.status_code
        self.headers = response.headers
        self.forms = parser.forms
        self.text = " ".join(parser.text)
        self.body = response.text

    def form_with(self, *fields: str) -> Form:
        """The form that has all of `fields`."""
        for form in self.forms:
            if all(name in form.fields for name in fields):
                return form
        raise LookupError(f"{self.url} shows no form with {fields}: {self.status} {self.text[:300]}")


class Arrival(typing.NamedTuple):
    """The redirect that ends a visit: where to, and with which parameters."""

    url: str
    parameters: dict[str, str]


class Browser:
    """Keeps the cookies of one person at one browser."""

    def __init__(self, session: requests.Session, user_agent: str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4)"):
        self.session = session
        self.session.headers["User-Agent"] = user_agent
        self.session.headers["Accept-Language"] = "en"

    def visit(self, url: str, *, until: str | None = None) -> Page | Arrival:
        """Opens `url` and follows redirects, but for one to `until`, which is where an app waits."""
        return self._follow(self.session.get(url, allow_redirects=False, timeout=30), until)

    def submit(self, page: Page, form: Form, values: dict[str, str], *, until: str | None = None) -> Page | Arrival:
        """Fills `form` of `page` and sends it."""
        url = urllib.parse.urljoin(page.url, form.action or page.url)
        fields = form.fields | values
        headers = {"Origin": origin(page.url), "Referer": page.url}
        if form.method == "post":
            response = self.session.post(url, data=fields, headers=headers, allow_redirects=False, timeout=30)
        else:
            response = self.session.get(url, params=fields, headers=headers, allow_redirects=False, timeout=30)
        return self._follow(response, until)

    def _follow(self, response: requests.Response, until: str | None) -> Page | Arrival:
        for _ in range(10):
            if response.status_code not in (301, 302, 303, 307, 308):
                return Page(response)
            target = urllib.parse.urljoin(response.url, response.headers["Location"])
            if until is not None and target.partition("?")[0] == until:
                return Arrival(target, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(target).query)))
            response = self.session.get(target, allow_redirects=False, timeout=30)
        raise RuntimeError(f"{response.url} redirects without end")


def origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def enter_device_code(browser: Browser, address: str, code: str, username: str, password: str, *,
                      answer: str = "allow") -> Page:
    """What a person does at the device page: enter the code, sign in, and say `answer` to the question.

    The order of the pages is the server's; each form is filled by what it asks for.
    """
    shown = browser.visit(address)
    values = {"user_code": code, "username": username, "password": password}
    for _ in range(5):
        if not isinstance(shown, Page):
            raise LookupError(f"the device page sent the browser away to {shown.url}")
        form = next((one for one in shown.forms if one.method == "post"), None)
        if form is None:
            return shown
        filled = {name: value for name, value in values.items() if name in form.fields}
        if len(form.buttons) > 1:
            name, value = next(button for button in form.buttons if button[1] == answer)
            filled[name] = value
        shown = browser.submit(shown, form, filled)
    return typing.cast(Page, shown)
