import Imaging
import Stickers

/// How a photo's sticker is finished, as the page and the library write it.
public nonisolated struct StudioStyle: Hashable, Sendable, Codable {
    /// A fraction of the sticker's short side, 0…0.2.
    public var borderWidth: Double
    /// `#rrggbb`
    public var borderColor: String
    public var shadow: Bool
    /// A fraction of the sticker's long side, 0…0.2.
    public var margin: Double
    /// `transparent`, `gradient` or `#rrggbb`.
    public var background: String
    /// The numbers of the subjects that go on the sticker, from 1, the largest first; `nil` for all.
    public var instances: [Int]?

    public init(
        borderWidth: Double = 0.02, borderColor: String = "#ffffff", shadow: Bool = false, margin: Double = 0.01,
        background: String = "transparent", instances: [Int]? = nil
    ) {
        self.borderWidth = borderWidth
        self.borderColor = borderColor
        self.shadow = shadow
        self.margin = margin
        self.background = background
        self.instances = instances
    }

    /// Why a value cannot be used; `nil` when all can.
    public var problem: String? {
        if !(0...0.2).contains(borderWidth) { return "borderWidth is \(borderWidth); it must be 0 to 0.2" }
        if !(0...0.2).contains(margin) { return "margin is \(margin); it must be 0 to 0.2" }
        if Self.opaqueColor(borderColor) == nil { return "borderColor is \(borderColor); it must be like #ffffff" }
        if background != "transparent", background != "gradient", Self.opaqueColor(background) == nil {
            return "background is \(background); it must be transparent, gradient or like #ffffff"
        }
        if let instances, instances.isEmpty || instances.count > 64 || instances.contains(where: { $0 < 1 }) {
            return "instances must be null or 1 to 64 numbers from 1"
        }
        return nil
    }

    /// - Parameter side: the sticker's longest side in pixels.
    func options(side: Int) -> ProcessingOptions {
        ProcessingOptions(
            size: .longestSide(side),
            style: StickerStyle(
                borderWidth: borderWidth, borderColor: Self.opaqueColor(borderColor) ?? .white, hasShadow: shadow,
                margin: margin),
            subjects: instances.map { .instances(Set($0)) } ?? .all,
            background: background == "gradient"
                ? .gradient : Self.opaqueColor(background).map { .color($0) } ?? .transparent)
    }

    private static func opaqueColor(_ text: String) -> SRGBColor? {
        guard text.hasPrefix("#"), text.utf8.count == 7 else { return nil }
        return SRGBColor(text)
    }
}

/// The parts of a style that a request changes.
nonisolated struct StudioStyleChange: RequestBody, Sendable {
    static var names: Set<String> { Set(Key.allCases.map(\.rawValue)) }
    static let example = ##"{"borderWidth":0.02,"borderColor":"#ffffff"}"##

    private let borderWidth: Double?
    private let borderColor: String?
    private let shadow: Bool?
    private let margin: Double?
    private let background: String?
    /// `null` stands for all, which is not the same as no such key.
    private let instances: [Int]??

    private enum Key: String, CodingKey, CaseIterable {
        case borderWidth, borderColor, shadow, margin, background, instances
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        borderWidth = try values.decodeIfPresent(Double.self, forKey: .borderWidth)
        borderColor = try values.decodeIfPresent(String.self, forKey: .borderColor)
        shadow = try values.decodeIfPresent(Bool.self, forKey: .shadow)
        margin = try values.decodeIfPresent(Double.self, forKey: .margin)
        background = try values.decodeIfPresent(String.self, forKey: .background)
        instances =
            values.contains(.instances) ? .some(try values.decodeIfPresent([Int].self, forKey: .instances)) : nil
    }

    func applied(to style: StudioStyle) -> StudioStyle {
        var style = style
        if let borderWidth { style.borderWidth = borderWidth }
        if let borderColor { style.borderColor = borderColor.lowercased() }
        if let shadow { style.shadow = shadow }
        if let margin { style.margin = margin }
        if let background { style.background = background.lowercased() }
        if let instances { style.instances = instances.map { Array(Set($0)).sorted() } }
        return style
    }
}
