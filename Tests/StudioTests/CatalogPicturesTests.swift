import Catalog
import FoundationEssentials
import ImageLoading
import Imaging
import Testing
import WebTestSupport

@testable import Studio

/// Which servers are asked, over real sockets.
struct CatalogPicturesTests {
    private let server: APODServer
    private let picture: URL

    init() throws {
        server = APODServer(pictures: [try ImageEncoder(.png()).encode(Bitmap(size: PixelSize(width: 80, height: 60)))])
        picture = try #require(URL(string: "http://127.0.0.1:\(server.port)/image/1.jpg"))
    }

    private func feeds(_ change: (inout CatalogSettings) -> Void = { _ in }) -> (
        feeds: [NamedFeed], guarded: CatalogPictures
    ) {
        var settings = CatalogSettings()
        change(&settings)
        return settings.feeds(limits: ImageLimits(), executor: .shared)
    }

    private func album(_ list: URL) throws -> CatalogSource { try CatalogSource("album:\(list)") }

    @Test func picturesOfAPublicFeedLeadIntoNoPrivateNetwork() async throws {
        let own = try album(#require(URL(string: server.url)))
        // Another feed that lies in one changes nothing for it.
        let feeds = feeds { $0.lists = [own] }.feeds
        let failure = await #expect(throws: ImageLoaderError.self) {
            try await feeds[0].pictures.picture(picture, side: 64)
        }
        #expect(failure?.code == .addressRefused)
        #expect(server.paths.isEmpty)
        let bytes = try await feeds[1].pictures.picture(picture, side: 64)
        #expect(try ImageSource(bytes).size == PixelSize(width: 64, height: 48))
        #expect(server.paths == ["image/1.jpg"])
    }

    @Test func whatAPageSendsNeverLeadsThere() async throws {
        let own = try #require(URL(string: server.url))
        let guarded = feeds { $0.service = own }.guarded
        let failure = await #expect(throws: ImageLoaderError.self) { try await guarded.original([picture]) }
        #expect(failure?.code == .addressRefused)
        #expect(server.paths.isEmpty)
    }

    @Test func filesAreNotLoaded() async throws {
        let failure = await #expect(throws: ImageLoaderError.self) {
            try await feeds().guarded.original([URL(filePath: "/etc/hostname")])
        }
        #expect(failure?.code == .unsupportedURL)
    }

    @Test(arguments: [
        ("http://127.0.0.1/apod", true), ("http://[::1]:8000/", true), ("http://192.168.1.2/", true),
        ("http://localhost:5000/", true), ("http://nas/list", true), ("http://nas.lan/list", true),
        ("https://api.nasa.gov/planetary/apod", false), ("https://8.8.8.8/", false), ("https://example.org/", false),
        ("https://[2606:4700::1111]/", false),
    ])
    func aPrivateServerIsToldByItsName(address: String, isPrivate: Bool) throws {
        #expect(CatalogSettings.isPrivate(try #require(URL(string: address))) == isPrivate)
    }

    @Test func anAlbumIsAFeedOfItsOwnInEveryRun() throws {
        let (one, other) = (URL(string: "https://a.test/list"), URL(string: "https://b.test/list"))
        let lists = [try #require(one), try #require(other)]
        let sources = try lists.map(album)
        let feeds = feeds { $0.lists = sources }.feeds
        #expect(Set(feeds.map(\.id)).count == 3)
        #expect(feeds[1].id.hasPrefix("album-"))
        #expect(self.feeds { $0.lists = [sources[1]] }.feeds[1].id == feeds[2].id)
        let another = self.feeds { $0.service = lists[0] }.feeds[0]
        #expect(another.id == feeds[0].id && another.memoryName != feeds[0].memoryName)
    }
}
