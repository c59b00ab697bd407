/// JSON of any kind, read by Swift's own decoder.
public protocol JSONByKind: Decodable {
    static var null: Self { get }
    static func bool(_ value: Bool) -> Self
    static func number(_ value: Double) -> Self
    static func string(_ value: String) -> Self
    static func array(_ values: [Self]) -> Self
    static func object(_ members: [String: Self]) -> Self
}

extension JSONByKind {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([Self].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: Self].self))
        }
    }
}
