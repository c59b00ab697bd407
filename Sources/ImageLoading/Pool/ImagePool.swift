import Execution
public import FoundationEssentials
public import Imaging
import Synchronization

/// A set of images that is loaded once, in the background, to have one at hand at any time.
///
///     let pool = ImagePool(loader: loader, urls: urls)
///     pool.preload()
///     let surprise = try await pool.random()
///
/// It loads once: not while a load runs, and not after one has brought an image. After a load that brought nothing, the
/// next call starts another. Releasing the pool cancels its load.
public final class ImagePool: Sendable {
    private let state: PoolState
    private let loader: ImageLoader
    private let requests: [ImageRequest]
    private let pick: @Sendable (Int) -> Int

    /// Creates a pool.
    ///
    /// - Parameter pick: the index of one of so many images; random by default.
    package init(
        loader: ImageLoader, requests: [ImageRequest],
        pick: @escaping @Sendable (Int) -> Int = { Int.random(in: 0..<$0) }
    ) {
        self.loader = loader
        self.requests = requests
        self.pick = pick
        state = PoolState(didChange: loader.engine.didChange)
    }

    /// Creates a pool of the images at some addresses. It keeps all of their bitmaps in memory, of 4 bytes a pixel:
    /// twenty photos of 20 megapixels at full size take 1.6 GB.
    ///
    /// - Parameter longestSide: the pixels that the longest side of each bitmap needs; it may have up to twice as many.
    ///   `nil` for all pixels.
    public convenience init(loader: ImageLoader, urls: [URL], longestSide: Int? = nil) {
        self.init(
            loader: loader, requests: urls.map { ImageRequest($0, longestSide: longestSide, priority: .low) })
    }

    deinit {
        state.cancel()
    }

    /// Starts loading, unless that was done, and returns at once.
    public func preload() {
        state.update(loader, requests) { $0.preload() }
    }

    /// Returns one of the images that have come, or the first to come.
    ///
    /// - Throws: ``ImageLoaderError``: `.cancelled` when the task was, which ends the wait and not the load;
    ///   `.emptyData` when the set is empty; `.emptyResult` when none could be loaded.
    public func random() async throws(ImageLoaderError) -> Bitmap {
        try await randomImage().result.get()
    }

    /// Returns an image like ``random()``, with its address; its ``LoadedImage/bitmap`` is never `nil`.
    package func randomImage() async throws(ImageLoaderError) -> LoadedImage {
        let asker = state.newAsker()
        return try await withTypedContinuation { continuation in
            guard !Task.isCancelled else {
                return continuation.resume(returning: .failure(ImageLoaderError(.cancelled, nil)))
            }
            state.update(loader, requests, asker: (asker, { continuation.resume(returning: $0) })) {
                $0.ask(asker, pick: pick)
            }
            // A caller that was cancelled before it was registered has not been found.
            if Task.isCancelled { state.leave(asker) }
        } onCancel: {
            state.leave(asker)
        }
    }

    /// The number of images so far.
    package var count: Int { state.count }
}

/// Carries out what a ``PoolMachine`` decides. The load owns this instead of the pool, so that the pool can be dropped.
private final class PoolState: Sendable {
    typealias Answer = @Sendable (Result<LoadedImage, ImageLoaderError>) -> Void

    private struct State {
        var machine = PoolMachine()
        var answers: [Int: Answer] = [:]
        var load: Task<Void, Never>?
        var lastAsker = 0
    }

    private let state = Mutex(State())
    private let didChange: @Sendable () -> Void

    init(didChange: @escaping @Sendable () -> Void) {
        self.didChange = didChange
    }

    var count: Int { state.withLock { $0.machine.images.count } }

    func newAsker() -> Int {
        state.withLock { state in
            state.lastAsker += 1
            return state.lastAsker
        }
    }

    func cancel() {
        state.withLock { $0.load }?.cancel()
    }

    func leave(_ asker: Int) {
        update(nil, []) { $0.leave(asker) }
    }

    func update(
        _ loader: ImageLoader?, _ requests: [ImageRequest], asker: (Int, Answer)? = nil,
        _ change: (inout PoolMachine) -> [PoolMachine.Action]
    ) {
        var finished: [(Answer, Result<LoadedImage, ImageLoaderError>)] = []
        state.withLock { state in
            if let (number, answer) = asker { state.answers[number] = answer }
            for action in change(&state.machine) {
                switch action {
                case .load: state.load = loader.map { load(requests, with: $0) }
                case .answer(let number, let result):
                    if let answer = state.answers.removeValue(forKey: number) { finished.append((answer, result)) }
                }
            }
        }
        for (answer, result) in finished { answer(result) }
        didChange()
    }

    private func load(_ requests: [ImageRequest], with loader: ImageLoader) -> Task<Void, Never> {
        Task {
            var ending = ImageLoaderError(.emptyResult, nil)
            do throws(ImageLoaderError) {
                for try await image in loader.loadImages(requests) {
                    if image.bitmap != nil { update(nil, []) { $0.arrived(image) } }
                }
            } catch {
                ending = error
            }
            update(nil, []) { $0.ended(ending) }
        }
    }
}
