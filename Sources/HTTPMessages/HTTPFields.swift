/// The header fields of a request or a response (RFC 9110, 5), in order. Names ignore case.
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A name and a value.
    package struct Field: Hashable, Sendable {
        /// The name, a token (RFC 9110, 5.6.2).
        package let name: String
        /// The field's text, which has no control characters other than tabs.
        package let value: String

        /// Creates a field. Characters of the name that a token cannot have (RFC 9110, 5.6.2) and control characters of
        /// the value are removed, so that no text makes a second line.
        package init(_ name: String, _ value: String) {
            self.name = String(decoding: name.utf8.filter(Self.isTokenByte), as: UTF8.self)
            let printable = value.utf8.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
            self.value = String(decoding: printable, as: UTF8.self)
        }

        private static func isTokenByte(_ byte: UInt8) -> Bool {
            PercentCoding.isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// All fields in their order.
    package private(set) var fields: [Field] = []

    /// Creates an empty header.
    package init() {}

    /// Creates a header of names and values, in order.
    package init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { append(name, value) }
    }

    /// Creates a header of names and values, in order. A name may repeat.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Whether there is no field.
    package var isEmpty: Bool { fields.isEmpty }

    /// The names and values in their order.
    package var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// All values of that name, joined by commas as RFC 9110, 5.3 allows; `nil` if there is none. Setting it replaces
    /// all of them.
    package subscript(_ name: String) -> String? {
        get {
            let values = values(name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Returns all values of a name.
    package func values(_ name: String) -> [String] {
        fields.lazy.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Returns the comma-separated words of all values of a name.
    package func list(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.map { Self.trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Adds a value and keeps existing ones.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Removes the fields for which the closure returns `true`.
    package mutating func removeAll(where isUnwanted: (Field) -> Bool) {
        fields.removeAll(where: isUnwanted)
    }

    /// Adds the fields whose names are missing.
    package mutating func setMissing(_ others: HTTPFields) {
        for other in others.fields where self[other.name] == nil { fields.append(other) }
    }

    /// Whether two names are equal, ignoring case.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        first.utf8.count == second.utf8.count && first.lowercased() == second.lowercased()
    }

    /// Returns the text without spaces and tabs at its ends.
    package static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}

extension HTTPFields: Codable {
    private enum CodingKeys: String, CodingKey {
        // The key in the files of image caches.
        case fields = "all"
    }
}

extension HTTPFields.Field: Codable {
    private enum CodingKeys: CodingKey {
        case name, value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name), try container.decode(String.self, forKey: .value))
    }
}
