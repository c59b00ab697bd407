public import FoundationEssentials
import Synchronization

/// Loads images before they are needed, a few at a time and after everything that is needed now.
///
/// An image that is requested from the loader meanwhile is not loaded twice, and gets the higher priority of the two.
/// Releasing the prefetcher stops it.
public final class ImagePrefetcher: Sendable {
    /// Where images are loaded to.
    public enum Destination: Hashable, Sendable {
        /// The memory cache, decoded.
        case memory
        /// The disk cache, as bytes.
        case disk
    }

    private let work: Work

    /// Creates a prefetcher.
    ///
    /// - Parameters:
    ///   - atOnce: 1 or more.
    ///   - priority: the priority of all loads, instead of the requests' own.
    public init(
        loader: ImageLoader, destination: Destination = .memory, atOnce: Int = 2, priority: LoadPriority = .low
    ) {
        work = Work(
            engine: loader.engine, want: destination == .memory ? .image : .data, atOnce: atOnce, priority: priority)
    }

    deinit {
        work.stopAll()
    }

    /// Adds images. Those that wait or load already are not added again.
    package func start(_ requests: [ImageRequest]) {
        work.start(requests)
    }

    /// Starts loading images before they are needed.
    public func start(_ urls: [URL]) {
        start(urls.map { ImageRequest($0) })
    }

    /// Stops loading these, whether they were started or not.
    package func stop(_ requests: [ImageRequest]) {
        work.stop(requests)
    }

    /// Stops loading these, whether they were started or not.
    public func stop(_ urls: [URL]) {
        stop(urls.map { ImageRequest($0) })
    }

    /// Stops loading all images.
    public func stopAll() {
        work.stopAll()
    }

    /// Whether no further image is started.
    package var isPaused: Bool {
        get { work.isPaused }
        set { work.isPaused = newValue }
    }
}

/// Carries out what a ``PrefetchMachine`` decides. Loads own this instead of the prefetcher, so that it can be dropped.
private final class Work: Sendable {
    private struct State {
        var machine: PrefetchMachine
        var isStarting = false
    }

    private let engine: LoadEngine
    private let want: LoadEngine.Want
    private let priority: LoadPriority
    private let state: Mutex<State>

    init(engine: LoadEngine, want: LoadEngine.Want, atOnce: Int, priority: LoadPriority) {
        self.engine = engine
        self.want = want
        self.priority = priority
        state = Mutex(State(machine: PrefetchMachine(limit: atOnce)))
    }

    var isPaused: Bool {
        get { state.withLock { $0.machine.isPaused } }
        set {
            state.withLock { $0.machine.isPaused = newValue }
            startMore()
        }
    }

    func start(_ requests: [ImageRequest]) {
        let requests = requests.map { prioritised($0) }
        state.withLock { $0.machine.add(requests) }
        startMore()
    }

    func stop(_ requests: [ImageRequest]) {
        let requests = requests.map { prioritised($0) }
        let leaving = state.withLock { $0.machine.remove(requests) }
        for asker in leaving { engine.leave(asker) }
        startMore()
    }

    func stopAll() {
        let leaving = state.withLock { $0.machine.removeAll() }
        for asker in leaving { engine.leave(asker) }
    }

    private func prioritised(_ request: ImageRequest) -> ImageRequest {
        var request = request
        request.priority = priority
        return request
    }

    /// Starts waiting loads, one call at a time: an answer that is there at once would otherwise call this recursively.
    private func startMore() {
        guard
            state.withLock({ state in
                defer { state.isStarting = true }
                return !state.isStarting
            })
        else { return }
        while let (request, asker) = next() {
            let isUnwanted = { self.state.withLock { !$0.machine.isRunning(request, as: asker) } }
            engine.ask(want, request, asker, unless: isUnwanted) { _ in
                self.state.withLock { $0.machine.ended(request, asker) }
                self.startMore()
            }
        }
    }

    private func next() -> (ImageRequest, AskerID)? {
        let asker = engine.newAsker()
        return state.withLock { state in
            if let request = state.machine.start(as: asker) { return (request, asker) }
            state.isStarting = false
            return nil
        }
    }
}
