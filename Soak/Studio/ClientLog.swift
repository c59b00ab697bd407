import Synchronization

/// What the clients of a studio share: the existing photos, the answers, and whether the clients may continue.
final class ClientLog: Sendable {
    private struct State {
        var ids: [String] = []
        /// The photos whose files duplicates share, by the duplicates' ids.
        var sources: [String: String] = [:]
        /// The answers by action and status.
        var answers: [String: [Int: Int]] = [:]
        var healthTimes: [Duration] = []
        var isOver = false
    }

    let faults: FaultList
    private let state = Mutex(State())

    init(_ faults: FaultList) {
        self.faults = faults
    }

    var isOver: Bool {
        get { state.withLock { $0.isOver } }
        set { state.withLock { $0.isOver = newValue } }
    }

    var ids: [String] {
        get { state.withLock { $0.ids } }
        set { state.withLock { $0.ids = newValue } }
    }

    func add(_ id: String) { state.withLock { $0.ids.append(id) } }

    func addDuplicate(_ copy: String, of id: String) {
        state.withLock { state in
            state.ids.append(copy)
            state.sources[copy] = state.sources[id] ?? id
        }
    }

    /// Returns the SHA-256 of a photo's file: its own id, unless it is a duplicate.
    func digest(of id: String) -> String { state.withLock { $0.sources[id] ?? id } }

    func remove(_ id: String) { state.withLock { state in state.ids.removeAll { $0 == id } } }

    /// Notes an answer. A failure of the server itself is a fault; 502 is about another server, 503 and 507 about a
    /// limit.
    func note(_ what: String, _ status: Int, _ text: @autoclosure () -> String = "") {
        state.withLock { $0.answers[what, default: [:]][status, default: 0] += 1 }
        if status >= 500, ![502, 503, 507].contains(status) { faults.add("\(what): \(status) \(text())") }
        if status == 0 { faults.add("\(what): no answer. \(text())") }
    }

    func noteHealth(_ time: Duration) { state.withLock { $0.healthTimes.append(time) } }

    /// The number of answers by action and status.
    var summary: [String] {
        state.withLock { state in
            state.answers.sorted { $0.key < $1.key }.map { name, answers in
                let counts = answers.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
                return "  \(name): \(counts.joined(separator: ", "))"
            }
        }
    }

    var requestCount: Int { state.withLock { $0.answers.values.reduce(0) { $0 + $1.values.reduce(0, +) } } }

    /// The median, the 99th percentile and the maximum of the time that `/health` took.
    var healthSummary: String {
        let times = state.withLock { $0.healthTimes }.sorted()
        guard let most = times.last else { return "/health was not asked" }
        func milliseconds(_ time: Duration) -> String { "\(Int((time / .milliseconds(1)).rounded(.up))) ms" }
        return "/health: median \(milliseconds(times[times.count / 2])), 99 % within "
            + "\(milliseconds(times[times.count * 99 / 100])), most \(milliseconds(most))"
    }
}
