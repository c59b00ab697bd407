/// A rule in parts, from which the studio's page makes sentences in its language. ``PackReport/Rule`` has the same as
/// English sentences.
///
/// The raw values of the enumerations are words of the API.
package struct RuleTerms: Hashable, Sendable {
    /// What a rule looks at.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case stickerCount, movingStickerCount, shownMovingCount, packCount, coverCount
        case emojiCount, emoji
        case titleLength, authorLength, nameLength, textLength
        case format, size, bytes, frames, rate, sound, transparency
        case time
        /// The time of all repetitions together, which must be whole seconds.
        case wholeTime
        case fileName
        /// Whether the files are there that the pack names.
        case files
        /// What is in a file that a program writes and reads.
        case structure
    }

    /// What a rule's numbers count; they are counts of things where a rule has none.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        case bytes, pixels, milliseconds, framesPerSecond, characters
    }

    /// What something belongs to.
    package struct Subject: Hashable, Sendable {
        package enum Owner: String, Hashable, Sendable, CaseIterable {
            case sticker, movingSticker, cover
        }

        package var owner: Owner?
        /// A file or a part of one, which has the same name in all languages: `main.png`.
        package var part: String?

        static let sticker = Subject(owner: .sticker)
        static let movingSticker = Subject(owner: .movingSticker)
        static let cover = Subject(owner: .cover)

        static func part(_ name: String) -> Subject { Subject(part: name) }
    }

    /// What is allowed.
    package enum Limit: Hashable, Sendable {
        /// Numbers from `least` to `most`; `nil` where the rule has no least.
        case range(least: Int?, most: Double)
        /// 0, or a number in the range.
        case zeroOr(ClosedRange<Int>)
        case numbers([Int])
        case formats([String])
        case size(PictureRules.Size, leastLongerSide: Int)
        /// Text that is the same in all languages: `01, 02, 03 …`.
        case pattern(String)
        case word(Word)

        static func atMost(_ number: Int) -> Limit { .range(least: nil, most: Double(number)) }

        static func within(_ range: ClosedRange<Int>) -> Limit {
            .range(least: range.lowerBound, most: Double(range.upperBound))
        }

        fileprivate var ends: (least: Int?, most: Double)? {
            switch self {
            case .range(let least, let most): (least: least, most: most)
            case .zeroOr(let range): (least: range.lowerBound, most: Double(range.upperBound))
            case .numbers, .formats, .size, .pattern, .word: nil
            }
        }
    }

    /// What was found.
    package enum Found: Hashable, Sendable {
        case number(Double)
        /// Text that is the same in all languages: a format, a size, a file's name.
        case name(String)
        case word(Word)

        static func count(_ number: Int) -> Found { .number(Double(number)) }
    }

    /// What is allowed or found where it is neither a number nor a name.
    package enum Word: String, Hashable, Sendable, CaseIterable {
        case present, missing
        case valid, damaged, notAPicture, notAnimated, notText
        case transparent, opaque
        case silent, sound
        case endless
        case emoji
    }

    /// One thing to do about a broken rule. Of several, one is enough.
    package struct Remedy: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// `count` stickers, so that there are `total`.
            case add, leaveOut
            /// Into `count` packs.
            case split
            case fewerInEach
            /// By `count` characters.
            case lengthen, shorten
            case changeEmoji, rename
            case resize, compress, shorterPart, fewerFrames, still, removeSound
            case makeAgain
        }

        package var kind: Kind
        package var count: Int?
        package var total: Int?
    }

    package var kind: Kind
    /// `nil` where the kind says it.
    package var subject: Subject?
    package var limit: Limit
    /// `nil` before a pack is checked, and for what only English says.
    package var found: Found?
    /// Of a number of stickers or characters, they depend on what was found.
    package var remedies: [Remedy]

    init(_ kind: Kind, of subject: Subject? = nil, limit: Limit, remedies: Remedy.Kind...) {
        self.init(kind, of: subject, limit: limit, remedies: remedies.map { Remedy(kind: $0) })
    }

    init(_ kind: Kind, of subject: Subject? = nil, limit: Limit, remedies: [Remedy]) {
        (self.kind, self.subject, self.limit, self.remedies) = (kind, subject, limit, remedies)
    }

    /// What is in a file, or in a part of one, that only a program can mend.
    static func structure(_ part: String) -> RuleTerms {
        RuleTerms(.structure, of: .part(part), limit: .word(.valid), remedies: .makeAgain)
    }

    package var unit: Unit? {
        switch kind {
        case .bytes: .bytes
        case .size: .pixels
        case .time, .wholeTime: .milliseconds
        case .rate: .framesPerSecond
        case .titleLength, .authorLength, .nameLength, .textLength: .characters
        case .fileName: limit.ends == nil ? nil : .characters
        case .stickerCount, .movingStickerCount, .shownMovingCount, .packCount, .coverCount, .emojiCount, .emoji,
            .format, .frames, .sound, .transparency, .files, .structure:
            nil
        }
    }

    /// The terms of a rule that was looked at.
    ///
    /// - Parameters:
    ///   - found: `nil` where the kind and `isKept` tell it, or it is the value itself.
    ///   - value: what was found, in English where it is a sentence.
    func finding(_ found: Found?, value: String, isKept: Bool) -> RuleTerms {
        var terms = self
        terms.found = found ?? standardFinding(value: value, isKept: isKept)
        if !isKept, unit == .characters, let remedy = terms.remedyOfLength { terms.remedies = [remedy] }
        return terms
    }

    private func standardFinding(value: String, isKept: Bool) -> Found? {
        switch kind {
        case .files: .word(isKept ? .present : .missing)
        case .sound: .word(isKept ? .silent : .sound)
        case .transparency: .word(isKept ? .transparent : .opaque)
        case .structure: isKept ? .word(.valid) : nil
        default: .name(value)
        }
    }

    private var remedyOfLength: Remedy? {
        guard case .number(let number) = found, let ends = limit.ends else { return nil }
        if number > ends.most { return Remedy(kind: .shorten, count: Int(number - ends.most)) }
        return ends.least.map { Remedy(kind: .lengthen, count: $0 - Int(number)) }
    }
}
