/// Decides how many images of a list are loaded ahead of their reader. It is a pure value: each call returns what to
/// do.
///
/// At most `limit` are being loaded or wait to be read, so a slow reader never has more than those in memory.
struct LookAhead {
    enum Action: Equatable {
        /// Load the image at this position, then ``arrived(_:)``.
        case load(Int)
        /// Answer ``pull()``; `nil` at the end.
        case deliver(Result<LoadedImage?, ImageLoaderError>)
        /// Stop loading these positions.
        case stop([Int])
    }

    private enum Phase {
        case open
        /// Cancelled, but the reader was not told yet.
        case cancelled
        case over
    }

    private let count: Int
    private let limit: Int
    private var phase = Phase.open
    private var nextPosition = 0
    private(set) var loading: Set<Int> = []
    /// Finished images that were not read, at most `limit`, so removing the first one is cheap.
    private(set) var ready: [LoadedImage] = []
    private var isAwaited = false
    private var hasSuccess = false
    private var firstFailure: ImageLoaderError?

    /// - Parameters:
    ///   - count: how many images there are.
    ///   - limit: at least 1.
    init(count: Int, limit: Int) {
        precondition(limit >= 1, "limit must be at least 1")
        self.count = count
        self.limit = limit
    }

    /// Asks for the next image. The reader waits for one answer before it pulls again.
    mutating func pull() -> [Action] {
        precondition(!isAwaited, "a reader must wait for its answer")
        if phase == .cancelled { return end(.failure(ImageLoaderError(.cancelled, nil))) }
        guard phase == .open else { return [.deliver(.success(nil))] }
        guard count > 0 else { return end(.failure(ImageLoaderError(.emptyData, nil))) }
        var actions: [Action] = []
        if ready.isEmpty { isAwaited = true } else { actions.append(.deliver(.success(ready.removeFirst()))) }
        startMore(&actions)
        if isAwaited, loading.isEmpty { actions += endOfList() }
        return actions
    }

    mutating func arrived(_ image: LoadedImage) -> [Action] {
        guard loading.remove(image.position) != nil, phase == .open else { return [] }
        switch image.result {
        case .success: hasSuccess = true
        case .failure(let error): firstFailure = firstFailure ?? error
        }
        guard isAwaited else {
            ready.append(image)
            return []
        }
        isAwaited = false
        var actions = [Action.deliver(.success(image))]
        startMore(&actions)
        return actions
    }

    /// Ends the reading: the reader left, or its task was cancelled.
    mutating func cancel() -> [Action] {
        guard phase == .open else { return [] }
        let stopped = Action.stop(loading.sorted())
        guard isAwaited else {
            phase = .cancelled
            loading = []
            ready = []
            return [stopped]
        }
        return end(.failure(ImageLoaderError(.cancelled, nil))) + [stopped]
    }

    private mutating func startMore(_ actions: inout [Action]) {
        while loading.count + ready.count < limit, nextPosition < count {
            loading.insert(nextPosition)
            actions.append(.load(nextPosition))
            nextPosition += 1
        }
    }

    private mutating func endOfList() -> [Action] {
        if hasSuccess { return end(.success(nil)) }
        let reason = firstFailure.map { "of \(count); the first: \($0)" }
        return end(.failure(ImageLoaderError(.emptyResult, nil, reason)))
    }

    private mutating func end(_ result: Result<LoadedImage?, ImageLoaderError>) -> [Action] {
        phase = .over
        loading = []
        ready = []
        isAwaited = false
        return [.deliver(result)]
    }
}
