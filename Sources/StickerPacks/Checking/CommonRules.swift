/// The rules that platforms have in common, in words, with a platform's numbers.
struct CommonRules {
    let rules: TargetRules
    /// Whether they are those of a pack of stickers that move.
    let isLiving: Bool

    init(rules: TargetRules, isLiving: Bool = false) {
        self.rules = isLiving ? rules.ofLivingPacks : rules
        self.isLiving = isLiving
    }

    var sticker: PictureCheck { PictureCheck(rules.sticker, of: "a sticker", named: "sticker", .sticker) }
    var living: LivingCheck? { rules.living.map { LivingCheck($0) } }
    var cover: PictureCheck? { rules.cover.map { PictureCheck($0, of: "a pack's cover", named: "cover", .cover) } }

    var stickerCount: CheckedRule { stickerCount("make a pack with an allowed number of stickers", []) }

    private func stickerCount(_ remedy: String, _ remedies: [RuleTerms.Remedy]) -> CheckedRule {
        let isOwn = isLiving && rules.livingCounts != nil
        let limit = rules.stickerCounts.map { RuleTerms.Limit.numbers($0) } ?? .within(rules.stickerCount)
        return CheckedRule(
            isOwn ? "moving-sticker-count" : "sticker-count",
            about: isOwn ? "animated stickers in a pack" : "stickers in a pack",
            limit: rules.stickerCountText, remedy: remedy,
            terms: RuleTerms(isOwn ? .movingStickerCount : .stickerCount, limit: limit, remedies: remedies))
    }

    var packCount: CheckedRule {
        CheckedRule(
            "pack-count", about: "packs", limit: Self.text(rules.packCount),
            remedy: "make several packs, of fewer photos each",
            terms: RuleTerms(.packCount, limit: .within(rules.packCount), remedies: .fewerInEach))
    }

    var emojiCount: CheckedRule {
        CheckedRule(
            "emoji-count", about: "emoji of a sticker", limit: rules.emojiCount.map(Self.text) ?? "none",
            remedy: "give an allowed number",
            terms: RuleTerms(.emojiCount, limit: .within(rules.emojiCount ?? 0...0), remedies: .changeEmoji))
    }

    var emoji: CheckedRule {
        CheckedRule(
            "emoji", about: "text used as an emoji", limit: "an emoji",
            remedy: "give only emoji",
            terms: RuleTerms(.emoji, limit: .word(.emoji), remedies: .changeEmoji))
    }

    var title: CheckedRule {
        CheckedRule(
            "title-length", about: "characters of the title", limit: rules.titleLength.map(Self.text) ?? "none",
            remedy: "give a title of that length",
            terms: RuleTerms(.titleLength, limit: .within(rules.titleLength ?? 0...0), remedies: []))
    }

    var author: CheckedRule {
        CheckedRule(
            "author-length", about: "characters of the author", limit: rules.authorLength.map(Self.text) ?? "none",
            remedy: "give an author of that length",
            terms: RuleTerms(.authorLength, limit: .within(rules.authorLength ?? 0...0), remedies: []))
    }

    var description: CheckedRule {
        let isOwn = isLiving && rules.livingDescriptionLength != nil
        return CheckedRule(
            isOwn ? "moving-description-length" : "description-length",
            about: isOwn ? "characters of an animated sticker's text" : "characters of a sticker's text",
            limit: rules.descriptionLength.map { "at most \($0)" } ?? "none", remedy: "shorten it",
            terms: RuleTerms(
                .textLength, of: isOwn ? .movingSticker : .sticker, limit: .atMost(rules.descriptionLength ?? 0),
                remedies: []))
    }

    static let missingFile = CheckedRule(
        "files", about: "files that the pack names", limit: "exist", remedy: "make the pack again, or add the file",
        terms: RuleTerms(.files, limit: .word(.present), remedies: .makeAgain))

    static func text(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }

    /// Checks a sticker as what its pack is of, or as what it is where both kinds may be in the same pack.
    func check(sticker file: [UInt8], at name: String, _ checklist: inout Checklist) {
        let isEither = rules.livingPacks == .mixed || (isLiving && rules.movingInPack != nil)
        if let living, isEither ? living.moves(file) : isLiving {
            living.check(file, at: name, &checklist)
        } else {
            sticker.check(file, at: name, &checklist)
        }
    }

    /// The rules of ``check(sticker:at:_:)``.
    var allOfStickers: [CheckedRule] { sticker.all + (rules.livingPacks == .leftOut ? [] : living?.all ?? []) }

    func note(stickerCount count: Int, at: String?, _ checklist: inout Checklist) {
        let rule = stickerCount(rules.advice(onPackOf: count), rules.remedies(onPackOf: count))
        checklist.note(
            rule, at: at, "\(count)", rank: count, found: .count(count), isKept: rules.takesInOnePack(count))
    }

    /// Notes how many emoji a sticker has and whether each is one.
    func note(emoji given: [String], at: String, _ checklist: inout Checklist) {
        guard let range = rules.emojiCount else { return }
        checklist.note(emojiCount, at: at, given.count, in: range)
        for text in given.prefix(Self.mostEmoji) {
            checklist.note(emoji, at: at, text, isKept: text.qualifiedEmoji != nil)
        }
    }

    /// Notes a sticker's alternative text; `nil` for a value that is not text.
    func note(description text: String?, at: String, _ checklist: inout Checklist) {
        let count = text?.utf16.count
        checklist.note(
            description, at: at, count.map(String.init) ?? "not text", rank: count ?? 0,
            found: count.map { RuleTerms.Found.count($0) } ?? .word(.notText),
            isKept: count.map { $0 <= rules.descriptionLength ?? .max } ?? false)
    }

    /// Of a sticker that are looked at. Their number is too large then.
    private static let mostEmoji = 100
}
