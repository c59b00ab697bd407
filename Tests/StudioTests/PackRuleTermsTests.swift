import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import StudioPages
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// The rules of packs in parts, from which the page makes sentences in its language.
@MainActor
struct PackRuleTermsTests {
    /// What the API says of a pack.
    private struct Pack: Decodable {
        struct Target: Decodable {
            var rules: [Rule]
        }

        struct Rule: Decodable {
            var rule: String, kept: Bool, remedy: String?
            var terms: Terms?
        }

        struct Terms: Decodable {
            var kind: String, unit: String?, subject: String?
            var limit: Limit, found: Found?, remedies: [Remedy]?
        }

        struct Limit: Decodable {
            var zero: Bool?, least: Int?, most: Double?
        }

        struct Found: Decodable {
            var number: Double?, name: String?, word: String?
        }

        struct Remedy: Decodable, Equatable {
            var kind: String, count: Int?, total: Int?
        }

        var targets: [Target]
    }

    /// Asks for a pack of one sticker. The answer is held against the description, too.
    private func withRules(_ json: String, _ body: ([Pack.Rule]) throws -> Void) async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        bench.model.startProcessing()
        await bench.model.processingEnded()
        try await bench.setSticker(of: id, to: try ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()))
        try await Transport.memory.with(bench.routes().described) { ask in
            let answer = try await ask("POST", "/api/v1/packs", [:], Array(json.utf8))
            try #require(answer.status == 200, "\(answer.text)")
            let pack = try JSONDecoder().decode(Pack.self, from: Data(answer.body))
            try body(pack.targets.flatMap(\.rules))
        }
    }

    @Test func aBrokenPackIsToldInNumbers() async throws {
        let title = String(repeating: "a", count: 150)
        try await withRules(#"{"targets":["whatsapp"],"title":"\#(title)"}"#) { rules in
            let broken = rules.filter { !$0.kept }
            #expect(broken.map(\.rule).sorted() == ["sticker-count", "title-length"])
            let count = try #require(broken.first { $0.rule == "sticker-count" }?.terms)
            #expect(count.kind == "stickerCount" && count.unit == nil && count.subject == nil)
            #expect(count.limit.least == 3 && count.limit.most == 30 && count.found?.number == 1)
            #expect(count.remedies == [Pack.Remedy(kind: "add", count: 2, total: 3)])
            let length = try #require(broken.first { $0.rule == "title-length" }?.terms)
            #expect(length.kind == "titleLength" && length.unit == "characters" && length.limit.most == 128)
            #expect(length.found?.number == 150)
            #expect(length.remedies == [Pack.Remedy(kind: "shorten", count: 22, total: nil)])
            #expect(broken.allSatisfy { $0.remedy?.isEmpty == false }, "the sentences are there, too")
        }
    }

    @Test func eachKeptRuleHasItsTermsToo() async throws {
        try await withRules(#"{"targets":["telegram","signal","imessage","discord","viber","png"]}"#) { rules in
            for rule in rules {
                let terms = try #require(rule.terms, "\(rule.rule)")
                #expect(rule.kept && terms.remedies == nil && terms.found != nil, "\(rule.rule)")
            }
            let format = try #require(rules.first { $0.rule == "sticker-format" }?.terms)
            #expect(format.subject == "sticker" && format.found?.name == "WebP")
            let files = try #require(rules.first { $0.rule == "files" }?.terms)
            #expect(files.found?.word == "present")
            let description = try #require(rules.first { $0.rule == "details-description" }?.terms)
            #expect(description.limit.zero == true && description.limit.least == 2 && description.limit.most == 100)
            #expect(description.found?.number == 0)
            let name = try #require(rules.first { $0.rule == "name" && $0.terms?.unit == "characters" }?.terms)
            #expect(name.limit.zero == nil && name.limit.least == 2 && name.limit.most == 30)
        }
    }

    @Test func thePageHasWordsForAllTerms() throws {
        let english = try #require(StudioPage.all.first { $0.path == "/languages/en.json" })
        let json = try LocatedJSON(parsing: english.bytes, valueLimit: 10_000)
        let texts = try #require(StickerPacks.JSONValue(json)?.object)
        func expectTexts<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type, _ prefix: String) {
            let wanted = Set(type.allCases.map { "\(prefix).\($0.rawValue)" })
            #expect(Set(texts.keys.filter { $0.hasPrefix(prefix + ".") }) == wanted)
        }
        expectTexts(RuleTerms.Kind.self, "packRule")
        expectTexts(RuleTerms.Subject.Owner.self, "packRuleOf")
        expectTexts(RuleTerms.Word.self, "packWord")
        expectTexts(RuleTerms.Remedy.Kind.self, "packRemedy")
    }

    @Test func theWordsAreDescribed() throws {
        let description = APIDescription.served
        func words(_ members: String...) -> [String]? { description.words(at: ["PackRuleTerms"] + members) }
        #expect(words("kind") == RuleTerms.Kind.allCases.map(\.rawValue))
        #expect(words("unit") == RuleTerms.Unit.allCases.map(\.rawValue))
        #expect(words("subject") == RuleTerms.Subject.Owner.allCases.map(\.rawValue))
        #expect(words("remedies", "kind") == RuleTerms.Remedy.Kind.allCases.map(\.rawValue))
        #expect(description.words(at: ["PackRuleWord"]) == RuleTerms.Word.allCases.map(\.rawValue))
    }
}
