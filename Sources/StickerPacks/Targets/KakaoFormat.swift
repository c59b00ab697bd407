import Imaging

extension PictureFolderFormat {
    /// Kakao's emoticon studio takes 32 pictures, and looks at each.
    static let kakao = PictureFolderFormat(
        displayName: "Kakao",
        rules: TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 360, height: 360)), formats: [.png], byteLimit: 150 * 1024),
            stickerCount: 32...32),
        howTo: """
            At emoticonstudio.kakao.com, propose a set of still emoticons and upload the 32 pictures.
            Kakao looks at each set before others can get it.
            """,
        naming: .numbered(from: 1))
}
