import Dispatch
import Execution
import Imaging
import Synchronization

/// What is written into a movie.
enum WriterSample: Sendable {
    case picture(VideoFrame)
    case bitmap(Bitmap, time: Int64, duration: Int64?)
    case sound(AudioChunk)

    init(_ sample: MovieSample) {
        self =
            switch sample {
            case .picture(let frame): .picture(frame)
            case .sound(let chunk): .sound(chunk)
            }
    }
}

/// The thread that encodes and writes samples that tasks pass to it.
final class WriterThread: Sendable {
    private struct Waiter {
        let id: UInt64
        let resume: CheckedContinuation<Void, Never>
    }

    private struct State {
        var samples: [WriterSample] = []
        var failure: MovieError?
        var isEnding = false
        var waiting: [Waiter] = []
        var cancelled: Set<UInt64> = []
        var nextID: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)
    /// The result, set once the thread has ended.
    private let result = FirstValue<Result<MovieSummary, MovieError>>()

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Starts the thread and waits until it has made its file.
    func start(_ make: @escaping @Sendable () throws(MovieError) -> MovieFile) async throws(MovieError) {
        let made = FirstValue<Result<Void, MovieError>>()
        let isStarted = SystemThread.start(name: "peel-recorder") { [self] in
            if let result = written(make, made) { end(with: result) }
        }
        guard isStarted else { throw MovieError(.outOfMemory, "the system has no thread for recording") }
        try await made.value.get()
    }

    // MARK: The thread

    /// Makes the file and writes it. Its encoders' memory is free when it returns: then the end is told.
    ///
    /// - Parameter made: is told whether the file could be made.
    /// - Returns: `nil` when it could not.
    private func written(
        _ make: () throws(MovieError) -> MovieFile, _ made: FirstValue<Result<Void, MovieError>>
    ) -> Result<MovieSummary, MovieError>? {
        let file: MovieFile
        do throws(MovieError) {
            file = try make()
        } catch {
            made.set(.failure(error))
            return nil
        }
        made.set(.success(()))
        do throws(MovieError) {
            while let sample = next() { try file.write(sample) }
            return .success(try file.finish())
        } catch {
            file.abandon()
            return .failure(error)
        }
    }

    private func end(with result: Result<MovieSummary, MovieError>) {
        let waiting = state.withLock { state in
            if case .failure(let error) = result { state.failure = error }
            state.samples = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume.resume() }
        self.result.set(result)
    }

    /// Returns the next sample; `nil` to end the movie.
    private func next() -> WriterSample? {
        while true {
            var waiter: Waiter?
            let sample: WriterSample?? = state.withLock { state in
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

    func offer(_ sample: WriterSample) throws(MovieError) -> Bool {
        let isTaken = try state.withLock { state throws(MovieError) in
            if let failure = state.failure { throw failure }
            guard !state.isEnding else { throw .cancelled }
            guard state.samples.count < capacity else { return false }
            state.samples.append(sample)
            return true
        }
        if isTaken { news.signal() }
        return isTaken
    }

    func write(_ sample: WriterSample) async throws(MovieError) {
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
        return try await result.value.get()
    }
}
