import HTTPMessages
import HTTPServing

/// Provides the maker of stickers to requests that need the network, as soon as that is loaded.
struct StickerMakerProvider: Sendable {
    /// `nil` where there is none.
    let maker: StickerMaker?
    /// How long a request waits until the network is loaded.
    let patience: @Sendable () async -> Void

    /// - Throws: 503 until the network is loaded.
    func ready() throws -> StickerMaker {
        guard let maker, maker.isReady else {
            throw HTTPError(
                .serviceUnavailable, code: "notReady", "the network is still being loaded", fields: ["Retry-After": "1"]
            )
        }
        return maker
    }

    /// Waits for a while: in the studio's first moments the network is about to be there.
    ///
    /// - Throws: 503 when it is still not loaded then, or cannot be.
    func whenReady() async throws -> StickerMaker {
        guard let maker, !maker.isReady else { return try ready() }
        await withTaskGroup { group in
            group.addTask { _ = try? await maker.processor() }
            group.addTask { await patience() }
            await group.next()
            group.cancelAll()
        }
        return try ready()
    }
}
