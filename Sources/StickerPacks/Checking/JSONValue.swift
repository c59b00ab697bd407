/// Any JSON, for checks that look at all keys.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// `nil` for a number that is too large to be one.
    init?(_ located: LocatedJSON) {
        switch located.value {
        case .string(let text): self = .string(text)
        case .array(let elements):
            let values = elements.compactMap { JSONValue($0) }
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case .object(let members):
            let values = members.compactMap { member in JSONValue(member.value).map { (member.name, $0) } }
            guard values.count == members.count else { return nil }
            self = .object(Dictionary(values) { $1 })
        case .other("null"): self = .null
        case .other("true"): self = .bool(true)
        case .other("false"): self = .bool(false)
        case .other(let word):
            guard let number = Double(word), number.isFinite else { return nil }
            self = .number(number)
        }
    }

    var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// A string or a number as text: what Android's `JsonReader.nextString()` takes.
    var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        default: nil
        }
    }
}
