import Imaging

extension PictureFolderFormat {
    /// Kakao's emoticon studio takes 32 still pictures, or 24 of emoticons that move, three of them as GIF, and looks
    /// at each.
    static let kakao: PictureFolderFormat = {
        let size = PictureRules.Size.exactly(PixelSize(width: 360, height: 360))
        var rules = TargetRules(
            sticker: PictureRules(size: size, formats: [.png], byteLimit: 150 * 1024), stickerCount: 32...32)
        var living = LivingRules(size: size, format: .gif, byteLimit: 2 << 20, sides: [360])
        living.frameCount = 2...24
        living.isOpaque = true
        rules.living = living
        rules.livingPacks = .apart
        rules.livingCounts = [24]
        rules.movingInPack = 3
        return PictureFolderFormat(
            displayName: "Kakao", rules: rules,
            howTo: """
                At emoticonstudio.kakao.com, propose a set of still emoticons, or of moving ones, and upload the pictures.
                Kakao looks at each set before others can get it.
                """,
            naming: .numbered(from: 1))
    }()
}
