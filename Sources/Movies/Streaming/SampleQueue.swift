import Dispatch
import Synchronization

/// A bounded queue from a source's thread, which may block, to one task, which may not.
final class SampleQueue: Sendable {
    enum Policy: Hashable, Sendable {
        /// The thread waits for room, so nothing is lost.
        case waits(capacity: Int)
        /// A newer picture replaces one that was not read yet. Sound is kept, up to `soundCapacity` chunks.
        case newestPicture(soundCapacity: Int)
    }

    private enum End {
        case finished
        case failed(MovieError)
    }

    private struct State {
        var samples: [MovieSample] = []
        var end: End?
        /// Whether the reader has gone.
        var isClosed = false
        var reader: CheckedContinuation<Void, Never>?
        var isThreadWaiting = false
        var droppedPictures = 0
        var droppedSound: Int64 = 0
    }

    private let policy: Policy
    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)

    init(_ policy: Policy) {
        self.policy = policy
    }

    /// The pictures, and the nanoseconds of sound, that were not read in time.
    var dropped: (pictures: Int, sound: Int64) { state.withLock { ($0.droppedPictures, $0.droppedSound) } }

    // MARK: The source's thread

    /// Adds a sample. Blocks as long as the policy says.
    ///
    /// - Returns: `false` when the reader has gone, or the queue has ended.
    func send(_ sample: MovieSample) -> Bool {
        while true {
            var reader: CheckedContinuation<Void, Never>?
            let isTaken: Bool? = state.withLock { state in
                guard !state.isClosed, state.end == nil else { return false }
                guard makeRoom(for: sample, in: &state) else {
                    state.isThreadWaiting = true
                    return nil
                }
                state.samples.append(sample)
                reader = state.reader.take()
                return true
            }
            reader?.resume()
            if let isTaken { return isTaken }
            room.wait()
        }
    }

    func finish(_ error: MovieError? = nil) {
        let reader = state.withLock { state in
            if state.end == nil { state.end = error.map { .failed($0) } ?? .finished }
            return state.reader.take()
        }
        reader?.resume()
    }

    private func makeRoom(for sample: MovieSample, in state: inout State) -> Bool {
        switch policy {
        case .waits(let capacity):
            return state.samples.count < capacity
        case .newestPicture(let soundCapacity):
            switch sample {
            case .picture:
                if let old = state.samples.firstIndex(where: \.isPicture) {
                    state.samples.remove(at: old)
                    state.droppedPictures += 1
                }
            case .sound:
                if state.samples.count > soundCapacity, let old = state.samples.firstIndex(where: { !$0.isPicture }) {
                    state.droppedSound += state.samples.remove(at: old).soundDuration
                }
            }
            return true
        }
    }

    // MARK: The reader's task

    /// Returns the next sample; `nil` after the last one, and if the task is cancelled or the queue is closed.
    func next() async throws(MovieError) -> MovieSample? {
        while !Task.isCancelled {
            var isFreed = false
            let answer: MovieSample?? = try state.withLock { state throws(MovieError) in
                if state.isClosed { return .some(nil) }
                guard state.samples.isEmpty else {
                    isFreed = state.isThreadWaiting
                    state.isThreadWaiting = false
                    return state.samples.removeFirst()
                }
                switch state.end {
                case .finished: return .some(nil)
                case .failed(let error): throw error
                case nil: return .none
                }
            }
            if isFreed { room.signal() }
            if let answer { return answer }
            await waitForChange()
        }
        return nil
    }

    private func waitForChange() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.samples.isEmpty || state.end != nil || state.isClosed || Task.isCancelled { return true }
                    precondition(state.reader == nil, "only one task may read a source")
                    state.reader = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.reader.take() }?.resume()
        }
    }

    /// Releases the thread, and drops what was not read.
    func close() {
        let (reader, isThreadWaiting) = state.withLock { state in
            state.isClosed = true
            state.samples = []
            defer { state.isThreadWaiting = false }
            return (state.reader.take(), state.isThreadWaiting)
        }
        if isThreadWaiting { room.signal() }
        reader?.resume()
    }
}

extension MovieSample {
    var isPicture: Bool {
        if case .picture = self { true } else { false }
    }

    /// The duration in nanoseconds; 0 for a picture.
    fileprivate var soundDuration: Int64 {
        if case .sound(let chunk) = self { chunk.duration } else { 0 }
    }
}
