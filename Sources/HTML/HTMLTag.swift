/// An element that has content; the lists below are all there are.
public struct HTMLTag: Sendable, Equatable {
    let name: String

    /// Makes the element with attributes and content.
    public func callAsFunction(
        _ attributes: HTMLAttribute..., @HTMLBuilder content: () -> [HTMLNode] = { [] }
    ) -> HTMLNode {
        .element(self, attributes, content())
    }

    /// Makes the element with a list of attributes and content.
    public func callAsFunction(
        attributes: [HTMLAttribute], @HTMLBuilder content: () -> [HTMLNode] = { [] }
    ) -> HTMLNode {
        .element(self, attributes, content())
    }
}

/// An element that never has content.
public struct HTMLVoidTag: Sendable, Equatable {
    let name: String

    /// Makes the element with attributes.
    public func callAsFunction(_ attributes: HTMLAttribute...) -> HTMLNode {
        .void(self, attributes)
    }

    /// Makes the element with a list of attributes.
    public func callAsFunction(attributes: [HTMLAttribute]) -> HTMLNode {
        .void(self, attributes)
    }
}

extension HTMLTag {
    static let bdi = HTMLTag(name: "bdi")
    static let script = HTMLTag(name: "script")
}

/// Every element that a page may have, as in `H.div(.class("card")) { H.p { "text" } }`.
public enum H {
    /// The `a` element.
    public static let a = HTMLTag(name: "a")
    /// The `abbr` element.
    public static let abbr = HTMLTag(name: "abbr")
    /// The `article` element.
    public static let article = HTMLTag(name: "article")
    /// The `aside` element.
    public static let aside = HTMLTag(name: "aside")
    /// The `b` element.
    public static let b = HTMLTag(name: "b")
    /// The `bdi` element.
    public static let bdi = HTMLTag(name: "bdi")
    /// The `body` element.
    public static let body = HTMLTag(name: "body")
    /// The `button` element.
    public static let button = HTMLTag(name: "button")
    /// The `caption` element.
    public static let caption = HTMLTag(name: "caption")
    /// The `code` element.
    public static let code = HTMLTag(name: "code")
    /// The `dd` element.
    public static let dd = HTMLTag(name: "dd")
    /// The `details` element.
    public static let details = HTMLTag(name: "details")
    /// The `div` element.
    public static let div = HTMLTag(name: "div")
    /// The `dl` element.
    public static let dl = HTMLTag(name: "dl")
    /// The `dt` element.
    public static let dt = HTMLTag(name: "dt")
    /// The `em` element.
    public static let em = HTMLTag(name: "em")
    /// The `fieldset` element.
    public static let fieldset = HTMLTag(name: "fieldset")
    /// The `figcaption` element.
    public static let figcaption = HTMLTag(name: "figcaption")
    /// The `figure` element.
    public static let figure = HTMLTag(name: "figure")
    /// The `footer` element.
    public static let footer = HTMLTag(name: "footer")
    /// The `form` element.
    public static let form = HTMLTag(name: "form")
    /// The `h1` element.
    public static let h1 = HTMLTag(name: "h1")
    /// The `h2` element.
    public static let h2 = HTMLTag(name: "h2")
    /// The `h3` element.
    public static let h3 = HTMLTag(name: "h3")
    /// The `h4` element.
    public static let h4 = HTMLTag(name: "h4")
    /// The `h5` element.
    public static let h5 = HTMLTag(name: "h5")
    /// The `h6` element.
    public static let h6 = HTMLTag(name: "h6")
    /// The `head` element.
    public static let head = HTMLTag(name: "head")
    /// The `header` element.
    public static let header = HTMLTag(name: "header")
    /// The `html` element.
    public static let html = HTMLTag(name: "html")
    /// The `kbd` element.
    public static let kbd = HTMLTag(name: "kbd")
    /// The `label` element.
    public static let label = HTMLTag(name: "label")
    /// The `legend` element.
    public static let legend = HTMLTag(name: "legend")
    /// The `li` element.
    public static let li = HTMLTag(name: "li")
    /// The `main` element.
    public static let main = HTMLTag(name: "main")
    /// The `nav` element.
    public static let nav = HTMLTag(name: "nav")
    /// The `noscript` element.
    public static let noscript = HTMLTag(name: "noscript")
    /// The `ol` element.
    public static let ol = HTMLTag(name: "ol")
    /// The `optgroup` element.
    public static let optgroup = HTMLTag(name: "optgroup")
    /// The `option` element.
    public static let option = HTMLTag(name: "option")
    /// The `output` element.
    public static let output = HTMLTag(name: "output")
    /// The `p` element.
    public static let p = HTMLTag(name: "p")
    /// The `pre` element.
    public static let pre = HTMLTag(name: "pre")
    /// The `progress` element.
    public static let progress = HTMLTag(name: "progress")
    /// The `samp` element.
    public static let samp = HTMLTag(name: "samp")
    /// The `section` element.
    public static let section = HTMLTag(name: "section")
    /// The `select` element.
    public static let select = HTMLTag(name: "select")
    /// The `small` element.
    public static let small = HTMLTag(name: "small")
    /// The `span` element.
    public static let span = HTMLTag(name: "span")
    /// The `strong` element.
    public static let strong = HTMLTag(name: "strong")
    /// The `summary` element.
    public static let summary = HTMLTag(name: "summary")
    /// The `table` element.
    public static let table = HTMLTag(name: "table")
    /// The `tbody` element.
    public static let tbody = HTMLTag(name: "tbody")
    /// The `td` element.
    public static let td = HTMLTag(name: "td")
    /// The `textarea` element.
    public static let textarea = HTMLTag(name: "textarea")
    /// The `tfoot` element.
    public static let tfoot = HTMLTag(name: "tfoot")
    /// The `th` element.
    public static let th = HTMLTag(name: "th")
    /// The `thead` element.
    public static let thead = HTMLTag(name: "thead")
    /// The `time` element.
    public static let time = HTMLTag(name: "time")
    /// The `title` element.
    public static let title = HTMLTag(name: "title")
    /// The `tr` element.
    public static let tr = HTMLTag(name: "tr")
    /// The `ul` element.
    public static let ul = HTMLTag(name: "ul")
    /// The `br` element.
    public static let br = HTMLVoidTag(name: "br")
    /// The `hr` element.
    public static let hr = HTMLVoidTag(name: "hr")
    /// The `img` element.
    public static let img = HTMLVoidTag(name: "img")
    /// The `input` element.
    public static let input = HTMLVoidTag(name: "input")
    /// The `link` element.
    public static let link = HTMLVoidTag(name: "link")
    /// The `meta` element.
    public static let meta = HTMLVoidTag(name: "meta")
    /// The `wbr` element.
    public static let wbr = HTMLVoidTag(name: "wbr")

    /// A `script` element that loads a file; scripts in the page itself do not exist.
    public static func script(_ source: HTMLURL) -> HTMLNode {
        .element(HTMLTag.script, [.src(source), .defer], [])
    }
}
