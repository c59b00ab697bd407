import Imaging
package import Stickers

/// How a photo's sticker is finished.
package nonisolated struct StudioStyle: Hashable, Sendable {
    /// A fraction of the sticker's long side, with a tight outline of its short side, 0…0.2.
    package var borderWidth: Double
    /// `#rrggbb`, or `#rrggbbaa` where one sees through it.
    package var borderColor: String
    package var outline: StickerStyle.Outline
    package var shadow: Bool
    /// A fraction of the sticker's long side, 0…0.2.
    package var margin: Double
    /// `transparent`, `gradient`, `#rrggbb` or `#rrggbbaa`.
    package var background: String
    /// The numbers of the subjects that go on the sticker, from 1, the largest first; `nil` for all.
    package var instances: [Int]?
    /// On the sticker, inside its border; `nil` for none.
    package var text: StudioText?
    /// How this one photo's sticker is cropped, moved, turned and scaled.
    package var arrangement: StickerArrangement

    package init(
        borderWidth: Double = 0.03, borderColor: String = "#ffffff", outline: StickerStyle.Outline = .smooth,
        shadow: Bool = false, margin: Double = 0.01, background: String = "transparent", instances: [Int]? = nil,
        text: StudioText? = nil, arrangement: StickerArrangement = .identity
    ) {
        self.borderWidth = borderWidth
        self.borderColor = borderColor
        self.outline = outline
        self.shadow = shadow
        self.margin = margin
        self.background = background
        self.instances = instances
        self.text = text
        self.arrangement = arrangement
    }

    /// Why a value cannot be used; `nil` when all can.
    package var problem: String? {
        if !(0...0.2).contains(borderWidth) { return "borderWidth is \(borderWidth); it must be 0 to 0.2" }
        if !(0...0.2).contains(margin) { return "margin is \(margin); it must be 0 to 0.2" }
        let color = "a colour as CSS writes it, like #ffffff or orange"
        if SRGBColor(borderColor) == nil { return "borderColor is \(borderColor); it must be \(color)" }
        if background != "gradient", SRGBColor(background) == nil {
            return "background is \(background); it must be transparent, gradient or \(color)"
        }
        if let instances, instances.isEmpty || instances.count > 64 || instances.contains(where: { $0 < 1 }) {
            return "instances must be null or 1 to 64 numbers from 1"
        }
        return text?.problem
    }

    /// - Parameter side: the sticker's longest side in pixels.
    func options(side: Int) -> ProcessingOptions {
        ProcessingOptions(
            size: .longestSide(side),
            style: StickerStyle(
                borderWidth: borderWidth, borderColor: SRGBColor(borderColor) ?? .white, outline: outline,
                hasShadow: shadow, margin: margin, text: try? text?.sticker()),
            subjects: instances.map { .instances(Set($0)) } ?? .all,
            background: background == "gradient" ? .gradient : Self.background(SRGBColor(background)),
            arrangement: arrangement)
    }

    private static func background(_ color: SRGBColor?) -> ProcessingOptions.Background {
        guard let color, color.alpha > 0 else { return .transparent }
        return .color(color)
    }

    /// A colour as `#rrggbb` or `#rrggbbaa`; any other word in lower case.
    static func written(_ color: String) -> String {
        SRGBColor(color)?.hex ?? color.lowercased()
    }
}

nonisolated extension StickerStyle.Outline: Worded {
    var word: String {
        switch self {
        case .smooth: "smooth"
        case .tight: "tight"
        }
    }
}

/// The parts of a style that a request changes.
nonisolated struct StudioStyleChange: RequestBody, Sendable {
    static var names: Set<String> { Set(Key.allCases.map(\.rawValue)) }
    static let example = ##"{"borderWidth":0.03,"borderColor":"#ffffff"}"##

    private let borderWidth: Double?
    private let borderColor: String?
    private let outline: StickerStyle.Outline?
    private let shadow: Bool?
    private let margin: Double?
    private let background: String?
    /// `null` stands for all, which is not the same as no such key.
    private let instances: [Int]??
    /// `null` stands for none.
    private var text: StudioTextBody??
    /// `null` stands for the identity.
    private let arrangement: StickerArrangement?

    private enum Key: String, CodingKey, CaseIterable {
        case borderWidth, borderColor, outline, shadow, margin, background, instances, text, arrangement
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        borderWidth = try values.decodeIfPresent(Double.self, forKey: .borderWidth)
        borderColor = try values.decodeIfPresent(String.self, forKey: .borderColor)
        outline = try values.decodeWordIfPresent(StickerStyle.Outline.self, forKey: .outline)
        shadow = try values.decodeIfPresent(Bool.self, forKey: .shadow)
        margin = try values.decodeIfPresent(Double.self, forKey: .margin)
        background = try values.decodeIfPresent(String.self, forKey: .background)
        instances =
            values.contains(.instances) ? .some(try values.decodeIfPresent([Int].self, forKey: .instances)) : nil
        text = values.contains(.text) ? .some(try values.decodeIfPresent(StudioTextBody.self, forKey: .text)) : nil
        arrangement =
            try values.contains(.arrangement)
            ? values.decodeIfPresent(ArrangementBody.self, forKey: .arrangement)?.arrangement ?? .identity : nil
    }

    /// That of a text that the request brings.
    var font: StickerText.Font? { text??.text.font }

    /// The same with the name of its text's font as the machine writes it.
    func with(_ font: StickerText.Font) -> StudioStyleChange {
        var change = self
        change.text??.text.font = font
        return change
    }

    func applied(to style: StudioStyle) -> StudioStyle {
        var style = style
        if let borderWidth { style.borderWidth = borderWidth }
        if let borderColor { style.borderColor = StudioStyle.written(borderColor) }
        if let outline { style.outline = outline }
        if let shadow { style.shadow = shadow }
        if let margin { style.margin = margin }
        if let background {
            let isTransparent = SRGBColor(background)?.alpha == 0
            style.background = isTransparent ? "transparent" : StudioStyle.written(background)
        }
        if let instances { style.instances = instances.map { Array(Set($0)).sorted() } }
        if let text { style.text = text?.text }
        if let arrangement { style.arrangement = arrangement }
        return style
    }
}

/// An arrangement as a request says it: all of it. What is missing is as in the identity.
private nonisolated struct ArrangementBody: Decodable, Sendable {
    let arrangement: StickerArrangement

    private enum Key: String, CodingKey, CaseIterable {
        case x, y, turn, scale, crop, mirrored
    }

    private static let cropNames: Set = ["x", "y", "width", "height"]

    init(from decoder: any Decoder) throws {
        try JSONReading.refuseUnknownNames(in: decoder, known: Set(Key.allCases.map(\.rawValue)))
        let values = try decoder.container(keyedBy: Key.self)
        if values.contains(.crop), try !values.decodeNil(forKey: .crop) {
            try JSONReading.refuseUnknownNames(in: values.superDecoder(forKey: .crop), known: Self.cropNames)
        }
        arrangement = try StickerArrangement(from: decoder)
    }
}
