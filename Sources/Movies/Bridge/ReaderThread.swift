import Synchronization

/// The one place where a source's blocking calls meet tasks: a thread that makes the source, asks it for samples and
/// puts them into a bounded queue.
final class ReaderThread: Sendable {
    struct Opened: Sendable {
        let info: MovieInfo
        let startedAt: Int64?
    }

    private struct State {
        var opened: Result<Opened, MovieError>?
        var opener: CheckedContinuation<Result<Opened, MovieError>, Never>?
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let queue: SampleQueue
    private let source: MovieSource
    private let options: ReadingOptions
    private let stopSignal = StopSignal()
    private let state = Mutex(State())
    private let lost = Atomic(0)
    let locks = LockRequest()
    private let videoSystem: any VideoSystem

    init(
        _ source: MovieSource, _ options: ReadingOptions, videoSystem: any VideoSystem = LinuxVideoSystem()
    ) {
        self.source = source
        self.options = options
        self.videoSystem = videoSystem
        queue =
            switch options.buffering {
            case .everyFrame(let count): SampleQueue(.waits(capacity: max(1, count)))
            case .newestFrame: SampleQueue(.newestPicture(soundCapacity: 256))
            }
    }

    var droppedPictures: Int { queue.dropped.pictures + lost.load(ordering: .relaxed) }

    func open() async -> Result<Opened, MovieError> {
        let isStarted = MediaThread.start(name: "peel-movie") { [self] in run() }
        guard isStarted else { return .failure(MovieError(.outOfMemory, "the system gives no thread to read with")) }
        return await withCheckedContinuation { continuation in
            let opened = state.withLock { state in
                if state.opened == nil { state.opener = continuation }
                return state.opened
            }
            if let opened { continuation.resume(returning: opened) }
        }
    }

    func stop() {
        stopSignal.stop()
        queue.close()
    }

    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    // MARK: The thread

    private func run() {
        do throws(MovieError) {
            try produce()
            queue.finish()
        } catch {
            // Before the source is open, this is the answer to whoever opens it.
            report(.failure(error))
            queue.finish(error.code == .cancelled ? nil : error)
        }
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func produce() throws(MovieError) {
        let producer = try makeProducer()
        let first = try producer.next()
        report(.success(Opened(info: producer.info, startedAt: producer.startedAt)))
        guard var sample = first else { return }
        let isPaced = options.pace == .realTime && !producer.info.isLive
        let start = MonotonicClock.now &- sample.time
        while true {
            if isPaced, !stopSignal.wait(untilNanoseconds: start &+ sample.time) { return }
            guard queue.send(sample) else { return }
            lost.store(producer.lostPictures, ordering: .relaxed)
            guard let next = try producer.next() else { return }
            sample = next
        }
    }

    private func makeProducer() throws(MovieError) -> any SampleProducer {
        switch source {
        case .file(let path):
            let input = try FileInput(path, limits: options.limits, stopSignal: stopSignal)
            return try FileProducer(input, options, stopSignal: stopSignal)
        case .bytes(let bytes):
            guard !bytes.isEmpty else { throw MovieError(.empty, "cannot read the movie: it is empty") }
            return try FileProducer(MemoryInput(bytes), options, stopSignal: stopSignal)
        case .graph(let text):
            return try GraphProducer(text, options, stopSignal: stopSignal)
        case .camera(let path, let settings):
            return try CameraProducer(
                path, settings, options, locks: locks, stopSignal: stopSignal, system: videoSystem)
        case .microphone(let microphone):
            return try MicrophoneProducer(microphone, options, stopSignal: stopSignal)
        }
    }

    private func report(_ opened: Result<Opened, MovieError>) {
        let opener = state.withLock { state in
            guard state.opened == nil else { return nil as CheckedContinuation<Result<Opened, MovieError>, Never>? }
            state.opened = opened
            return state.opener.take()
        }
        opener?.resume(returning: opened)
    }
}
