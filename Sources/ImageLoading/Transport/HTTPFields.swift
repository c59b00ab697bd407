/// The fields of an HTTP header in their order. Names are the same in upper and lower case.
public struct HTTPFields: Hashable, Sendable, Codable, ExpressibleByDictionaryLiteral {
    struct Field: Hashable, Sendable, Codable {
        let name: String
        let value: String
    }

    private(set) var all: [Field] = []

    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { append(name, value) }
    }

    public var isEmpty: Bool { all.isEmpty }

    /// The names and values in their order.
    public var pairs: [(name: String, value: String)] { all.map { ($0.name, $0.value) } }

    /// The values of all fields of that name, joined by commas; setting it leaves one field, or none for `nil`.
    public subscript(name: String) -> String? {
        get {
            let values = all.filter { Self.areSame($0.name, name) }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            all.removeAll { Self.areSame($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    public mutating func append(_ name: String, _ value: String) {
        all.append(Field(name: name, value: value))
    }

    /// The header of a stored answer after the server said that it is unchanged: what is new replaces what was.
    func updated(with other: HTTPFields) -> HTTPFields {
        // The length is that of the answer that came now, which has no body.
        let replacing = other.all.filter { !Self.areSame($0.name, "Content-Length") }
        var result = self
        result.all.removeAll { field in replacing.contains { Self.areSame($0.name, field.name) } }
        result.all += replacing
        return result
    }

    static func areSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
    }
}

extension HTTPFields {
    /// The number in `Content-Length`; `nil` when there is none, or none that can be trusted.
    var contentLength: Int? {
        guard let text = self["Content-Length"], let length = Int(text), length >= 0 else { return nil }
        return length
    }

    /// Whether the body is what the server stores, and not packed on its way.
    var isIdentityCoded: Bool {
        guard let coding = self["Content-Encoding"]?.lowercased() else { return true }
        return coding == "identity" || coding.isEmpty
    }

    /// How long a server wants to be left alone, in seconds from its answer on; `nil` when it does not say so.
    var retryAfter: Double? {
        guard let text = self["Retry-After"] else { return nil }
        if let seconds = Double(text) { return seconds.isFinite ? max(0, seconds) : nil }
        let sent = self["Date"].flatMap { HTTPDate.seconds($0) }
        guard let date = HTTPDate.seconds(text), let sent else { return nil }
        return max(0, date - sent)
    }
}
