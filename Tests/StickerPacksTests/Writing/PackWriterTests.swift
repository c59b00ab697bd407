import Files
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct PackWriterTests {
    @Test func `The order of the results does not show`() throws {
        let sources: [FilePath] = ["b/cat.jpg", "a/cat.jpg", "dog.jpg", "empty.jpg"]
        func pack(_ order: [Int]) throws -> [[UInt8]] {
            let temporary = TemporaryFolder()
            let folder = PackFolder(temporary.path.appending("deep/pack"))
            let writer = try PackWriter(folder: folder, run: Samples.run, sources: sources, fileExtension: "png")
            for index in order {
                if index == 3 {
                    writer.fail(source: index, reason: "no subject")
                } else {
                    try writer.add(
                        Samples.photo(), source: index, digest: Samples.digest("\(index)"), files: [[UInt8(index)]])
                }
            }
            try writer.finish(withArchive: true)
            #expect(
                try folder.path.names() == ["pack.json", "pack.zip", "stickers"])
            #expect(try folder.stickers.names() == ["cat-2.png", "cat.png", "dog.png"])
            return try [folder.manifest.readBytes(), folder.archive.readBytes()]
        }
        #expect(try pack([0, 1, 2, 3]) == pack([3, 1, 0, 2]))
    }
}
