import Imaging

extension PictureFolderFormat {
    /// LINE Creators Market (creator.line.me, "Creation guidelines"): even sides, 10 pixels free around, and the
    /// pictures `main.png` and `tab.png`.
    static let line: PictureFolderFormat = {
        var sticker = PictureRules(
            size: .even(within: PixelSize(width: 370, height: 320)), formats: [.png], byteLimit: 1 << 20)
        sticker.margin = 10
        var rules = TargetRules(sticker: sticker, stickerCount: 8...40)
        // "Creation guidelines: animation stickers": 5 to 20 frames, up to four rounds in whole seconds, four together.
        var living = LivingRules(
            size: .even(within: PixelSize(width: 320, height: 270)), format: .apng, byteLimit: 1 << 20, sides: [320],
            isSquare: false)
        living.duration = 4_000_000_000
        living.frameCount = 5...20
        living.takesWholeSeconds = true
        living.rounds = 1
        living.leastLongerSide = 270
        rules.living = living
        rules.livingPacks = .apart
        rules.stickerCounts = [8, 16, 24, 32, 40]
        rules.livingCounts = [8, 16, 24]
        func extra(_ name: String, _ width: Int, _ height: Int) -> Extra {
            Extra(
                name: name,
                rules: PictureRules(
                    size: .exactly(PixelSize(width: width, height: height)), formats: [.png], byteLimit: 1 << 20))
        }
        var main = extra("main.png", 240, 240)
        living.size = main.rules.size
        (living.sides, living.isSquare, living.leastLongerSide) = ([240], true, 0)
        main.living = living
        // "20 MB" and "60 MB" in the smaller reading. Forty still stickers stay below it without any compression.
        return PictureFolderFormat(
            displayName: "LINE", rules: rules,
            howTo: """
                At creator.line.me, create a set of stickers, of animated stickers if they move, and upload line.zip.
                Add a title and a description and request a review: LINE looks at each set before others can get it.
                """,
            naming: .numbered(from: 1),
            extras: [main, extra("tab.png", 96, 74)],
            archive: Archive(name: "line.zip", byteLimit: 20_000_000, livingByteLimit: 60_000_000))
    }()
}
