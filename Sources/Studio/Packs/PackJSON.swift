import HTTPServing
import StickerPacks

/// What became of packs for platforms, as the API writes it.
struct PackJSON: Hashable, Sendable, Encodable {
    struct Target: Hashable, Sendable, Encodable {
        let target: String
        /// As the platform writes its name.
        let name: String
        /// Whether it keeps all rules.
        let kept: Bool
        /// Whether it is in the ZIP.
        let written: Bool
        let packs: Int
        let stickers: Int
        /// Stickers that have more emoji than the platform takes.
        let shortenedEmoji: Int
        /// Stickers that the platform would be too many with.
        let leftOut: [String]
        /// Those that are left out because they move and the others do not, or the other way round.
        let ofOtherKind: [String]
        /// The nearest numbers of stickers that are taken; `nil` where this one is.
        let fewer: Int?
        let more: Int?
        let rules: [Rule]
    }

    struct Rule: Hashable, Sendable, Encodable {
        let rule: String
        let about: String
        let limit: String
        let value: String
        let at: String?
        let kept: Bool
        let failures: [PackReport.Failure]
        let failureCount: Int
        /// Only of a broken rule.
        let remedy: String?
        /// The same in parts, beside the English sentences.
        let terms: Terms?
    }

    /// Names the ZIP; `nil` when nothing was written.
    let id: String?
    /// Of the ZIP.
    let bytes: Int?
    /// Of the file for WhatsApp; `nil` when there is none, or several.
    let wastickersBytes: Int?
    let targets: [Target]

    init(_ made: MadePacks, id: String?) {
        self.id = id
        bytes = made.files?.zip.range.count
        wastickersBytes = made.files?.wastickers?.range.count
        targets = made.outcomes.map(Target.init)
    }
}

extension PackJSON.Target {
    init(_ outcome: PackExport.Outcome) {
        target = outcome.target.rawValue
        name = outcome.target.displayName
        kept = outcome.report.check.isKept
        written = outcome.isWritten
        packs = outcome.packCount
        stickers = outcome.stickerCount
        shortenedEmoji = outcome.shortenedEmojiCount
        leftOut = outcome.leftOut
        ofOtherKind = outcome.ofOtherKind
        let (taken, count) = (outcome.target.rules, outcome.stickerCount)
        (fewer, more) = taken.takes(count) ? (nil, nil) : taken.nearestTotals(to: count)
        rules = outcome.report.check.rules.map(PackJSON.Rule.init)
    }
}

extension PackJSON.Rule {
    init(_ rule: PackReport.Rule) {
        self.rule = rule.rule
        about = rule.about
        limit = rule.limit
        value = rule.value
        at = rule.at
        kept = rule.isKept
        failures = rule.failures
        failureCount = rule.failureCount
        remedy = rule.isKept ? nil : rule.remedy
        terms = rule.terms.map { PackJSON.Terms($0, isKept: rule.isKept) }
    }
}

/// A platform that packs can be made for.
struct PackTargetJSON: Hashable, Sendable, Encodable {
    let target: String
    let name: String
    let fewest: Int
    let most: Int
    /// Whether it wants to know them.
    let title: Bool
    let author: Bool
    let emoji: Bool
    /// Whether it takes a text of each sticker for people who cannot see it.
    let text: Bool
    /// What a person does next with a pack.
    let howTo: String
    /// What the name of a single sticker that moves ends with; `nil` where the platform takes none.
    let living: String?
    /// How stickers that move go into its packs.
    let livingPacks: String
    /// The fewest stickers of a pack of those that move.
    let fewestMoving: Int

    init(_ target: PackTarget) {
        self.target = target.rawValue
        name = target.displayName
        fewest = target.rules.stickerCount.lowerBound
        most = target.rules.stickerCount.upperBound
        title = target.rules.titleLength != nil
        author = target.rules.authorLength != nil
        emoji = target.rules.emojiCount != nil
        text = target.rules.descriptionLength != nil
        howTo = target.howTo
        living = target.rules.living?.format.pathExtension
        livingPacks = target.rules.livingPacks.rawValue
        fewestMoving = target.rules.ofLivingPacks.stickerCount.lowerBound
    }
}
