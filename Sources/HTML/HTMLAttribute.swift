/// An attribute of an element; the lists below are all there are.
///
/// Those that hold addresses take an ``HTMLURL``; `on...`, `style`, `srcdoc` and their like do not exist.
public struct HTMLAttribute: Sendable, Equatable {
    /// An attribute without a name is left out.
    let name: String?
    let value: String?

    private init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    private init() {
        name = nil
        value = nil
    }

    /// No attribute at all.
    public static let none = HTMLAttribute()

    /// An attribute that is there only under a condition.
    public static func when(_ condition: Bool, _ attribute: HTMLAttribute) -> HTMLAttribute {
        condition ? attribute : .none
    }

    /// An `aria-...` attribute; `name` is what follows the prefix.
    public static func aria(_ name: AriaName, _ value: String) -> HTMLAttribute {
        HTMLAttribute("aria-" + name.rawValue, value)
    }

    /// A `data-...` attribute; `name` is what follows the prefix: lower-case ASCII letters and hyphens, others are cut.
    public static func data(_ name: StaticString, _ value: String) -> HTMLAttribute {
        let name = name.description.unicodeScalars.filter { "a"..."z" ~= $0 || $0 == "-" }
        return HTMLAttribute("data-" + String(String.UnicodeScalarView(name)), value)
    }

    /// The names of `aria-...` attributes, without the prefix.
    public enum AriaName: String, Sendable {
        case atomic, busy, checked, controls, current, describedby, disabled, errormessage, expanded, hidden, invalid
        case label, labelledby, live, pressed, required, selected, valuenow, valuemin, valuemax
    }

    /// How a form is sent.
    public enum Method: String, Sendable {
        case get, post
    }

    /// The kind of an `input` or `button`.
    public enum InputType: String, Sendable {
        case button, checkbox, date, email, file, hidden, number, password, radio, reset, search, submit, tel, text, url
        case datetimeLocal = "datetime-local"
    }

    /// What an `inputmode` attribute asks the keyboard for.
    public enum InputMode: String, Sendable {
        case none, text, decimal, numeric, tel, search, email, url
    }

    /// What a `link` or an `a` leads to.
    public enum Relation: String, Sendable {
        case stylesheet, icon, noopener, noreferrer, nofollow, alternate, manifest, next, prev
    }

    /// The direction of text.
    public enum Direction: String, Sendable {
        case ltr, rtl, auto
    }

    /// What the header cell of a table heads.
    public enum HeaderScope: String, Sendable {
        case col, row, colgroup, rowgroup
    }

    /// A `method` attribute.
    public static func method(_ value: Method) -> HTMLAttribute { HTMLAttribute("method", value.rawValue) }
    /// A `type` attribute.
    public static func type(_ value: InputType) -> HTMLAttribute { HTMLAttribute("type", value.rawValue) }
    /// An `inputmode` attribute.
    public static func inputMode(_ value: InputMode) -> HTMLAttribute { HTMLAttribute("inputmode", value.rawValue) }
    /// A `rel` attribute.
    public static func rel(_ value: Relation) -> HTMLAttribute { HTMLAttribute("rel", value.rawValue) }
    /// A `dir` attribute.
    public static func dir(_ value: Direction) -> HTMLAttribute { HTMLAttribute("dir", value.rawValue) }
    /// A `scope` attribute.
    public static func scope(_ value: HeaderScope) -> HTMLAttribute { HTMLAttribute("scope", value.rawValue) }
    /// The `charset` attribute, which is always UTF-8.
    public static let charset = HTMLAttribute("charset", "utf-8")
    /// A `target` attribute that opens a new page.
    public static let opensNewPage = HTMLAttribute("target", "_blank")
}

// MARK: Addresses

extension HTMLAttribute {
    /// A `href` attribute.
    public static func href(_ value: HTMLURL) -> HTMLAttribute { HTMLAttribute("href", value.text) }
    /// A `src` attribute.
    public static func src(_ value: HTMLURL) -> HTMLAttribute { HTMLAttribute("src", value.text) }
    /// An `action` attribute.
    public static func action(_ value: HTMLURL) -> HTMLAttribute { HTMLAttribute("action", value.text) }

    /// A `meta` refresh after a number of seconds, as the pair of attributes that it takes.
    public static func refresh(afterSeconds seconds: Int, to address: HTMLURL) -> [HTMLAttribute] {
        [HTMLAttribute("http-equiv", "refresh"), .content("\(seconds); url=\(address.text)")]
    }
}

// MARK: Text

