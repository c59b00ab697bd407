import Files
import Imaging
import PhotoLibrary
import Stickers
import TestSupport

@testable import Studio

/// A model over a library in a folder of its own, with a maker that the test holds.
@MainActor
final class StudioBench {
    private let folder = TemporaryFolder()
    let maker: HeldMaker
    private(set) var library: PhotoLibrary
    private(set) var model: StickerViewModel

    init(holds: Bool = true, atOnce: Int = 2, limit: Int = 1 << 30) async throws {
        maker = HeldMaker(holds: holds)
        library = try await PhotoLibrary.open(at: folder.path.appending("library"), limit: limit)
        model = try await StickerViewModel(library: library, maker: maker, atOnce: atOnce, version: "1", leastRevision: { 0 })
    }

    /// Ends the program, as it were, and starts it again.
    func restart(atOnce: Int = 2, limit: Int = 1 << 30) async throws {
        try await library.close()
        library = try await PhotoLibrary.open(at: folder.path.appending("library"), limit: limit)
        model = try await StickerViewModel(library: library, maker: maker, atOnce: atOnce, version: "1", leastRevision: { 0 })
    }

    /// Photos with these bytes. Those that begin with n have no subject, those with x are no photos.
    @discardableResult
    func add(_ texts: String...) async throws -> [PhotoID] {
        var ids: [PhotoID] = []
        for text in texts { ids.append(try await model.add(Array(text.utf8), named: "\(text).jpg").photo.id) }
        return ids
    }

    var states: [String] { model.selection.map(\.state.name) }
}

extension StudioBench {
    /// The routes without a maker for single cuts.
    func routes(limits: StudioRoutes.Limits = .init()) throws -> StudioRoutes {
        let model = model
        return StudioRoutes(
            model: model, feed: StudioFeed(run: "r") { model.snapshot }, maker: nil,
            images: StudioImages(scratch: try ScratchFolder()), limits: limits)
    }
}
