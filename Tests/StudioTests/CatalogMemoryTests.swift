import Catalog
import Files
import FoundationEssentials
import ImageLoading
import Imaging
import TestSupport
import Testing

@testable import Studio

/// What a feed showed last, as it lies on disks.
struct CatalogMemoryTests {
    private let folder = TemporaryFolder()

    /// As a program without a number in its files wrote it.
    private static let old = #"""
        {"loadedAt":1795564229443,"photos":[{"id":"2025-06-16","title":"Picture of 2025-06-16","explanation":"What is seen.",
        "date":"2025-06-16","url":"https://apod.test/image/2025-06-16.jpg","hdurl":"https://apod.test/image/2025-06-16_hd.jpg",
        "copyright":"Mauricio Salazar","media_type":"image"},{"id":"2025-06-17","title":"A film","explanation":"",
        "date":"2025-06-17","url":"https://player.test/1","media_type":"video","thumbnail_url":"https://img.test/0.jpg"}]}
        """#

    private func feed() -> NamedFeed {
        let loader = ImageLoader(.init())
        return NamedFeed(
            id: "apod", address: APODFeed.standardService, feed: APODFeed(key: "K", loader: loader), hasDays: true,
            pictures: CatalogPictures(loader: loader, executor: .shared))
    }

    /// - Parameter text: of the feed's file.
    private func last(_ text: String) async throws -> CatalogMemory.Kept? {
        let feed = feed()
        try folder.write(text, to: FilePath("last-\(feed.memoryName).json"))
        return await CatalogMemory(folder: folder.path).last(of: feed)
    }

    @Test(arguments: [old, old.replacing(#"{"loadedAt""#, with: #"{"version":1,"loadedAt""#)])
    func filesOfEveryVersionAreRead(_ text: String) async throws {
        let kept = try #require(try await last(text))
        #expect(kept.loadedAt == 1_795_564_229_443)
        #expect(kept.photos.map(\.id) == ["2025-06-16", "2025-06-17"])
        #expect(kept.photos.map(\.mediaType) == [.image, .video])
        #expect(kept.photos[0].description == "What is seen." && kept.photos[0].copyright == "Mauricio Salazar")
        #expect(kept.photos[0].originalURL?.absoluteString == "https://apod.test/image/2025-06-16_hd.jpg")
        #expect(kept.photos[1].pictureURL?.absoluteString == "https://img.test/0.jpg")
    }

    @Test func whatIsWrittenNowIsTheSameWithItsNumber() async throws {
        let kept = try #require(try await last(Self.old))
        let memory = CatalogMemory(folder: folder.path.appending("new"))
        await memory.keep(.init(loadedAt: kept.loadedAt, photos: kept.photos), of: feed())
        let file = folder.path.appending("new/last-\(feed().memoryName).json")
        #expect(String(decoding: try file.readBytes(), as: UTF8.self).contains(#""version":1"#))
        #expect(await memory.last(of: feed())?.photos == kept.photos)
    }

    @Test(arguments: ["", "{}", "[]", old.replacing(#"{"loadedAt""#, with: #"{"version":2,"loadedAt""#)])
    func aLaterLayoutIsNotGuessedAndDamageIsNothing(_ text: String) async throws {
        #expect(try await last(text) == nil)
    }
}
