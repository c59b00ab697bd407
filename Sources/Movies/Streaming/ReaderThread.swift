import Execution
import Synchronization

/// The thread of a source, where blocking calls meet tasks. It makes the source, asks it for samples and puts them into
/// a bounded queue.
final class ReaderThread: Sendable {
    struct Opened: Sendable {
        let info: MovieInfo
        let startedAt: Int64?
    }

    let queue: SampleQueue
    private let options: ReadingOptions
    private let makeProducer: ProducerMaker
    private let pace: PaceClock
    private let stopSignal = StopSignal()
    private let silence: SilenceWatch?
    private let opened = Promise<Result<Opened, MovieError>>()
    private let end = Promise<Void>()
    private let lostPictures = Atomic(0)
    private let lostSound = Atomic<Int64>(0)
    private let missing = Mutex<MovieLoss?>(nil)
    let locks: LockRequest

    /// Makes the source on the thread that reads it.
    typealias ProducerMaker = @Sendable (StopSignal) throws(MovieError) -> any SampleProducer

    convenience init(
        _ source: MovieSource, _ options: ReadingOptions, videoSystem: any VideoSystem = LinuxVideoSystem(),
        pace: PaceClock = .monotonic
    ) {
        let locks = LockRequest()
        var silence: SilenceWatch?
        if case .microphone(let microphone) = source {
            silence = SilenceWatch(error: MicrophoneProducer.silence(of: microphone), clock: pace)
        }
        self.init(options, locks: locks, pace: pace, silence: silence) { stopSignal throws(MovieError) in
            try Self.producer(source, options, locks: locks, stopSignal: stopSignal, videoSystem: videoSystem)
        }
    }

    /// Creates a reader; its thread starts later.
    ///
    /// - Parameter silence: ends a source that gives nothing any more, and may block for ever.
    init(
        _ options: ReadingOptions, locks: LockRequest = LockRequest(), pace: PaceClock = .monotonic,
        silence: SilenceWatch? = nil, makeProducer: @escaping ProducerMaker
    ) {
        self.options = options
        self.locks = locks
        self.pace = pace
        self.silence = silence
        self.makeProducer = makeProducer
        queue =
            switch options.buffering {
            case .everyFrame(let count): SampleQueue(.waits(capacity: max(1, count)))
            case .newestFrame: SampleQueue(.newestPicture(soundCapacity: 256))
            }
    }

    var droppedPictures: Int { queue.dropped.pictures + lostPictures.load(ordering: .relaxed) }
    /// The dropped sound in nanoseconds.
    var droppedSound: Int64 { queue.dropped.sound + lostSound.load(ordering: .relaxed) }

    var loss: MovieLoss? { missing.withLock { $0 } }

    func open() async throws(MovieError) -> Opened {
        let isStarted =
            SystemThread.start(name: "peel-movie") { [self] in run() }
            && (silence == nil || SystemThread.start(name: "peel-silence") { [self] in watch() })
        guard isStarted else {
            stop()
            throw MovieError(.outOfMemory, "the system has no thread for reading")
        }
        return try await opened.value.get()
    }

    func stop() {
        stopSignal.stop()
        queue.close()
    }

    func waitForEnd() async {
        await end.value
    }

    // MARK: The thread

    private func run() {
        do throws(MovieError) {
            try produce()
            queue.finish()
        } catch {
            fail(error)
        }
        silence?.threadHasEnded()
        stopSignal.stop()
        if silence == nil { end.set(()) }
    }

    /// Fails the source. Before it is open, the error is the result of opening it.
    private func fail(_ error: MovieError) {
        // First, because a caller that knows of the failure may rely on the source not being asked again.
        queue.finish(error.code == .cancelled ? nil : error)
        opened.set(.failure(error))
    }

    private func produce() throws(MovieError) {
        silence?.begin()
        let producer = try makeProducer(stopSignal)
        var start: Int64?
        while try passOn(from: producer, &start) {}
    }

    /// Makes a sample and passes it on. It does not keep the sample while the next one is made, because a frame of 4K
    /// is 17 MB to its decoder.
    ///
    /// - Parameter start: when time 0 is on the clock; `nil` before the first sample.
    /// - Returns: `false` when that was all, or the reader has gone.
    private func passOn(from producer: any SampleProducer, _ start: inout Int64?) throws(MovieError) -> Bool {
        // A blocking source is not asked again after it was told to stop.
        if start != nil, stopSignal.isStopped { return false }
        silence?.begin()
        let next = try producer.next()
        silence?.end()
        if let loss = producer.loss { missing.withLock { $0 = loss } }
        let isPaced = options.pace == .realTime && !producer.info.isLive
        let zero = start ?? pace.now() &- (next?.time ?? 0)
        if start == nil {
            let startedAt = isPaced ? zero : producer.startedAt
            opened.set(.success(Opened(info: producer.info, startedAt: startedAt)))
        }
        start = zero
        guard let sample = next else { return false }
        if isPaced, !pace.wait(stopSignal, zero &+ sample.time) { return false }
        guard queue.send(sample) else { return false }
        lostPictures.store(producer.lostPictures, ordering: .relaxed)
        lostSound.store(producer.lostSound, ordering: .relaxed)
        return true
    }

    /// Fails a source that is silent for too long, even if its thread blocks.
    private func watch() {
        guard let silence else { return }
        if silence.waitForSilence(until: stopSignal) {
            fail(silence.error)
            stopSignal.stop()
        }
        silence.waitForThread()
        end.set(())
    }

    private static func producer(
        _ source: MovieSource, _ options: ReadingOptions, locks: LockRequest, stopSignal: StopSignal,
        videoSystem: any VideoSystem
    ) throws(MovieError) -> any SampleProducer {
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
}
