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

    private func pictures(_ change: (inout CatalogSettings) -> Void = { _ in }) -> CatalogPictures {
        var settings = CatalogSettings()
        change(&settings)
        return CatalogPictures(settings, limits: ImageLimits(), executor: .shared)
    }

    @Test func nothingLeadsIntoAPrivateNetworkUnlessAServiceThereWasNamed() async throws {
        let own = try #require(URL(string: server.url))
        let failure = await #expect(throws: ImageLoaderError.self) {
            try await pictures().picture(picture, side: 64)
        }
        #expect(failure?.code == .addressRefused)
        #expect(server.paths.isEmpty)
        let bytes = try await pictures { $0.service = own }.picture(picture, side: 64)
        #expect(try ImageSource(bytes).size == PixelSize(width: 64, height: 48))
        #expect(server.paths == ["image/1.jpg"])
    }

    @Test func whatAPageSendsNeverLeadsThere() async throws {
        let own = try #require(URL(string: server.url))
        let failure = await #expect(throws: ImageLoaderError.self) {
            try await pictures { $0.service = own }.bytes(from: picture)
        }
        #expect(failure?.code == .addressRefused)
        #expect(server.paths.isEmpty)
    }

    @Test func filesAreNotLoaded() async throws {
        let failure = await #expect(throws: ImageLoaderError.self) {
            try await pictures().bytes(from: URL(filePath: "/etc/hostname"))
        }
        #expect(failure?.code == .unsupportedURL)
    }
}
