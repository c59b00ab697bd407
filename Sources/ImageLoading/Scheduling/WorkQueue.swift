/// The requests that wait for one of a few places, and those that have one. The highest priority comes first, then the
/// oldest request. A group (a host) has a limit of its own.
///
/// A pure value. Every operation but ``start()`` takes the same time on the average, however many wait; that one goes
/// through the groups. It takes room for those that wait, however often they were moved.
struct WorkQueue {
    private struct Waiting {
        let group: String
        var priority: LoadPriority
        var ticket: Int
    }

    /// A first-in first-out line. Removed or moved entries stay until their turn comes, or too many have gathered.
    private struct Line {
        var entries: [(ticket: Int, job: JobID)] = []
        var head = 0

        var first: (ticket: Int, job: JobID)? { head < entries.count ? entries[head] : nil }
        var count: Int { entries.count - head }

        mutating func removeAll(where isStale: ((ticket: Int, job: JobID)) -> Bool) {
            entries = entries[head...].filter { !isStale($0) }
            head = 0
        }

        mutating func dropFirst() {
            head += 1
            if 2 * head >= entries.count {
                entries.removeFirst(head)
                head = 0
            }
        }
    }

    private struct Group {
        var running = 0
        var waiting = 0
        var lines = [Line](repeating: Line(), count: LoadPriority.allCases.count)

        var entryCount: Int { lines.reduce(0) { $0 + $1.count } }

        /// Returns the first valid entry. Entries before it that no longer wait are dropped.
        mutating func head(
            atMost limit: Int, isWaiting: ((ticket: Int, job: JobID)) -> Bool
        ) -> (ticket: Int, job: JobID)? {
            guard waiting > 0, running < limit else { return nil }
            for line in lines.indices.reversed() {
                while let entry = lines[line].first {
                    if isWaiting(entry) { return entry }
                    lines[line].dropFirst()
                }
            }
            return nil
        }
    }

    let limit: Int
    let groupLimit: Int
    private var waiting: [JobID: Waiting] = [:]
    private var running: [JobID: String] = [:]
    private var groups: [String: Group] = [:]
    private var nextTicket = 0

    /// - Parameters:
    ///   - limit: at least 1.
    ///   - groupLimit: at least 1.
    init(limit: Int, groupLimit: Int = .max) {
        precondition(limit >= 1 && groupLimit >= 1, "limit must be at least 1")
        self.limit = limit
        self.groupLimit = groupLimit
    }

    var waitingCount: Int { waiting.count }
    var runningCount: Int { running.count }
    func isRunning(_ job: JobID) -> Bool { running[job] != nil }

    mutating func append(_ job: JobID, group: String = "", priority: LoadPriority) {
        precondition(waiting[job] == nil && running[job] == nil, "a job must not wait twice")
        enqueue(job, Waiting(group: group, priority: priority, ticket: nextTicket))
        groups[group, default: Group()].waiting += 1
    }

    private mutating func enqueue(_ job: JobID, _ entry: Waiting) {
        nextTicket += 1
        waiting[job] = entry
        var group = groups.removeValue(forKey: entry.group) ?? Group()
        group.lines[entry.priority.rawValue].entries.append((entry.ticket, job))
        if group.entryCount > 2 * group.waiting + Self.mostStale {
            for line in group.lines.indices {
                group.lines[line].removeAll { waiting[$0.job]?.ticket != $0.ticket }
            }
        }
        groups[entry.group] = group
    }

    /// The number of stale entries that a group may have, besides as many as wait.
    private static let mostStale = 32

    /// The number of entries, including stale ones.
    var entryCount: Int { groups.values.reduce(0) { $0 + $1.entryCount } }

    /// Changes a waiting job's priority. It has no effect on others.
    mutating func setPriority(_ job: JobID, to priority: LoadPriority) {
        guard let entry = waiting[job], entry.priority != priority else { return }
        enqueue(job, Waiting(group: entry.group, priority: priority, ticket: nextTicket))
    }

    /// Removes a waiting job.
    mutating func remove(_ job: JobID) {
        guard let entry = waiting.removeValue(forKey: job) else { return }
        groups[entry.group]?.waiting -= 1
        forgetIfIdle(entry.group)
    }

    /// Gives the next job a place; `nil` if no place is free or no waiting job may have it.
    mutating func start() -> JobID? {
        guard running.count < limit, !waiting.isEmpty else { return nil }
        var best: (job: JobID, entry: Waiting)?
        for name in Array(groups.keys) {
            guard let next = head(of: name) else { continue }
            if let best, (best.entry.priority, -best.entry.ticket) >= (next.entry.priority, -next.entry.ticket) {
                continue
            }
            best = next
        }
        guard let (job, entry) = best else { return nil }
        waiting[job] = nil
        running[job] = entry.group
        groups[entry.group]?.lines[entry.priority.rawValue].dropFirst()
        groups[entry.group]?.waiting -= 1
        groups[entry.group]?.running += 1
        return job
    }

    /// Frees the job's place.
    mutating func end(_ job: JobID) {
        guard let name = running.removeValue(forKey: job) else { return }
        groups[name]?.running -= 1
        forgetIfIdle(name)
    }

    private mutating func head(of name: String) -> (job: JobID, entry: Waiting)? {
        let waiting = waiting
        let head = groups[name]?.head(atMost: groupLimit) { waiting[$0.job]?.ticket == $0.ticket }
        return head.flatMap { head in waiting[head.job].map { (head.job, $0) } }
    }

    private mutating func forgetIfIdle(_ name: String) {
        if let group = groups[name], group.running == 0, group.waiting == 0 { groups[name] = nil }
    }
}
