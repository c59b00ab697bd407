import Dispatch
import TestSupport
import Testing

@testable import Movies

/// A microphone that gives nothing any more, and whose thread blocks in a call that cannot be interrupted.
@Suite(.timeLimit(.minutes(10))) struct SilenceTests {
    private let hand = HandClock()
    private let microphone = BlockingMicrophone()
    private static let error = MovieError(.unplugged, "it has given no sound for five seconds")

    private func open() async throws(MovieError) -> MovieReader {
        let watch = SilenceWatch(error: Self.error, clock: hand.clock)
        return try await MovieReader.open(
            ReaderThread(ReadingOptions(buffering: .newestFrame), pace: hand.clock, silence: watch) { [microphone] _ in
                microphone.producer
            })
    }

    @Test func silenceEndsTheSoundAfterFiveSecondsAndAStopDoesNotWaitForIt() async throws {
        microphone.give(3)
        let reader = try await open()
        var samples = reader.makeIterator()
        for _ in 0..<3 { #expect(try await samples.next() != nil) }
        await microphone.untilAsked(4)
        await hand.untilAsked(1)
        #expect(hand.asked.allSatisfy { $0 == 6_000_000_000 }, "five seconds from now")
        hand.move(by: 5_000_000_000)
        await #expect(throws: Self.error) { try await samples.next() }
        await reader.stop()
        #expect(!microphone.isGone, "its thread still blocks")
        microphone.give(1)
        await microphone.untilGone()
    }

    @Test func aMicrophoneThatIsSilentFromTheStartIsNotOpened() async {
        let opening = Task { () async -> MovieError? in
            do throws(MovieError) {
                await (try open()).stop()
                return nil
            } catch {
                return error
            }
        }
        await microphone.untilAsked(1)
        await hand.untilAsked(1)
        hand.move(by: 5_000_000_000)
        #expect(await opening.value == Self.error)
        microphone.give(2)
        await microphone.untilGone()
        #expect(microphone.asked == 1)
    }

    /// It is told so while it is asked, and its queue has room.
    @Test func aSourceThatWasToldToStopIsNotAskedAgain() async throws {
        let asked = Watched(0)
        let thread = ReaderThread(ReadingOptions()) { StoppedSource(asked, $0) }
        let reader = try await MovieReader.open(thread)
        await thread.waitForEnd()
        #expect(asked.value == 2)
        await reader.stop()
    }

    @Test func pausesAreNoSilence() async throws {
        microphone.give(1)
        let reader = try await open()
        var samples = reader.makeIterator()
        #expect(try await samples.next() != nil)
        for _ in 0..<5 {
            hand.move(by: 4_000_000_000)
            microphone.give(1)
            #expect(try await samples.next() != nil)
        }
        async let stopped: Void = reader.stop()
        microphone.give(1)
        await stopped
        #expect(try await samples.next() == nil)
    }

    /// While the thread hands over what it has, time does not count.
    @Test func aReaderThatTakesItsTimeIsNoSilence() async {
        let (watch, stop) = (SilenceWatch(error: Self.error, clock: hand.clock), StopSignal())
        watch.begin()
        watch.end()
        async let isSilent = withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: watch.waitForSilence(until: stop)) }
        }
        await hand.untilAsked(1)
        hand.move(by: 60_000_000_000)
        await hand.untilAsked(2)
        watch.begin()
        hand.move(by: 5_000_000_000)
        #expect(await isSilent)
        #expect(hand.asked == [6_000_000_000, 66_000_000_000])
    }
}

/// Gives as many pieces of sound as it is told to, and blocks for the next, also when it should stop.
private final class BlockingMicrophone: Sendable {
    private let orders = DispatchSemaphore(value: 0)
    private let counts = Watched((asked: 0, isGone: false))

    func give(_ count: Int) {
        for _ in 0..<count { orders.signal() }
    }

    /// How many times it was asked for a piece of sound.
    var asked: Int { counts.value.asked }
    /// Whether its thread has ended.
    var isGone: Bool { counts.value.isGone }
    var producer: any SampleProducer { Producer(self) }

    /// Returns once it was asked so many times for a piece of sound.
    func untilAsked(_ count: Int) async {
        await counts.until { $0.asked >= count }
    }

    func untilGone() async {
        await counts.until(\.isGone)
    }

    private final class Producer: SampleProducer {
        let info = MovieInfo(sound: AudioChunk.Format(sampleRate: 8_000, channels: 1), isLive: true)
        private let microphone: BlockingMicrophone

        init(_ microphone: BlockingMicrophone) {
            self.microphone = microphone
        }

        deinit { microphone.counts.withLock { $0.isGone = true } }

        func next() -> MovieSample? {
            let number = microphone.counts.withLock { counts in
                counts.asked += 1
                return counts.asked
            }
            microphone.orders.wait()
            return .sound(number)
        }
    }
}

/// Raises its stop signal when it is asked for the second time.
private final class StoppedSource: SampleProducer {
    let info = MovieInfo(sound: AudioChunk.Format(sampleRate: 8_000, channels: 1), isLive: true)
    private let asked: Watched<Int>
    private let stopSignal: StopSignal

    init(_ asked: Watched<Int>, _ stopSignal: StopSignal) {
        self.asked = asked
        self.stopSignal = stopSignal
    }

    func next() -> MovieSample? {
        let number = asked.withLock { asked in
            asked += 1
            return asked
        }
        if number == 2 { stopSignal.stop() }
        return number > 2 ? nil : .sound(number)
    }
}

extension MovieSample {
    /// Two samples, one piece after the other.
    fileprivate static func sound(_ number: Int) -> MovieSample {
        let format = AudioChunk.Format(sampleRate: 8_000, channels: 1)
        return .sound(AudioChunk(format: format, samples: [0, 0], time: Int64(number) * 250_000))
    }
}
