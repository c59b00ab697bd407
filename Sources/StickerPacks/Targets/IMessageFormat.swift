import Imaging

/// iMessage takes sticker packs as apps, which Xcode builds: an asset catalog for each of the three sizes in which a
/// pack can show its stickers (Apple's "Asset Catalog Format Reference": Sticker Pack, Sticker, Sticker Icon Set).
struct IMessageFormat: TargetFormat {
    let displayName = "iMessage"
    let howTo = """
        On a Mac, make a Sticker Pack App in Xcode and replace its Stickers.xcstickers with that of the folder small, \
        regular or large.
        Run it on your iPhone, or send it to the App Store.
        """

    /// A size, and the pixels of its stickers on a screen with three pixels a point.
    static let grids: [(name: String, side: Int)] = [("small", 300), ("regular", 408), ("large", 618)]

    let rules: TargetRules = {
        var rules = TargetRules(sticker: Self.pictureRules(side: 408), stickerCount: 1...1_000)
        rules.living = Self.livingRules(.within(PixelSize(width: 618, height: 618)), sides: [408, 300])
        rules.livingPacks = .mixed
        // `MSSticker.localizedDescription` (developer.apple.com/documentation/messages).
        rules.descriptionLength = 150
        return rules
    }()

    static func pictureRules(side: Int) -> PictureRules {
        PictureRules(
            size: .exactly(PixelSize(width: side, height: side)), formats: [.png], byteLimit: 500_000 - 1)
    }

    /// It names no longest time.
    private static func livingRules(_ size: PictureRules.Size, sides: [Int]) -> LivingRules {
        var rules = LivingRules(size: size, format: .apng, byteLimit: 500_000 - 1, sides: sides)
        rules.duration = 60_000_000_000
        return rules
    }

    static func livingRules(side: Int) -> LivingRules {
        livingRules(.exactly(PixelSize(width: side, height: side)), sides: [side])
    }

    /// The icons of the app, in pixels, with what Xcode calls them.
    static let icons: [Icon] = [
        Icon("ios-marketing", 1024, 1024, scale: 1), Icon("iphone", 29, 29, scale: 2),
        Icon("iphone", 29, 29, scale: 3), Icon("ipad", 29, 29, scale: 2),
        Icon("universal", 27, 20, scale: 2, platform: "ios"),
        Icon("universal", 27, 20, scale: 3, platform: "ios"),
        Icon("universal", 32, 24, scale: 2, platform: "ios"),
        Icon("universal", 32, 24, scale: 3, platform: "ios"),
        Icon("ios-marketing", 1024, 768, scale: 1, platform: "ios"),
        Icon("ipad", 67, 50, scale: 2), Icon("ipad", 74, 55, scale: 2),
        Icon("iphone", 60, 45, scale: 2), Icon("iphone", 60, 45, scale: 3),
    ]

    struct Icon: Sendable {
        let idiom: String
        let points: String
        let scale: String
        let size: PixelSize
        let platform: String?

        /// Of so many points, each of `scale` pixels.
        init(_ idiom: String, _ width: Int, _ height: Int, scale: Int, platform: String? = nil) {
            self.idiom = idiom
            points = "\(width)x\(height)"
            self.scale = "\(scale)x"
            size = PixelSize(width: width * scale, height: height * scale)
            self.platform = platform
        }

        var fileName: String { "\(idiom)-\(points)@\(scale).png" }

        var rules: PictureRules {
            var rules = PictureRules(size: .exactly(size), formats: [.png], byteLimit: 4 << 20)
            rules.isOpaque = true
            return rules
        }
    }

    /// Of a sticker's properties.
    static let labelKey = "accessibility-label"
    static let catalogName = "Stickers.xcstickers"
    static let packName = "Sticker Pack.stickerpack"
    static let iconsName = "iMessage App Icon.stickersiconset"

    func path(of sticker: TargetSticker, in pack: TargetPack) -> String {
        Self.path(of: sticker, in: pack, grid: "regular")
    }

    func pictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: PictureRules)] {
        Self.grids.map { (Self.path(of: sticker, in: pack, grid: $0.name), Self.pictureRules(side: $0.side)) }
    }

    func livingPictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: LivingRules)] {
        Self.grids.map { (Self.path(of: sticker, in: pack, grid: $0.name), Self.livingRules(side: $0.side)) }
    }

    private static func path(of sticker: TargetSticker, in pack: TargetPack, grid: String) -> String {
        "\(pack.folder())\(grid)/\(catalogName)/\(packName)/\(sticker.name).sticker/\(sticker.name).png"
    }
}
