import Imaging

extension PictureFolderFormat {
    /// Kakao's emoticon studio takes 32 pictures, and looks at each.
    static let kakao = PictureFolderFormat(
        displayName: "Kakao",
        rules: TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 360, height: 360)), formats: [.png], byteLimit: 150 * 1024),
            stickerCount: 32...32), naming: .numbered(from: 1))
}
