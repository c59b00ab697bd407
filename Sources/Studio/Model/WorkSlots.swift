/// How many photos are worked on at once, and who comes next: on the main actor, so nothing is locked. A place that
/// somebody waits for is handed over in the order in which it was asked for.
final class WorkSlots {
    private var free: Int
    private var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextTicket = 0
    private(set) var isClosed = false

    /// - Precondition: there is at least one.
    init(count: Int) {
        precondition(count >= 1, "something may be worked on")
        free = count
    }

    /// Waits for a place. Whoever gets one gives it back with ``leave()``.
    ///
    /// - Returns: `false` when the task was cancelled; there is nothing to give back then.
    func enter() async -> Bool {
        if Task.isCancelled || isClosed { return false }
        if free > 0 {
            free -= 1
            return true
        }
        let ticket = nextTicket
        nextTicket += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiting.append((ticket, continuation))
                }
            }
        } onCancel: {
            Task { @MainActor in self.giveUp(ticket) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().continuation.resume(returning: true)
        }
    }

    /// Nobody gets a place any more.
    func close() {
        isClosed = true
        let left = waiting
        waiting = []
        for waiter in left { waiter.continuation.resume(returning: false) }
    }

    private func giveUp(_ ticket: Int) {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }
}
