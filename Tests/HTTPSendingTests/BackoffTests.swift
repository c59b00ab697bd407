import HTTPSending
import Testing

@Suite struct BackoffTests {
    private let backoff = Backoff(attempts: 9, delay: .seconds(2), longestDelay: .seconds(10))

    @Test func theWaitDoublesFromTryToTryUpToTheLongest() {
        let waits = [1, 2, 3, 4, 60].map { backoff.wait(after: $0, jitter: 1) / .seconds(1) }
        #expect(waits == [2, 4, 8, 10, 10])
    }

    @Test func jitterLiesBetweenHalfOfTheWaitAndAllOfIt() {
        #expect(backoff.wait(after: 1, jitter: 0) == .seconds(1))
        #expect(backoff.wait(after: 3, jitter: 0.5) == .seconds(6))
        #expect(backoff.wait(after: 2, jitter: -1) == .seconds(2))
        #expect(backoff.wait(after: 2, jitter: 7) == .seconds(4))
    }

    @Test func thereIsAtLeastOneTry() {
        #expect(Backoff(attempts: 0, delay: .zero, longestDelay: .zero).attempts == 1)
    }
}
