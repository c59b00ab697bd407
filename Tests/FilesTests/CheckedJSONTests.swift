import Files
import Testing

@Suite("JSON that others wrote")
struct CheckedJSONTests {
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private func failure(_ text: String) -> CheckedJSON.Failure? {
        do {
            _ = try CheckedJSON.decode(Anything.self, from: text.utf8)
            return nil
        } catch {
            return error as? CheckedJSON.Failure
        }
    }

    private func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }

    @Test(arguments: ["[]", #"{"a":"\u00e9\ud83d\ude3a \"}]\\"}"#, "1", #"["é", "e\u0301"]"#])
    func isReadAsBefore(text: String) {
        #expect(failure(text) == nil)
        #expect(throws: Never.self) { try CheckedJSON.decode(Anything.self, from: text.utf8) }
    }

    @Test
    func mayBeSoDeepAndNoDeeper() {
        #expect(failure(nested(CheckedJSON.deepest)) == nil)
        #expect(failure(nested(CheckedJSON.deepest, #"{"a":"#, "}")) == nil)
        #expect(failure(nested(CheckedJSON.deepest + 1)) == .tooDeep)
        #expect(failure(nested(CheckedJSON.deepest + 1, #"{"a":"#, "}")) == .tooDeep)
        // What stands in a text or has ended counts for nothing.
        #expect(failure("[\"" + String(repeating: "[", count: 100) + "\"]") == nil)
        #expect(failure("[" + String(repeating: "[],", count: 100) + "1]") == nil)
        #expect(failure(#"["\\", "#) == nil)
    }

    @Test(arguments: ["\u{323}\u{301}", #"\u0323\u0301"#])
    func mayHaveSoManyMarksOnALetterAndNoMore(pair: String) {
        let half = MarkRun.longest / 2
        #expect(failure("[\"a" + String(repeating: pair, count: half) + "b\"]") == nil)
        #expect(failure("{\"a" + String(repeating: pair, count: half) + "\u{301}\":1}") == .tooManyMarks)
        // A pair of surrogates is one character: a musical stem, which combines, and a cat, which does not.
        let stems = String(repeating: #"\ud834\udd65"#, count: MarkRun.longest + 1)
        #expect(failure("[\"\(stems)\"]") == .tooManyMarks)
        let cats = String(repeating: #"\ud83d\ude3a"#, count: MarkRun.longest + 1)
        #expect(failure("[\"\(cats)\"]") == nil)
    }

    @Test
    func hasNamesOfWhichTheLeastUnknownOneIsTold() throws {
        struct Names: Decodable {
            let all: [String]
            init(from decoder: any Decoder) throws { all = try decoder.container(keyedBy: AnyKey.self).names }
        }
        let names = try CheckedJSON.decode(Names.self, from: #"{"size":1,"wide":2,"blur":3}"#.utf8).all
        #expect(Set(names) == ["size", "wide", "blur"])
        #expect(unknownName(among: names, known: ["size", "text"]) == "blur")
        #expect(unknownName(among: names, known: ["blur", "size", "wide"]) == nil)
        #expect(unknownName(among: names, known: []) == "blur")
        #expect(unknownName(among: [], known: ["size"]) == nil)
    }

    @Test
    func isUTF8ForWhatCannotBeLookedThroughIsNotRead() {
        let text = nested(100)
        let encodings: [[UInt8]] = [
            text.utf8.flatMap { [$0, 0] }, text.utf8.flatMap { [0, $0] },
            [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] },
            text.utf8.flatMap { [$0, 0, 0, 0] }, [0x22, 0xFF, 0x22],
        ]
        for bytes in encodings {
            #expect(throws: CheckedJSON.Failure.notUTF8) { try CheckedJSON.decode(Anything.self, from: bytes) }
        }
    }
}
