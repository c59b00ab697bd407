import Files
import FoundationEssentials

enum JSONReading {
    static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try CheckedJSON.decode(type, from: bytes)
    }

    /// The names in a JSON object; `nil` for what is not an object.
    static func names(in bytes: [UInt8]) -> Set<String>? {
        (try? value(Names.self, from: bytes))?.all
    }

    /// - Throws: an error that names what is not known.
    static func refuseUnknownNames(in decoder: any Decoder, known: some Collection<String>) throws {
        let names = try decoder.container(keyedBy: AnyKey.self).names
        guard let unknown = unknownName(among: names, known: known) else { return }
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "unknown name \(unknown)"))
    }

    private struct Names: Decodable {
        let all: Set<String>

        init(from decoder: any Decoder) throws {
            all = Set(try decoder.container(keyedBy: AnyKey.self).names)
        }
    }
}

/// Values as JSON text. Keys are sorted, so that the same value is the same text.
enum JSONWriting {
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return Array("null".utf8) }
        return Array(data)
    }

    static func text(_ value: some Encodable) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }
}
