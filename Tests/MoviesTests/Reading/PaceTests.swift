import Files
import TestSupport
import Testing

@testable import Movies

/// A file at its own speed, by a clock that the test moves.
@Suite(.timeLimit(.minutes(10))) struct PaceTests {
    private let movies = OddMovies()
    private let hand = HandClock()

    /// Ten pictures, 40 ms apart.
    private func open() async throws -> MovieReader {
        let path = try await movies.make("ten.mp4", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 10")
        return try await MovieReader.open(
            ReaderThread(.file(path), ReadingOptions(pace: .realTime), pace: hand.clock))
    }

    @Test func eachPictureComesAtItsTimeAndNotBefore() async throws {
        let reader = try await open()
        var samples = reader.makeIterator()
        for number in 0..<10 {
            guard case .picture(let frame)? = try await samples.next() else { return #expect(Bool(false)) }
            #expect(frame.number == number)
            // The next one has been decoded, and waits for its time.
            await hand.untilAsked(min(10, number + 2))
            #expect(hand.askedCount == min(10, number + 2))
            hand.move(by: 40_000_000)
        }
        #expect(try await samples.next() == nil)
        #expect(hand.asked == (0..<10).map { 1_000_000_000 + Int64($0) * 40_000_000 })
        await reader.stop()
    }

    /// What was late does not push back what follows.
    @Test func aSlowReaderCatchesUp() async throws {
        let reader = try await open()
        var samples = reader.makeIterator()
        _ = try await samples.next()
        hand.move(by: 10_000_000_000)
        for number in 1..<10 {
            guard case .picture(let frame)? = try await samples.next() else { return #expect(Bool(false)) }
            #expect(frame.number == number)
        }
        #expect(hand.asked.last == 1_360_000_000)
        await reader.stop()
    }

    @Test func aStopEndsTheWaiting() async throws {
        let reader = try await open()
        await hand.untilAsked(2)
        await reader.stop()
        var samples = reader.makeIterator()
        #expect(try await samples.next() == nil)
    }
}
