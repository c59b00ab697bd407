import Dispatch
import Synchronization
import TestSupport

@testable import Movies
@testable import SlitScan

/// A microphone that says what the test tells it to, and is read as any other: by a thread of its own.
final class FakeMicrophone: Sendable {
    static let format = AudioChunk.Format(sampleRate: 48_000, channels: 1)
    /// A fiftieth of a second.
    static let chunk: Int64 = 20_000_000

    private struct Orders {
        var chunks = 1
        var given = 0
        var end: MovieError?
    }

    private let orders = Watched(Orders())
    /// By which it is found to be silent, in nanoseconds. It stands still until it is moved on.
    private let time = Mutex<Int64>(0)
    private let news = DispatchSemaphore(value: 0)

    /// Gives so many more pieces of sound, as fast as they are taken.
    func speak(_ count: Int) {
        orders.withLock { $0.chunks += count }
        news.signal()
    }

    /// Fails after what it was told to give.
    func fail(_ error: MovieError) {
        orders.withLock { $0.end = error }
        news.signal()
    }

    func pass(nanoseconds: Int64) {
        time.withLock { $0 += nanoseconds }
    }

    private var clock: PaceClock {
        let now = { @Sendable in self.time.withLock { $0 } }
        return PaceClock(now: now) { stopSignal, moment in
            while !stopSignal.isStopped {
                if now() >= moment { return true }
                _ = stopSignal.wait(untilNanoseconds: MonotonicClock.now + 1_000_000)
            }
            return false
        }
    }

    /// Returns once all that was asked for was given.
    func untilSilent() async {
        await orders.until { $0.given == $0.chunks }
    }

    /// Opens this in place of every microphone, and the rest as it is.
    var opener: MovieCamera.ReaderOpener {
        { source, options throws(MovieError) in
            guard case .microphone = source else { return try await MovieReader.open(source, options) }
            let silence = SilenceWatch(
                error: MovieError(.unplugged, "the microphone has given no sound for five seconds"), clock: self.clock)
            return try await MovieReader.open(
                ReaderThread(options, silence: silence) { stopSignal throws(MovieError) in Producer(self, stopSignal) })
        }
    }

    private func next(_ stopSignal: StopSignal) throws(MovieError) -> MovieSample {
        while true {
            if stopSignal.isStopped { throw .cancelled }
            let (number, end) = orders.withLock { orders -> (Int?, MovieError?) in
                guard orders.given < orders.chunks else { return (nil, orders.end) }
                defer { orders.given += 1 }
                return (orders.given, nil)
            }
            if let end { throw end }
            if let number {
                let samples = [Float](repeating: 0.1, count: 960)
                return .sound(AudioChunk(format: Self.format, samples: samples, time: Int64(number) * Self.chunk))
            }
            // A stop is noticed in time.
            _ = news.wait(timeout: .now() + .milliseconds(5))
        }
    }

    private final class Producer: SampleProducer {
        let info = MovieInfo(sound: FakeMicrophone.format, isLive: true)
        private let microphone: FakeMicrophone
        private let stopSignal: StopSignal

        init(_ microphone: FakeMicrophone, _ stopSignal: StopSignal) {
            self.microphone = microphone
            self.stopSignal = stopSignal
        }

        func next() throws(MovieError) -> MovieSample? { try microphone.next(stopSignal) }
    }
}
