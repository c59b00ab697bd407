import Execution
package import Stickers
import Synchronization

/// The network while it is being loaded, and then: a studio listens before it has it.
package final class NetworkLoading: Sendable {
    private let task: TypedTask<SubjectSegmenter, StickerError>
    private let state: LoadedState

    private final class LoadedState: Sendable {
        let isLoaded = Atomic(false)
    }

    /// - Parameter load: loads the network; called once, at once.
    package init(_ load: @escaping @Sendable () async throws(StickerError) -> SubjectSegmenter) {
        let state = LoadedState()
        self.state = state
        task = Task {
            await Result(awaiting: { () async throws(StickerError) in
                let segmenter = try await load()
                state.isLoaded.store(true, ordering: .releasing)
                return segmenter
            })
        }
    }

    /// One that is loaded.
    package convenience init(_ segmenter: SubjectSegmenter) {
        self.init { () async throws(StickerError) in segmenter }
    }

    /// Whether photos can be cut without waiting.
    package var isLoaded: Bool { state.isLoaded.load(ordering: .acquiring) }

    /// Waits until the network is loaded.
    ///
    /// - Throws: why it cannot be; `cancelled` when the caller is.
    package func segmenter() async throws(StickerError) -> SubjectSegmenter {
        guard let loaded = try await task.typedValueUnlessCancelled() else {
            throw StickerError(.cancelled, "the network was not needed any more")
        }
        return loaded
    }
}
