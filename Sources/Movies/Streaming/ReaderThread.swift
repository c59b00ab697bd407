import Execution
import Synchronization

/// The one place where a source's blocking calls meet tasks: a thread that makes the source, asks it for samples and
/// puts them into a bounded queue.
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
    private let opened = FirstValue<Result<Opened, MovieError>>()
    private let end = FirstValue<Void>()
    private let lostPictures = Atomic(0)
    private let lostSound = Atomic<Int64>(0)
    let locks: LockRequest

    /// Makes the source on the thread that reads it.
    typealias ProducerMaker = @Sendable (StopSignal) throws(MovieError) -> any SampleProducer

    convenience init(
        _ source: MovieSource, _ options: ReadingOptions, videoSystem: any VideoSystem = LinuxVideoSystem(),
        pace: PaceClock = .monotonic
    ) {
        let locks = LockRequest()
        self.init(options, locks: locks, pace: pace) { stopSignal throws(MovieError) in
            try Self.producer(source, options, locks: locks, stopSignal, videoSystem)
        }
    }

    init(
        _ options: ReadingOptions, locks: LockRequest = LockRequest(), pace: PaceClock = .monotonic,
        makeProducer: @escaping ProducerMaker
    ) {
        self.options = options
        self.locks = locks
        self.pace = pace
        self.makeProducer = makeProducer
        queue =
            switch options.buffering {
            case .everyFrame(let count): SampleQueue(.waits(capacity: max(1, count)))
            case .newestFrame: SampleQueue(.newestPicture(soundCapacity: 256))
            }
    }

    var droppedPictures: Int { queue.dropped.pictures + lostPictures.load(ordering: .relaxed) }
    /// In nanoseconds.
    var droppedSound: Int64 { queue.dropped.sound + lostSound.load(ordering: .relaxed) }

    func open() async throws(MovieError) -> Opened {
        let isStarted = SystemThread.start(name: "peel-movie") { [self] in run() }
        guard isStarted else { throw MovieError(.outOfMemory, "the system gives no thread to read with") }
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
            // Before the source is open, this is the result of opening it.
            opened.set(.failure(error))
            queue.finish(error.code == .cancelled ? nil : error)
        }
        end.set(())
    }

    private func produce() throws(MovieError) {
        let producer = try makeProducer(stopSignal)
        let first = try producer.next()
        opened.set(.success(Opened(info: producer.info, startedAt: producer.startedAt)))
        guard var sample = first else { return }
        let isPaced = options.pace == .realTime && !producer.info.isLive
        let start = pace.now() &- sample.time
        while true {
            if isPaced, !pace.wait(stopSignal, start &+ sample.time) { return }
            guard queue.send(sample) else { return }
            lostPictures.store(producer.lostPictures, ordering: .relaxed)
            lostSound.store(producer.lostSound, ordering: .relaxed)
            guard let next = try producer.next() else { return }
            sample = next
        }
    }

    private static func producer(
        _ source: MovieSource, _ options: ReadingOptions, locks: LockRequest, _ stopSignal: StopSignal,
        _ videoSystem: any VideoSystem
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
