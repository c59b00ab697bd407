/// A value that may be missing, written as `null` rather than left out.
struct Nullable<Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
    let value: Value?

    init(_ value: Value?) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
