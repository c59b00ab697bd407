import Imaging
public import Stickers

/// What is made otherwise of a photo than of the others of its pack. In files it is an object whose members are called as
/// the options of the command line are:
///
///     {"text": "Miaow!", "text-at": "top", "text-size": 20, "text-color": "#ff8800", "text-font": "serif"}
///
/// Other options make other stickers: they are part of what a sticker is known by.
public struct PhotoOptions: Hashable, Sendable {
    /// The words on the photo's stickers, in place of those of all.
    public let text: StickerText
    /// As it was given, so that it is written with the same bytes again.
    private let given: Given

    struct Given: Hashable, Sendable, Codable {
        var text: String
        var place: String?
        var size: Double?
        var color: String?
        var font: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case text
            case place = "text-at"
            case size = "text-size"
            case color = "text-color"
            case font = "text-font"
        }
    }

    /// Options by the values that the command line takes.
    ///
    /// - Parameters:
    ///   - text: 1 to 80 characters in at most 4 lines.
    ///   - place: `top`, `middle`, `bottom`, or two numbers of percent of the subject's box, such as `50,90`; `nil` for the
    ///     bottom.
    ///   - size: the height of the letters in percent of the subject's longer side, 4…40; `nil` for 14.
    ///   - color: as CSS writes it; `nil` for black or white, as the photo's colours need.
    ///   - font: `sans`, `serif` or `mono`; `nil` for the first.
    /// - Throws: `StickerError` with `.text`, which names the option.
    public init(
        text: String, place: String? = nil, size: Double? = nil, color: String? = nil, font: String? = nil
    ) throws(StickerError) {
        try self.init(Given(text: text, place: place, size: size, color: color, font: font))
    }

    init(_ given: Given) throws(StickerError) {
        let place: StickerText.Place? = if let word = given.place { StickerText.Place(word: word) } else { .bottom }
        guard let place else {
            throw StickerError(.text, "text-at is top, middle, bottom, or two numbers of percent like 50,90")
        }
        let sizes = 100 * StickerText.sizes.lowerBound...100 * StickerText.sizes.upperBound
        guard given.size.map({ sizes.contains($0) }) ?? true else {
            throw StickerError(.text, "text-size is a number from \(Int(sizes.lowerBound)) to \(Int(sizes.upperBound))")
        }
        let color = given.color.flatMap { SRGBColor($0) }
        guard given.color == nil || color != nil else {
            throw StickerError(.text, "text-color is a colour as CSS writes it, such as orange or #ff8800")
        }
        let font: StickerText.Font? = if let name = given.font { StickerText.Font(rawValue: name) } else { .sans }
        guard let font else {
            let fonts = StickerText.Font.allCases.map(\.rawValue).joined(separator: ", ")
            throw StickerError(.text, "text-font is one of \(fonts)")
        }
        text = try StickerText(
            given.text, place: place, size: given.size.map { $0 / 100 } ?? StickerText.standardSize, color: color,
            font: font)
        self.given = given
    }

    /// What a photo's options may have.
    static let memberNames = Given.CodingKeys.allCases.map(\.rawValue)

    /// The options of all with those of the photo.
    func applied(to options: ProcessingOptions) -> ProcessingOptions {
        var options = options
        options.style.text = text
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
