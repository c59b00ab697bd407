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
    private struct State {
        var samples: [WriterSample] = []
        var failure: MovieError?
        var isEnding = false
    }

    /// Each sample that waits has a place.
    private let places: TaskGate
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)
    /// The result, set once the thread has ended.
    private let result = Promise<Result<MovieSummary, MovieError>>()

    init(capacity: Int) {
        places = TaskGate(capacity: capacity)
    }

    /// Starts the thread and waits until it has made its file.
    func start(_ make: @escaping @Sendable () throws(MovieError) -> MovieFile) async throws(MovieError) {
        let made = Promise<Result<Void, MovieError>>()
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
        _ make: () throws(MovieError) -> MovieFile, _ made: Promise<Result<Void, MovieError>>
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
        let dropped = state.withLock { state in
            if case .failure(let error) = result { state.failure = error }
            defer { state.samples = [] }
            return state.samples.count
        }
        // Writes that wait come in one after the other, and throw.
        places.leave(dropped)
        self.result.set(result)
    }

    /// Returns the next sample; `nil` to end the movie.
    private func next() -> WriterSample? {
        while true {
            let sample: WriterSample?? = state.withLock { state in
                guard state.samples.isEmpty else { return state.samples.removeFirst() }
                return state.isEnding ? .some(nil) : .none
            }
            if let sample {
                if sample != nil { places.leave(1) }
                return sample
            }
            news.wait()
        }
    }

    // MARK: Tasks

    func write(_ sample: WriterSample) async throws(MovieError) {
        guard await places.enter() != nil else { throw .cancelled }
        do throws(MovieError) {
            try append(sample)
        } catch {
            places.leave(1)
            throw error
        }
    }

    private func append(_ sample: WriterSample) throws(MovieError) {
        try state.withLock { state throws(MovieError) in
            if let failure = state.failure { throw failure }
            guard !state.isEnding else { throw .cancelled }
            state.samples.append(sample)
        }
        news.signal()
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
