import Imaging
package import Stickers

/// The text on a sticker, as a person writes it in the studio.
package nonisolated struct StudioText: Hashable, Sendable {
    /// A speech bubble around it.
    package struct Bubble: Hashable, Sendable {
        /// `#rrggbb`, or `#rrggbbaa` where one sees through it.
        package var color: String
        package var tail: StickerText.Tail

        package init(color: String = "#ffffff", tail: StickerText.Tail = .subject) {
            (self.color, self.tail) = (color, tail)
        }
    }

    package var words: String
    /// Where it stands, by the subject's box.
    package var place: StickerText.Place
    /// The height of the letters as a fraction of the subject's longer side, 0.04…0.4.
    package var size: Double
    /// `photo`, the text colour of the photo's colours; or `#rrggbb`.
    package var color: String
    package var font: StickerText.Font
    /// Clockwise, in degrees, -180…180.
    package var turn: Double
    /// How much of a circle it takes, in degrees, -360…360.
    package var bend: Double
    /// `nil` for one that the letters can be told from.
    package var outline: String?
    /// `nil` for none.
    package var shadow: String?
    /// `nil` for none.
    package var bubble: Bubble?

    package init(
        words: String, place: StickerText.Place = .bottom, size: Double = StickerText.standardSize,
        color: String = "photo", font: StickerText.Font = .sans, turn: Double = 0, bend: Double = 0,
        outline: String? = nil, shadow: String? = nil, bubble: Bubble? = nil
    ) {
        (self.words, self.place, self.size, self.color, self.font) = (words, place, size, color, font)
        (self.turn, self.bend, self.outline, self.shadow, self.bubble) = (turn, bend, outline, shadow, bubble)
    }

    /// Why a value cannot be used; `nil` when all can. Whether its font is installed is not looked at.
    var problem: String? {
        for (name, value, range) in [
            ("size", size, StickerText.sizes), ("turn", turn, StickerText.Lettering.turns),
            ("bend", bend, StickerText.Lettering.bends),
        ] where !range.contains(value) {
            return "text.\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)"
        }
        if let problem = Self.problem(of: place.point, "text") { return problem }
        if let problem = Self.problem(of: bubble?.tail.point, "text.bubble") { return problem }
        let colors = [("outline", outline), ("shadow", shadow), ("bubble.color", bubble?.color)]
        for (name, color) in [("color", color == "photo" ? nil : color)] + colors {
            guard let color, SRGBColor(color) == nil else { continue }
            let word = name == "color" ? "photo or " : ""
            return "text.\(name) is \(color); it must be \(word)a colour as CSS writes it, like #ffffff or orange"
        }
        do throws(StickerError) {
            _ = try sticker()
            return nil
        } catch {
            return "text.words: \(error)"
        }
    }

    private static func problem(of point: Point?, _ name: String) -> String? {
        let range = StickerText.coordinates
        guard let point else { return nil }
        for (axis, value) in [("x", point.x), ("y", point.y)] where !range.contains(value) {
            return "\(name).\(axis) is \(value); it must be \(range.lowerBound) to \(range.upperBound)"
        }
        return nil
    }

    /// - Throws: `StickerError` with `.text` for words that break a rule.
    func sticker() throws(StickerError) -> StickerText {
        try StickerText(
            words, place: place, size: size, color: SRGBColor(color), font: font,
            lettering: StickerText.Lettering(
                turn: turn, bend: bend, outline: outline.flatMap { SRGBColor($0) },
                shadow: shadow.flatMap { SRGBColor($0) },
                bubble: bubble.map { StickerText.Bubble(color: SRGBColor($0.color) ?? .white, tail: $0.tail) }))
    }
}

// MARK: As JSON

