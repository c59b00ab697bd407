import Files
import Imaging
import Testing

@testable import StickerPacks

/// What a check says in parts, for other languages than English.
struct RuleTermsTests {
    private typealias Remedy = RuleTerms.Remedy

    /// The terms of a rule after a check.
    private func terms(_ rule: String, _ check: (inout Checklist) -> Void) throws -> RuleTerms {
        var checklist = Checklist()
        check(&checklist)
        let found = checklist.report(for: .whatsapp).rules.first { $0.rule == rule }
        return try #require(found?.terms)
    }

    @Test func noTwoRulesOfAPlatformLookTheSame() {
        var platforms = PackTarget.allCases.compactMap { ($0.format as? PictureFolderFormat)?.allRules }
        platforms += [WhatsAppFormat.allRules, TelegramFormat.allRules]
        platforms += [SignalFormat.allRules, IMessageFormat.allRules]
        #expect(platforms.count == PackTarget.allCases.count)
        for rules in platforms {
            let shown = Dictionary(grouping: rules) { "\($0.terms.kind) \(String(describing: $0.terms.subject))" }
            for same in shown.values { #expect(Set(same.map(\.name)).count == 1, "\(same.map(\.name))") }
        }
    }

    @Test func adviceOnANumberOfStickersIsNumbers() {
        #expect(
            PackTarget.kakao.rules.remedies(onTotal: 34) == [
                Remedy(kind: .leaveOut, count: 2, total: 32), Remedy(kind: .add, count: 30, total: 64),
            ])
        let whatsapp = PackTarget.whatsapp.rules
        #expect(whatsapp.remedies(onPackOf: 2) == [Remedy(kind: .add, count: 1, total: 3)])
        #expect(
            whatsapp.remedies(onPackOf: 31) == [
                Remedy(kind: .leaveOut, count: 1, total: 30), Remedy(kind: .split, count: 2),
            ])
        #expect(whatsapp.remedies(onPackOf: 4) == [])
    }

    @Test func whatIsWrongWithAPictureIsAWordANameOrANumber() throws {
        let common = CommonRules(rules: PackTarget.whatsapp.rules, isLiving: true)
        let bitmap = Bitmap(size: PixelSize(width: 10, height: 20), filledWith: .white)
        let webp = try ImageEncoder(.losslessWebP()).encode(bitmap)
        let files: [([UInt8], RuleTerms.Found)] = [
            (Array("text".utf8), .word(.notAPicture)), (try ImageEncoder(.png()).encode(bitmap), .name("PNG")),
            (Array(webp.prefix(webp.count / 2)), .word(.damaged)), (webp, .name("WebP")),
        ]
        for (file, found) in files {
            let format = try terms("sticker-format") { common.sticker.check(file, at: "a", &$0) }
            #expect(format.found == found && format.limit == .formats(["WebP"]) && format.subject == .sticker)
        }
        let size = try terms("sticker-size") { common.sticker.check(webp, at: "a", &$0) }
        let allowed = PictureRules.Size.exactly(PixelSize(width: 512, height: 512))
        #expect(size.found == .name("10 × 20") && size.limit == .size(allowed, leastLongerSide: 0))
        #expect(size.unit == .pixels && size.remedies == [Remedy(kind: .resize)])
        let bytes = try terms("sticker-bytes") { common.sticker.check(webp, at: "a", &$0) }
        #expect(bytes.found == .count(webp.count) && bytes.limit == .atMost(102_400) && bytes.unit == .bytes)
        let moving = try terms("moving-format") { common.living?.check(webp, at: "a", &$0) }
        #expect(moving.found == .word(.notAnimated) && moving.subject == .movingSticker)
    }

    @Test func aTextOfTheWrongLengthIsToldByNumbers() throws {
        let common = CommonRules(rules: PackTarget.whatsapp.rules)
        let counts: [(Int, [Remedy])] = [
            (150, [Remedy(kind: .shorten, count: 22)]), (0, [Remedy(kind: .lengthen, count: 1)]), (9, []),
        ]
        for (count, remedies) in counts {
            let title = try terms("title-length") { $0.note(common.title, at: nil, count, in: 1...128) }
            #expect(title.found == .count(count) && title.limit == .range(least: 1, most: 128))
            #expect(title.remedies == remedies && title.unit == .characters)
        }
        let text = String(repeating: "a", count: 130)
        let long = try terms("description-length") { common.note(description: text, at: "a", &$0) }
        #expect(long.remedies == [Remedy(kind: .shorten, count: 5)] && long.subject == .sticker)
        let none = try terms("description-length") { common.note(description: nil, at: "a", &$0) }
        #expect(none.found == .word(.notText) && none.remedies == [])
    }

    @Test func aTextThatMayBeMissingIsZeroOrARange() throws {
        let discord = try #require(PackTarget.discord.format as? PictureFolderFormat)
        let terms = try #require(discord.allRules.first { $0.name == "details-description" }?.terms)
        #expect(terms.limit == .zeroOr(2...100) && terms.unit == .characters)
        #expect(terms.finding(.count(0), value: "0", isKept: true).remedies == [])
        let short = terms.finding(.count(1), value: "1", isKept: false)
        #expect(short.remedies == [Remedy(kind: .lengthen, count: 1)])
        let long = terms.finding(.count(103), value: "103", isKept: false)
        #expect(long.remedies == [Remedy(kind: .shorten, count: 3)])
    }

    @Test func aFilesNameHasALengthOrAPattern() throws {
        func terms(_ target: PackTarget) throws -> RuleTerms {
            let format = try #require(target.format as? PictureFolderFormat)
            return try #require(format.allRules.first { $0.name == "name" }?.terms)
        }
        let named = try terms(.discord)
        #expect(named.limit == .within(2...30) && named.unit == .characters)
        let broken = named.finding(nil, value: "a", isKept: false)
        #expect(broken.found == .name("a") && broken.remedies == [Remedy(kind: .rename)])
        let shortcode = try terms(.slack)
        #expect(shortcode.limit == .pattern("a–z 0–9 _ (2–100)") && shortcode.unit == nil)
    }

    @Test func theTermsAreOfTheValueThatIsShown() throws {
        let common = CommonRules(rules: PackTarget.whatsapp.rules)
        var checklist = Checklist()
        for count in [5, 7, 6] { checklist.note(common.title, at: nil, count, in: 1...128) }
        #expect(checklist.report(for: .whatsapp).rules.map(\.terms?.found) == [.count(7)])
        for count in [200, 300] { checklist.note(common.title, at: nil, count, in: 1...128) }
        let rule = try #require(checklist.report(for: .whatsapp).rules.first)
        #expect(rule.value == "200" && rule.terms?.found == .count(200))
        #expect(rule.terms?.remedies == [Remedy(kind: .shorten, count: 72)])
    }

    @Test func aFileOfAReportHasTheSentencesAlone() throws {
        let common = CommonRules(rules: PackTarget.whatsapp.rules)
        var checklist = Checklist()
        checklist.note(common.title, at: nil, 150, in: 1...128)
        let json = PackManifest.json(checklist.report(for: .whatsapp))
        #expect(!String(decoding: json, as: UTF8.self).contains("terms"))
        let read = try CheckedJSON.decode(PackReport.self, from: json)
        #expect(read.rules.map(\.value) == ["150"] && read.rules.map(\.terms) == [nil])
    }
}
