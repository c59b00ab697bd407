import Imaging

extension PictureFolderFormat {
    /// A ZIP of pictures for Viber's own sticker maker.
    static let viber = PictureFolderFormat(
        displayName: "Viber",
        rules: TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 490, height: 490)), formats: [.png], byteLimit: 1 << 20),
            stickerCount: 1...24),
        howTo: """
            Save the pictures on your phone, open the sticker menu of a chat in Viber, and create a sticker pack of your own.
            Add the pictures in the order of their names; viber.zip has all of them in one file.
            """,
        naming: .numbered(from: 0),
        archive: Archive(name: "viber.zip"))
}
