import Execution
import Synchronization

/// Images as they come. Each iterator loads them again.
struct LoadedImages: AsyncSequence, Sendable {
    let engine: LoadEngine
    let requests: [ImageRequest]
    let lookAhead: Int

    func makeAsyncIterator() -> Iterator {
        Iterator(lease: Lease(reading: Reading(engine: engine, requests: requests, lookAhead: lookAhead)))
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ImageLoaderError) -> LoadedImage? {
            try await lease.reading.next()
        }
    }

    /// The iterator's lease, which goes away with it. Downloads own their reading, not this.
    fileprivate final class Lease: Sendable {
        let reading: Reading

        init(reading: Reading) {
            self.reading = reading
        }

        deinit {
            reading.cancel()
        }
    }
}

/// Carries out what a ``LookAhead`` decides.
private final class Reading: Sendable {
    private struct State {
        var lookAhead: LookAhead
        var askers: [Int: AskerID] = [:]
        var reader: CheckedContinuation<Result<LoadedImage?, ImageLoaderError>, Never>?
    }

    private let engine: LoadEngine
    private let requests: [ImageRequest]
    private let state: Mutex<State>

    init(engine: LoadEngine, requests: [ImageRequest], lookAhead: Int) {
        self.engine = engine
        self.requests = requests
        state = Mutex(State(lookAhead: LookAhead(count: requests.count, limit: lookAhead)))
    }

    func next() async throws(ImageLoaderError) -> LoadedImage? {
        try await withTypedContinuation { continuation in
            update { state in
                state.reader = continuation
                // A cancelled task starts nothing.
                let stopped = Task.isCancelled ? state.lookAhead.cancel() : []
                return stopped + state.lookAhead.pull()
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        update { $0.lookAhead.cancel() }
    }

    private func update(_ change: (inout State) -> [LookAhead.Action]) {
        var starting: [(position: Int, asker: AskerID)] = []
        var leaving: [AskerID] = []
        var delivery: (() -> Void)?
        state.withLock { state in
            for action in change(&state) {
                switch action {
                case .load(let position):
                    let asker = engine.newAsker()
                    state.askers[position] = asker
                    starting.append((position, asker))
                case .stop(let positions):
                    leaving += positions.compactMap { state.askers.removeValue(forKey: $0) }
                case .deliver(let result):
                    let reader = state.reader.take()
                    delivery = { reader?.resume(returning: result) }
                }
            }
        }
        for (position, asker) in starting { load(position, asker) }
        for asker in leaving { engine.leave(asker) }
        delivery?()
    }

    private func load(_ position: Int, _ asker: AskerID) {
        let request = requests[position]
        // A cancellation between the decision to load and this call finds no asker to stop, so the load is not started.
        let isUnwanted = { self.state.withLock { $0.askers[position] != asker } }
        engine.ask(.image, request, asker, unless: isUnwanted) { answer in
            let image = LoadedImage(request, position, answer)
            self.update { state in
                state.askers[position] = nil
                return state.lookAhead.arrived(image)
            }
        }
    }
}
