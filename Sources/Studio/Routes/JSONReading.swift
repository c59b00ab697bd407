import FoundationEssentials

nonisolated enum JSONReading {
    static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// The names in a JSON object; `nil` for what is no object.
    static func names(in bytes: [UInt8]) -> Set<String>? {
        (try? value(Names.self, from: bytes))?.all
    }

    private struct Names: Decodable {
        let all: Set<String>

        init(from decoder: any Decoder) throws {
            all = Set(try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue))
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}