extension HTMLAttribute {
    /// An `id` attribute.
    public static func id(_ value: String) -> HTMLAttribute { HTMLAttribute("id", value) }
    /// A `class` attribute.
    public static func `class`(_ value: String) -> HTMLAttribute { HTMLAttribute("class", value) }
    /// A `name` attribute.
    public static func name(_ value: String) -> HTMLAttribute { HTMLAttribute("name", value) }
    /// A `value` attribute.
    public static func value(_ value: String) -> HTMLAttribute { HTMLAttribute("value", value) }
    /// A `title` attribute.
    public static func title(_ value: String) -> HTMLAttribute { HTMLAttribute("title", value) }
    /// An `alt` attribute.
    public static func alt(_ value: String) -> HTMLAttribute { HTMLAttribute("alt", value) }
    /// A `lang` attribute.
    public static func lang(_ value: String) -> HTMLAttribute { HTMLAttribute("lang", value) }
    /// A `placeholder` attribute.
    public static func placeholder(_ value: String) -> HTMLAttribute { HTMLAttribute("placeholder", value) }
    /// A `pattern` attribute.
    public static func pattern(_ value: String) -> HTMLAttribute { HTMLAttribute("pattern", value) }
    /// An `autocomplete` attribute.
    public static func autocomplete(_ value: String) -> HTMLAttribute { HTMLAttribute("autocomplete", value) }
    /// A `role` attribute.
    public static func role(_ value: String) -> HTMLAttribute { HTMLAttribute("role", value) }
    /// A `content` attribute.
    public static func content(_ value: String) -> HTMLAttribute { HTMLAttribute("content", value) }
    /// A `media` attribute.
    public static func media(_ value: String) -> HTMLAttribute { HTMLAttribute("media", value) }
    /// A `sizes` attribute.
    public static func sizes(_ value: String) -> HTMLAttribute { HTMLAttribute("sizes", value) }
    /// A `label` attribute.
    public static func label(_ value: String) -> HTMLAttribute { HTMLAttribute("label", value) }
    /// A `datetime` attribute.
    public static func datetime(_ value: String) -> HTMLAttribute { HTMLAttribute("datetime", value) }
    /// A `for` attribute.
    public static func `for`(_ value: String) -> HTMLAttribute { HTMLAttribute("for", value) }
    /// A `form` attribute.
    public static func form(_ value: String) -> HTMLAttribute { HTMLAttribute("form", value) }
    /// A `list` attribute.
    public static func list(_ value: String) -> HTMLAttribute { HTMLAttribute("list", value) }
    /// A `headers` attribute.
    public static func headers(_ value: String) -> HTMLAttribute { HTMLAttribute("headers", value) }
}

// MARK: Numbers

extension HTMLAttribute {
    /// A `minlength` attribute.
    public static func minlength(_ value: Int) -> HTMLAttribute { HTMLAttribute("minlength", String(value)) }
    /// A `maxlength` attribute.
    public static func maxlength(_ value: Int) -> HTMLAttribute { HTMLAttribute("maxlength", String(value)) }
    /// A `rows` attribute.
    public static func rows(_ value: Int) -> HTMLAttribute { HTMLAttribute("rows", String(value)) }
    /// A `cols` attribute.
    public static func cols(_ value: Int) -> HTMLAttribute { HTMLAttribute("cols", String(value)) }
    /// A `colspan` attribute.
    public static func colspan(_ value: Int) -> HTMLAttribute { HTMLAttribute("colspan", String(value)) }
    /// A `rowspan` attribute.
    public static func rowspan(_ value: Int) -> HTMLAttribute { HTMLAttribute("rowspan", String(value)) }
    /// A `tabindex` attribute.
    public static func tabindex(_ value: Int) -> HTMLAttribute { HTMLAttribute("tabindex", String(value)) }
    /// A `width` attribute.
    public static func width(_ value: Int) -> HTMLAttribute { HTMLAttribute("width", String(value)) }
    /// A `height` attribute.
    public static func height(_ value: Int) -> HTMLAttribute { HTMLAttribute("height", String(value)) }
    /// A `size` attribute.
    public static func size(_ value: Int) -> HTMLAttribute { HTMLAttribute("size", String(value)) }
    /// A `start` attribute.
    public static func start(_ value: Int) -> HTMLAttribute { HTMLAttribute("start", String(value)) }
}

// MARK: Flags

extension HTMLAttribute {
    /// The `autofocus` attribute, which has no value.
    public static let autofocus = HTMLAttribute("autofocus", nil)
    /// The `checked` attribute, which has no value.
    public static let checked = HTMLAttribute("checked", nil)
    /// The `defer` attribute, which has no value.
    public static let `defer` = HTMLAttribute("defer", nil)
    /// The `disabled` attribute, which has no value.
    public static let disabled = HTMLAttribute("disabled", nil)
    /// The `hidden` attribute, which has no value.
    public static let hidden = HTMLAttribute("hidden", nil)
    /// The `multiple` attribute, which has no value.
    public static let multiple = HTMLAttribute("multiple", nil)
    /// The `open` attribute, which has no value.
    public static let open = HTMLAttribute("open", nil)
    /// The `readonly` attribute, which has no value.
    public static let readonly = HTMLAttribute("readonly", nil)
    /// The `required` attribute, which has no value.
    public static let required = HTMLAttribute("required", nil)
    /// The `selected` attribute, which has no value.
    public static let selected = HTMLAttribute("selected", nil)
    /// The `novalidate` attribute, which has no value.
    public static let novalidate = HTMLAttribute("novalidate", nil)
}
