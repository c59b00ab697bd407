public import Imaging

/// Words on a sticker, in bold letters with an edge around them, inside the sticker's border.
///
/// What a program that cannot see the sticker says instead of it is another text: a pack's metadata has it for each
/// photo.
public struct StickerText: Hashable, Sendable {
    /// Where the text stands, by the box of the subject.
    public enum Place: Hashable, Sendable {
        /// Over the upper edge of the subject.
        case top
        /// In the middle of the subject.
        case middle
        /// Over the lower edge of the subject.
        case bottom
        /// Its middle is at a point: 0, 0 is the subject's upper left corner, 1, 1 the lower right one. -0.5…1.5.
        case point(x: Double, y: Double)
    }

    /// 1 to 80 characters, in at most 4 lines that line feeds separate. Long lines are broken between words where they
    /// reach the subject's longer side; a word that is longer makes the letters smaller, and is cut only at the
    /// smallest size.
    package let words: String
    /// Where the text stands.
    package internal(set) var place: Place
    /// The height of the letters as a fraction of the subject's longer side, 0.04…0.4. Less where a word is too wide.
    package internal(set) var size: Double
    /// The colour of the letters; `nil` for the text colour of the photo's colours. Through a colour with
    /// alpha one sees what is under the words: the subject, and beyond it the border.
    package internal(set) var color: SRGBColor?
    /// The family of the letters.
    package internal(set) var font: Font
    /// What is done with the letters.
    package internal(set) var lettering: Lettering

    /// The sizes that a text may have.
    package static let sizes = 0.04...0.4
    /// The size that is taken where none is said.
    package static let standardSize = 0.14
    /// The coordinates that a place may have.
    package static let coordinates = -0.5...1.5
    static let mostCharacters = 80
    static let mostLines = 4
    /// A character may be many marks on top of each other.
    static let mostBytes = 800

    /// Creates a text.
    ///
    /// - Throws: ``StickerError`` with `.text` for words that are not 1 to 80 characters in at most 4 lines. Size and
    ///   place are taken to the nearest that is allowed.
    public init(
        _ words: String, place: Place = .bottom, size: Double = 0.14, color: SRGBColor? = nil,
        font: Font = .sans, lettering: Lettering = Lettering()
    ) throws(StickerError) {
        if let problem = Self.problem(in: words) { throw StickerError(.text, problem) }
        self.words = words
        self.size = size.isFinite ? min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound) : Self.standardSize
        self.color = color
        self.font = font
        self.lettering = lettering
        if case .point(let x, let y) = place {
            self.place = .point(x: Self.nearestCoordinate(to: x), y: Self.nearestCoordinate(to: y))
        } else {
            self.place = place
        }
    }

    static func nearestCoordinate(to value: Double) -> Double {
        value.isFinite ? min(max(value, coordinates.lowerBound), coordinates.upperBound) : 0.5
    }

    private static func problem(in words: String) -> String? {
        let rule = "a sticker's text has 1 to \(mostCharacters) characters in at most \(mostLines) lines"
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false).count
        if words.allSatisfy(\.isWhitespace) { return "\(rule), not spaces alone" }
        if words.count > mostCharacters { return "\(rule); these are \(words.count) characters" }
        if lines > mostLines { return "\(rule); these are \(lines) lines" }
        if words.utf8.count > mostBytes { return "\(rule) and \(mostBytes) bytes; these are \(words.utf8.count) bytes" }
        if let control = words.unicodeScalars.first(where: { $0.properties.generalCategory == .control && $0 != "\n" })
        {
            return
                "\(rule); U+\(String(control.value, radix: 16, uppercase: true)) is not a character that can be shown"
        }
        return nil
    }
}
