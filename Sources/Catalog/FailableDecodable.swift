/// An element of a list; `nil` if it cannot be decoded, which does not affect the others.
struct FailableDecodable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}
