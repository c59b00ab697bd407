import Imaging
package import Stickers

/// The text on a sticker, as a person writes it in the studio.
package nonisolated struct StudioText: Hashable, Sendable {
    /// Where it stands, by the subject's box.
    package enum Place: String, CaseIterable, Hashable, Sendable {
        case top, middle, bottom
    }

    package var words: String
    package var place: Place
    /// The height of the letters as a fraction of the subject's longer side, 0.04…0.4.
    package var size: Double
    /// `photo`, the text colour of the photo's colours; or `#rrggbb`.
    package var color: String
    package var font: StickerText.Font

    package init(
        words: String, place: Place = .bottom, size: Double = StickerText.standardSize, color: String = "photo",
        font: StickerText.Font = .sans
    ) {
        self.words = words
        self.place = place
        self.size = size
        self.color = color
        self.font = font
    }

    /// Why a value cannot be used; `nil` when all can.
    var problem: String? {
        if !StickerText.sizes.contains(size) {
            return "text.size is \(size); it must be \(StickerText.sizes.lowerBound) to \(StickerText.sizes.upperBound)"
        }
        if color != "photo", SRGBColor(color) == nil {
            return "text.color is \(color); it must be photo or a colour as CSS writes it, like #ffffff or orange"
        }
        do throws(StickerError) {
            _ = try sticker()
            return nil
        } catch {
            return "text.words: \(error)"
        }
    }

    /// - Throws: `StickerError` with `.text` for words that break a rule.
    func sticker() throws(StickerError) -> StickerText {
        let place: StickerText.Place =
            switch place {
            case .top: .top
            case .middle: .middle
            case .bottom: .bottom
            }
        return try StickerText(words, place: place, size: size, color: SRGBColor(color), font: font)
    }
}

/// A text as a request says it: all of it, or `null` for none.
nonisolated struct StudioTextBody: Decodable, Sendable {
    let text: StudioText

    private enum Key: String, CodingKey, CaseIterable {
        case words, place, size, color, font
    }

    init(from decoder: any Decoder) throws {
        try JSONReading.refuseUnknownNames(in: decoder, known: Set(Key.allCases.map(\.rawValue)))
        let values = try decoder.container(keyedBy: Key.self)
        var text = StudioText(words: try values.decode(String.self, forKey: .words))
        if let place = try values.decodeWordIfPresent(StudioText.Place.self, forKey: .place) { text.place = place }
        if let size = try values.decodeIfPresent(Double.self, forKey: .size) { text.size = size }
        if let color = try values.decodeIfPresent(String.self, forKey: .color) {
            text.color = StudioStyle.written(color)
        }
        if let font = try values.decodeWordIfPresent(StickerText.Font.self, forKey: .font) { text.font = font }
        self.text = text
    }
}

nonisolated extension StudioText.Place: Worded {
    package var word: String {
        switch self {
        case .top: "top"
        case .middle: "middle"
        case .bottom: "bottom"
        }
    }
}

nonisolated extension StickerText.Font: Worded {
    var word: String {
        switch self {
        case .sans: "sans"
        case .serif: "serif"
        case .mono: "mono"
        }
    }
}

// MARK: What the API answers

nonisolated extension PhotoJSON {
    package struct Text: Hashable, Sendable, Encodable {
        package let words: String
        package let place: String
        package let size: Double
        package let color: String
        package let font: String

        init(_ text: StudioText) {
            (words, place, size) = (text.words, text.place.word, text.size)
            (color, font) = (text.color, text.font.word)
        }
    }
}

// MARK: What the library keeps

nonisolated extension StoredDetails {
    struct Text: Codable, Hashable {
        var words: String
        var place: String
        var size: Double
        var color: String
        var font: String

        init(_ text: StudioText) {
            (words, place, size) = (text.words, text.place.word, text.size)
            (color, font) = (text.color, text.font.word)
        }

        /// `nil` with a place or a font that is not known here.
        var text: StudioText? {
            guard let place = StudioText.Place(word: place), let font = StickerText.Font(word: font) else { return nil }
            return StudioText(words: words, place: place, size: size, color: color, font: font)
        }
    }
}
