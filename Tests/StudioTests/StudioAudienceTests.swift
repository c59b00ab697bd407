import Files
import HTTPServing
import Imaging
import Stickers
import TestSupport
import Testing

@testable import HTTPTestClient
@testable import HTTPTestSupport
@testable import Studio

/// What the studio does when the last page leaves: from its stream's end on the socket to the model.
@Suite(.timeLimit(.minutes(10))) @MainActor
struct StudioAudienceTests {
    static func settings(in folder: FilePath) -> Studio.Settings {
        var settings = Studio.Settings(library: folder.appending("library"))
        settings.port = 0
        return settings
    }

    private let folder = TemporaryFolder()
    private let gate = Gate()

    /// With a network that is loaded when the gate opens: until then every photo is in work.
    private func studio(patience: @escaping @Sendable () async -> Void) async throws -> Studio {
        var settings = Self.settings(in: folder.path)
        settings.patience = patience
        let studio = try await Studio(
            settings,
            network: NetworkLoading { [gate] () async throws(StickerError) in
                await gate.wait()
                throw StickerError(.model, "there is none")
            })
        studio.start()
        return studio
    }

    /// A page's stream of events, that the studio knows of.
    private func page(_ studio: Studio, number: Int) async throws -> RawClient {
        let port = Int(studio.server.address.port)
        let client = try await blocking {
            let client = try RawClient(port: port)
            try client.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            #expect(try client.readHead().status == 200)
            return client
        }
        await untilObserved { studio.events.listenerCount == number }
        #expect(studio.catalog.isWatched)
        return client
    }

    @Test func whenTheLastPageHasGoneWhatCameNearIsCancelledAndSurprisesRest() async throws {
        let studio = try await studio(patience: {})
        let first = try await page(studio, number: 1)
        let second = try await page(studio, number: 2)
        let near = try await studio.model.add(SyntheticPhoto.ball().png(), named: "near.png").photo.id
        studio.model.request(near, .near)
        #expect(studio.model.queue.holds(near))
        first.close()
        await untilObserved { studio.events.listenerCount == 1 }
        #expect(studio.catalog.isWatched && studio.model.queue.holds(near), "another page looks")
        second.close()
        await untilObserved { studio.events.listenerCount == 0 }
        await studio.leaving?.value
        await studio.model.works[near]?.value
        #expect(!studio.catalog.isWatched && !studio.model.queue.holds(near))
        gate.open()
        await studio.stop()
    }

    @Test func aPageThatIsReloadedTakesNothingBack() async throws {
        let patience = Gate()
        let studio = try await studio { await patience.wait() }
        let page = try await page(studio, number: 1)
        let near = try await studio.model.add(SyntheticPhoto.ball().png(), named: "near.png").photo.id
        studio.model.request(near, .near)
        page.close()
        await untilObserved { studio.events.listenerCount == 0 }
        let again = try await self.page(studio, number: 1)
        // What waited since the first page left comes to its end now, and finds the second.
        patience.open()
        await studio.leaving?.value
        #expect(studio.catalog.isWatched && studio.model.queue.holds(near))
        again.close()
        gate.open()
        await studio.stop()
    }
}
