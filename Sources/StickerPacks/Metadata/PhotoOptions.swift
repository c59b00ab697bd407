public import Imaging
public import Stickers

/// What is made otherwise of a photo than of the others of its pack. In files it is an object whose members are called as
/// the options of the command line are:
///
///     {"text": "Miaow!", "text-at": "top", "text-size": 20, "text-color": "#ff8800", "text-font": "serif"}
///     {"border": 5, "border-color": "gold", "outline": "tight", "shadow": true, "margin": 3, "strength": 0.5}
///
/// Other options make other stickers: they are part of what a sticker is known by.
public struct PhotoOptions: Hashable, Sendable {
    /// The words on the photo's stickers, in place of those of all; `nil` for those of all.
    public let text: StickerText?
    /// The border's width as a fraction of the sticker's side, see `StickerStyle`; `nil` for that of all, as below.
    public var borderWidth: Double? { given.border.map { $0 / 100 } }
    /// The border's colour.
    public let borderColor: SRGBColor?
    /// How the border goes around the subject.
    public let outline: StickerStyle.Outline?
    /// Whether there is a shadow.
    public var hasShadow: Bool? { given.shadow }
    /// Transparent space around, as a fraction of the sticker's long side.
    public var margin: Double? { given.margin.map { $0 / 100 } }
    /// How much is taken, -1 cautious to 1 greedy.
    public var strength: Double? { given.strength }
    /// As it was given, so that it is written with the same bytes again.
    private let given: Given

    struct Given: Hashable, Sendable, Codable {
        var text: String?
        var place: String?
        var size: Double?
        var color: String?
        var font: String?
        var border: Double?
        var borderColor: String?
        var outline: String?
        var shadow: Bool?
        var margin: Double?
        var strength: Double?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case text
            case place = "text-at"
            case size = "text-size"
            case color = "text-color"
            case font = "text-font"
            case border
            case borderColor = "border-color"
            case outline, shadow, margin, strength
        }
    }

    /// Options by the values that the command line takes; `nil` for what is as of all.
    ///
    /// - Parameters:
    ///   - text: 1 to 80 characters in at most 4 lines.
    ///   - place: `top`, `middle`, `bottom`, or two numbers of percent of the subject's box, such as `50,90`; `nil` for the
    ///     bottom.
    ///   - size: the height of the letters in percent of the subject's longer side, 4…40; `nil` for 14.
    ///   - color: as CSS writes it; `nil` for black or white, as the photo's colours need.
    ///   - font: `sans`, `serif` or `mono`; `nil` for the first.
    ///   - border: its width in percent of the sticker's long side, with a tight outline of its short side, 0…20.
    ///   - borderColor: as CSS writes it.
    ///   - outline: `smooth` or `tight`.
    ///   - shadow: below the border.
    ///   - margin: in percent of the sticker's long side, 0…20.
    ///   - strength: how much is taken, -1…1.
    /// - Throws: `StickerError` with `.text` for what is wrong with the words, else with `.style`, which name the option.
    public init(
        text: String? = nil, place: String? = nil, size: Double? = nil, color: String? = nil, font: String? = nil,
        border: Double? = nil, borderColor: String? = nil, outline: String? = nil, shadow: Bool? = nil,
        margin: Double? = nil, strength: Double? = nil
    ) throws(StickerError) {
        try self.init(
            Given(
                text: text, place: place, size: size, color: color, font: font, border: border,
                borderColor: borderColor, outline: outline, shadow: shadow, margin: margin, strength: strength))
    }

    init(_ given: Given) throws(StickerError) {
        text = try Self.text(given)
        borderColor = try Self.color(given.borderColor, "border-color", .style)
        outline = given.outline.flatMap(StickerStyle.Outline.init(rawValue:))
        if given.outline != nil, outline == nil {
            let outlines = StickerStyle.Outline.allCases.map(\.rawValue).joined(separator: ", ")
            throw StickerError(.style, "outline is one of \(outlines)")
        }
        for (name, value, range) in [
            ("border", given.border, 0.0...20), ("margin", given.margin, 0...20), ("strength", given.strength, -1...1),
        ] {
            guard value.map({ range.contains($0) }) ?? true else {
                let bounds = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
                throw StickerError(.style, "\(name) is a number from \(bounds)")
            }
        }
        self.given = given
    }

    private static func text(_ given: Given) throws(StickerError) -> StickerText? {
        guard let text = given.text else {
            let others = [
                ("text-at", given.place != nil), ("text-size", given.size != nil), ("text-color", given.color != nil),
                ("text-font", given.font != nil),
            ]
            guard let other = others.first(where: \.1) else { return nil }
            throw StickerError(.text, "\(other.0) is for a text, and there is none: add text")
        }
        let place: StickerText.Place? = if let word = given.place { StickerText.Place(word: word) } else { .bottom }
        guard let place else {
            throw StickerError(.text, "text-at is top, middle, bottom, or two numbers of percent like 50,90")
        }
        let sizes = 100 * StickerText.sizes.lowerBound...100 * StickerText.sizes.upperBound
        guard given.size.map({ sizes.contains($0) }) ?? true else {
            throw StickerError(.text, "text-size is a number from \(Int(sizes.lowerBound)) to \(Int(sizes.upperBound))")
        }
        let color = try color(given.color, "text-color", .text)
        let font: StickerText.Font? =
            if let name = given.font { StickerText.Font(rawValue: name.lowercased()) } else { .sans }
        guard let font else {
            let fonts = StickerText.Font.allCases.map(\.rawValue).joined(separator: ", ")
            throw StickerError(.text, "text-font is one of \(fonts)")
        }
        return try StickerText(
            text, place: place, size: given.size.map { $0 / 100 } ?? StickerText.standardSize, color: color, font: font)
    }

    private static func color(
        _ text: String?, _ name: String, _ code: StickerError.Code
    ) throws(StickerError) -> SRGBColor? {
        guard let text else { return nil }
        guard let color = SRGBColor(text) else {
            throw StickerError(code, "\(name) is a colour as CSS writes it, such as orange or #ff8800")
        }
        return color
    }

    /// What a photo's options may have.
    static let memberNames = Given.CodingKeys.allCases.map(\.rawValue)

    /// What the options are known by, in fixed words. Those of a text alone are the words that they always were.
    var fingerprintParts: [String] {
        var parts: [String] = []
        if let text { parts.append("text \(SettingsFingerprint.canonicalText(of: text))") }
        if let borderWidth { parts.append("border \(borderWidth)") }
        if let borderColor { parts.append("border-color \(SettingsFingerprint.canonicalText(of: borderColor))") }
        if let outline { parts.append("outline \(outline.rawValue)") }
        if let hasShadow { parts.append("shadow \(hasShadow)") }
        if let margin { parts.append("margin \(margin)") }
        if let strength { parts.append("strength \(strength)") }
        return parts
    }

    /// The options of all with those of the photo.
    func applied(to options: ProcessingOptions) -> ProcessingOptions {
        var options = options
        options.style.text = text ?? options.style.text
        options.style.borderWidth = borderWidth ?? options.style.borderWidth
        options.style.borderColor = borderColor ?? options.style.borderColor
        options.style.outline = outline ?? options.style.outline
        options.style.hasShadow = hasShadow ?? options.style.hasShadow
        options.style.margin = margin ?? options.style.margin
        options.strength = strength ?? options.strength
        return options
    }
}

extension PhotoOptions: Codable {
    /// Throws for values that the command line would refuse.
    public init(from decoder: any Decoder) throws {
        let given = try Given(from: decoder)
        do throws(StickerError) {
            try self.init(given)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        try given.encode(to: encoder)
    }
}
