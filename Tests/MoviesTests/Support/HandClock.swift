import Dispatch
import TestSupport

@testable import Movies

/// A clock that stands still until the test moves it on.
final class HandClock: Sendable {
    private struct State {
        var now: Int64 = 1_000_000_000
        /// The moments that were waited for.
        var asked: [Int64] = []
    }

    private let state = Watched(State())
    private let news = DispatchSemaphore(value: 0)

    var asked: [Int64] { state.withLock { $0.asked } }

    /// Counted under the lock: the thread sanitizer does not see that a copy of the array is given back before the next
    /// append.
    var askedCount: Int { state.withLock { $0.asked.count } }

    /// Returns once so many moments were waited for.
    func untilAsked(_ count: Int) async {
        await state.until { $0.asked.count >= count }
    }

    func move(by nanoseconds: Int64) {
        state.withLock { $0.now += nanoseconds }
        news.signal()
    }

    var clock: PaceClock {
        let now = { @Sendable in self.state.withLock { $0.now } }
        return PaceClock(now: now) { stopSignal, moment in
            self.state.withLock { $0.asked.append(moment) }
            while !stopSignal.isStopped {
                if self.state.withLock({ $0.now >= moment }) { return true }
                // A stop is noticed in time.
                _ = self.news.wait(timeout: .now() + .milliseconds(5))
            }
            return false
        }
    }
}
