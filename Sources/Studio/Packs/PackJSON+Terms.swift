import Imaging
import StickerPacks

extension PackJSON {
    /// A rule in parts, from which the page makes sentences in its language.
    struct Terms: Hashable, Sendable, Encodable {
        /// One kind of limit has members; the others are `nil`.
        struct Limit: Hashable, Sendable, Encodable {
            var zero: Bool?
            var least: Int?
            var most: Double?
            var numbers: [Int]?
            var formats: [String]?
            var size: Size?
            var pattern: String?
            var word: String?
        }

        struct Size: Hashable, Sendable, Encodable {
            let fit: String
            let width: Int
            let height: Int
            let leastLongerSide: Int?
        }

        /// One of the members is not `nil`.
        struct Found: Hashable, Sendable, Encodable {
            var number: Double?
            var name: String?
            var word: String?
        }

        struct Remedy: Hashable, Sendable, Encodable {
            let kind: String
            let count: Int?
            let total: Int?
        }

        let kind: String
        let unit: String?
        let subject: String?
        let part: String?
        let limit: Limit
        /// `nil` for what only English says.
        let found: Found?
        /// Only of a broken rule.
        let remedies: [Remedy]?
    }
}

extension PackJSON.Terms {
    init(_ terms: RuleTerms, isKept: Bool) {
        kind = terms.kind.rawValue
        unit = terms.unit?.rawValue
        subject = terms.subject?.owner?.rawValue
        part = terms.subject?.part
        limit = Limit(terms.limit)
        found = terms.found.map(Found.init)
        remedies = isKept ? nil : terms.remedies.map(Remedy.init)
    }
}

extension PackJSON.Terms.Limit {
    fileprivate init(_ limit: RuleTerms.Limit) {
        switch limit {
        case .range(let least, let most): (self.least, self.most) = (least, most)
        case .zeroOr(let range): (zero, least, most) = (true, range.lowerBound, Double(range.upperBound))
        case .numbers(let numbers): self.numbers = numbers
        case .formats(let formats): self.formats = formats
        case .size(let size, let leastLongerSide): self.size = PackJSON.Terms.Size(size, leastLongerSide)
        case .pattern(let pattern): self.pattern = pattern
        case .word(let word): self.word = word.rawValue
        }
    }
}

extension PackJSON.Terms.Size {
    fileprivate init(_ size: PictureRules.Size, _ leastLongerSide: Int) {
        switch size {
        case .exactly(let size): (fit, width, height) = ("exactly", size.width, size.height)
        case .longestSide(let side): (fit, width, height) = ("longestSide", side, side)
        case .within(let size): (fit, width, height) = ("within", size.width, size.height)
        case .even(let size): (fit, width, height) = ("even", size.width, size.height)
        }
        self.leastLongerSide = leastLongerSide > 0 ? leastLongerSide : nil
    }
}

extension PackJSON.Terms.Found {
    fileprivate init(_ found: RuleTerms.Found) {
        switch found {
        case .number(let number): self.number = number
        case .name(let name): self.name = name
        case .word(let word): self.word = word.rawValue
        }
    }
}

extension PackJSON.Terms.Remedy {
    fileprivate init(_ remedy: RuleTerms.Remedy) {
        self.init(kind: remedy.kind.rawValue, count: remedy.count, total: remedy.total)
    }
}
