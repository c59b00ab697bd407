public import Imaging
public import Stickers

/// What is made otherwise of a photo than of the others of its pack. In files it is an object whose members are called as
/// the options of the command line are:
///
///     {"text": "Miaow!", "text-at": "top", "text-size": 20, "text-color": "#ff8800", "text-font": "serif"}
///     {"text": "Wow", "text-font": "Comic Neue", "text-turn": -8, "text-bend": 90, "text-outline": "white", "text-shadow": "#0008"}
///     {"text": "Hm?", "text-at": "85,-5", "text-bubble": "white", "text-tail": "60,25"}
///     {"border": 5, "border-color": "gold", "outline": "tight", "shadow": true, "margin": 3, "strength": 0.5}
///     {"mirror": true}
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
    /// Whether left and right of the subject are exchanged.
    public var isMirrored: Bool? { given.mirror }
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
        var turn: Double?
        var bend: Double?
        var letterOutline: String?
        var letterShadow: String?
        var bubble: String?
        var tail: String?
        var border: Double?
        var borderColor: String?
        var outline: String?
        var shadow: Bool?
        var margin: Double?
        var strength: Double?
        var mirror: Bool?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case text
            case place = "text-at"
            case size = "text-size"
            case color = "text-color"
            case font = "text-font"
            case turn = "text-turn"
            case bend = "text-bend"
            case letterOutline = "text-outline"
            case letterShadow = "text-shadow"
            case bubble = "text-bubble"
            case tail = "text-tail"
            case border
            case borderColor = "border-color"
            case outline, shadow, margin, strength, mirror
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
    ///   - font: `sans`, `serif`, `mono` or the name of an installed family; `nil` for the first.
    ///   - lettering: what is done with the letters.
    ///   - border: its width in percent of the sticker's long side, with a tight outline of its short side, 0…20.
    ///   - borderColor: as CSS writes it.
    ///   - outline: `smooth` or `tight`.
    ///   - shadow: below the border.
    ///   - margin: in percent of the sticker's long side, 0…20.
    ///   - strength: how much is taken, -1…1.
    ///   - mirror: whether left and right of the subject are exchanged.
    /// - Throws: `StickerError` with `.text` for what is wrong with the words, else with `.style`, which name the option.
    public init(
        text: String? = nil, place: String? = nil, size: Double? = nil, color: String? = nil, font: String? = nil,
        lettering: StickerText.Lettering = .plain, border: Double? = nil, borderColor: String? = nil,
        outline: String? = nil, shadow: Bool? = nil, margin: Double? = nil, strength: Double? = nil,
        mirror: Bool? = nil
    ) throws(StickerError) {
        var given = Given(
            text: text, place: place, size: size, color: color, font: font, border: border, borderColor: borderColor,
            outline: outline, shadow: shadow, margin: margin, strength: strength, mirror: mirror)
        given.take(lettering)
        try self.init(given)
    }

    init(_ given: Given) throws(StickerError) {
        text = try given.stickerText()
        borderColor = try Given.color(given.borderColor, "border-color", .style)
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
        if let isMirrored { parts.append("mirror \(isMirrored)") }
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
        if let isMirrored { options.arrangement = options.arrangement.mirrored(isMirrored) }
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
