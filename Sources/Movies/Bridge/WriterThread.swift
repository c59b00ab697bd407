import Dispatch
import Synchronization

/// Where tasks hand samples to the thread that encodes and writes them.
final class WriterThread: Sendable {
    private struct Waiter {
        let id: UInt64
        let resume: CheckedContinuation<Void, Never>
    }

    private struct State {
        var samples: [MovieSample] = []
        /// Set once the thread has ended.
        var result: Result<MovieSummary, MovieError>?
        var failure: MovieError?
        var isEnding = false
        var waiting: [Waiter] = []
        var cancelled: Set<UInt64> = []
        var nextID: UInt64 = 0
        var finisher: CheckedContinuation<Void, Never>?
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Starts the thread and waits until it has made its file.
    func start(_ make: @escaping @Sendable () throws(MovieError) -> MovieFile) async throws(MovieError) {
        let made: Result<Void, MovieError> = await withCheckedContinuation { continuation in
            let isStarted = MediaThread.start(name: "peel-recorder") { [self] in
                do throws(MovieError) {
                    let file = try make()
                    continuation.resume(returning: .success(()))
                    run(file)
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if !isStarted {
                continuation.resume(
                    returning: .failure(MovieError(.outOfMemory, "the system gives no thread to record with")))
            }
        }
        try made.get()
    }

    // MARK: The thread

    private func run(_ file: MovieFile) {
        var result: Result<MovieSummary, MovieError>
        do throws(MovieError) {
            while let sample = next() { try file.write(sample) }
            result = .success(try file.finish())
        } catch {
            file.abandon()
            result = .failure(error)
        }
        let (waiting, finisher) = state.withLock { state in
            state.result = result
            if case .failure(let error) = result { state.failure = error }
            state.samples = []
            defer { state.waiting = [] }
            return (state.waiting, state.finisher.take())
        }
        for waiter in waiting { waiter.resume.resume() }
        finisher?.resume()
    }

    /// The next sample; `nil` when the movie is to end.
    private func next() -> MovieSample? {
        while true {
            var waiter: Waiter?
            let sample: MovieSample?? = state.withLock { state in
                guard state.samples.isEmpty else {
                    if !state.waiting.isEmpty { waiter = state.waiting.removeFirst() }
                    return state.samples.removeFirst()
                }
                return state.isEnding ? .some(nil) : .none
            }
            waiter?.resume.resume()
            if let sample { return sample }
            news.wait()
        }
    }

    // MARK: Tasks

    func offer(_ sample: MovieSample) throws(MovieError) -> Bool {
        let taken: Result<Bool, MovieError> = state.withLock { state in
            if let failure = state.failure { return .failure(failure) }
            guard !state.isEnding else { return .failure(.cancelled) }
            guard state.samples.count < capacity else { return .success(false) }
            state.samples.append(sample)
            return .success(true)
        }
        guard try taken.get() else { return false }
        news.signal()
        return true
    }

    func write(_ sample: MovieSample) async throws(MovieError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            if try offer(sample) { return }
            await waitForRoom()
        }
    }

    private func waitForRoom() async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.samples.count < capacity || state.failure != nil || state.cancelled.contains(id) {
                        return true
                    }
                    state.waiting.append(Waiter(id: id, resume: continuation))
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as Waiter?
                }
                return state.waiting.remove(at: index)
            }
            waiter?.resume.resume()
        }
        state.withLock { _ = $0.cancelled.remove(id) }
    }

    func end() {
        state.withLock { $0.isEnding = true }
        news.signal()
    }

    func finish() async throws(MovieError) -> MovieSummary {
        end()
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.result == nil { state.finisher = continuation }
                return state.result != nil
            }
            if isDone { continuation.resume() }
        }
        guard let result = state.withLock({ $0.result }) else { throw .cancelled }
        return try result.get()
    }
}
