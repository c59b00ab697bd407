import Files
import StickerPacks
import TestSupport
import Testing

@Suite struct StickerArchiveTests {
    @Test func stickersAreNamedAsInAPack() throws {
        let folder = TemporaryFolder()
        let photos: [FilePath] = ["Cat.jpg", "cat.heic", "a/b?c.png", ".jpg", "Ünï.jpg"]
        let stickers = try photos.enumerated().map { number, photo in
            StickerArchive.Sticker(
                source: photo, file: try folder.write("sticker \(number)", to: FilePath("\(number).bin")))
        }
        let archive = StickerArchive(stickers, fileExtension: "webp")
        #expect(archive.names == ["Cat.webp", "cat-2.webp", "b_c.webp", "_jpg.webp", "Ünï.webp"])
        let naming = StickerNaming(sources: photos, fileExtension: "webp")
        #expect(archive.names == photos.indices.map { naming.name(ofSource: $0) })
        let zip = folder.path.appending("stickers.zip")
        try archive.write(to: zip)
        let bytes = try zip.readBytes()
        for number in photos.indices { #expect(bytes.firstRange(of: Array("sticker \(number)".utf8)) != nil) }
    }
}
