import FoundationEssentials
import TestSupport
import Testing

@testable import StickerPacks

/// The reader that keeps lines, against FoundationEssentials' own.
struct LocatedJSONTests {
    private func parse(_ bytes: [UInt8]) -> LocatedJSON? { try? LocatedJSON(parsing: bytes, valueLimit: 10_000) }

    private func plain(_ value: LocatedJSON) -> JSONValue {
        switch value.value {
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(plain))
        case .object(let members):
            .object(Dictionary(members.map { ($0.name, plain($0.value)) }, uniquingKeysWith: { first, _ in first }))
        case .other("null"): .null
        case .other("true"): .bool(true)
        case .other("false"): .bool(false)
        case .other(let number): .number(Double(number) ?? .nan)
        }
    }

    private func random(_ depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        let texts = ["", "a", "ä\"\\/\n\t\u{1}\u{7F}", "👩‍👩‍👧", "é", "\u{2028}"]
        switch Int.random(in: 0...(depth == 0 ? 3 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number([0, -1, 1.5, 1e20, 3e-7].randomElement(using: &random) ?? 0)
        case 3: return .string(texts.randomElement(using: &random) ?? "")
        case 4: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in self.random(depth - 1, &random) })
        default:
            let names = texts.prefix(Int.random(in: 0...texts.count, using: &random))
            return .object(
                Dictionary(uniqueKeysWithValues: names.map { ($0, self.random(depth - 1, &random)) }))
        }
    }

    @Test func whatAnotherProgramWritesIsReadAsItWas() throws {
        var generator = SeededGenerator(seed: 5)
        for index in 0..<500 {
            let value = random(4, &generator)
            let encoder = JSONEncoder()
            encoder.outputFormatting = index % 2 == 0 ? [.prettyPrinted] : []
            let bytes = Array(try encoder.encode(Encoded(value)))
            let read = try #require(parse(bytes), "\(String(decoding: bytes, as: UTF8.self))")
            #expect(plain(read) == value)
        }
    }

    @Test func brokenTextIsRefusedAsAnotherReaderRefusesIt() throws {
        var generator = SeededGenerator(seed: 6)
        let good = Array(#"{"a": ["é\u00e9\ud83d\ude3a", -1.5e+3, true, null, {"b": "\\\"/"}], "c": 0}"#.utf8)
        let marks = Array(#"{}[]:,"\ u0-.eEtfn"#.utf8)
        var refusedCount = 0
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(marks.randomElement(using: &generator) ?? 0, at: place)
                default: bytes[place] = marks.randomElement(using: &generator) ?? 0
                }
            }
            let other = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
            let read = parse(bytes)
            refusedCount += read == nil ? 1 : 0
            // Names that are there twice are this reader's own rule.
            if let other, let read { #expect(plain(read) == other, "\(String(decoding: bytes, as: UTF8.self))") }
            if other == nil { #expect(read == nil, "\(String(decoding: bytes, as: UTF8.self))") }
        }
        #expect((1_000..<5_000).contains(refusedCount))
    }
}

private struct Encoded: Encodable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements.map(Encoded.init))
        case .object(let members): try container.encode(members.mapValues(Encoded.init))
        }
    }
}