/// A text as requests say it, answers have it, and the library keeps it. What is missing is as in a text of these words alone.
package nonisolated struct StudioTextForm: Hashable, Sendable, Codable {
    struct Bubble: Hashable, Sendable, Codable {
        var color: String?
        /// `subject`, `none` or `point`; missing for the first.
        var tail: String?
        var x: Double?
        var y: Double?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case color, tail, x, y
        }
    }

    var words: String
    /// `top`, `middle`, `bottom` or `point`.
    var place: String?
    /// Of the point.
    var x: Double?
    var y: Double?
    var size: Double?
    var color: String?
    var font: String?
    var turn: Double?
    var bend: Double?
    var outline: String?
    var shadow: String?
    var bubble: Bubble?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case words, place, x, y, size, color, font, turn, bend, outline, shadow, bubble
    }

    init(_ text: StudioText) {
        (words, place, size) = (text.words, text.place.word, text.size)
        (color, font) = (text.color, text.font.name)
        (x, y) = (text.place.point?.x, text.place.point?.y)
        (turn, bend) = (text.turn == 0 ? nil : text.turn, text.bend == 0 ? nil : text.bend)
        (outline, shadow) = (text.outline, text.shadow)
        bubble = text.bubble.map {
            Bubble(color: $0.color, tail: $0.tail.word, x: $0.tail.point?.x, y: $0.tail.point?.y)
        }
    }

    /// `nil` with a place or a tail that is not known here, or a point that is missing.
    var text: StudioText? {
        var text = StudioText(words: words)
        guard let place = StickerText.Place(place ?? text.place.word, x, y) else { return nil }
        text.place = place
        text.size = size ?? text.size
        text.color = color.map(StudioStyle.written) ?? text.color
        text.font = font.map { StickerText.Font($0) } ?? text.font
        text.turn = turn ?? 0
        text.bend = bend ?? 0
        text.outline = outline.map(StudioStyle.written)
        text.shadow = shadow.map(StudioStyle.written)
        guard let bubble else { return text }
        guard let tail = StickerText.Tail(bubble.tail ?? "subject", bubble.x, bubble.y) else { return nil }
        text.bubble = StudioText.Bubble(color: StudioStyle.written(bubble.color ?? "#ffffff"), tail: tail)
        return text
    }
}

/// A text as a request says it: all of it, or `null` for none.
nonisolated struct StudioTextBody: Decodable, Sendable {
    var text: StudioText

    init(from decoder: any Decoder) throws {
        typealias Key = StudioTextForm.CodingKeys
        try JSONReading.refuseUnknownNames(in: decoder, known: Set(Key.allCases.map(\.rawValue)))
        let values = try decoder.container(keyedBy: Key.self)
        if values.contains(.bubble), try !values.decodeNil(forKey: .bubble) {
            let names = Set(StudioTextForm.Bubble.CodingKeys.allCases.map(\.rawValue))
            try JSONReading.refuseUnknownNames(in: values.superDecoder(forKey: .bubble), known: names)
        }
        guard let text = try StudioTextForm(from: decoder).text else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "place is top, middle, bottom or point, and a bubble's tail subject, none or point; "
                        + "a point, and nothing else, has x and y"))
        }
        self.text = text
    }
}

nonisolated extension StickerText.Place {
    fileprivate init?(_ word: String, _ x: Double?, _ y: Double?) {
        switch (word, x, y) {
        case ("top", nil, nil): self = .top
        case ("middle", nil, nil): self = .middle
        case ("bottom", nil, nil): self = .bottom
        case ("point", let x?, let y?): self = .point(x: x, y: y)
        default: return nil
        }
    }

    fileprivate var word: String {
        switch self {
        case .top: "top"
        case .middle: "middle"
        case .bottom: "bottom"
        case .point: "point"
        }
    }

    fileprivate var point: Point? {
        if case .point(let x, let y) = self { Point(x, y) } else { nil }
    }
}

nonisolated extension StickerText.Tail {
    fileprivate init?(_ word: String, _ x: Double?, _ y: Double?) {
        switch (word, x, y) {
        case ("subject", nil, nil): self = .subject
        case ("none", nil, nil): self = .nowhere
        case ("point", let x?, let y?): self = .point(x: x, y: y)
        default: return nil
        }
    }

    fileprivate var word: String {
        switch self {
        case .subject: "subject"
        case .nowhere: "none"
        case .point: "point"
        }
    }

    fileprivate var point: Point? {
        if case .point(let x, let y) = self { Point(x, y) } else { nil }
    }
}
