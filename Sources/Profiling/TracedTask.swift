import Synchronization

/// A task that records: its subject and its number.
final class TracedTask: Sendable {
    /// A moment on a thread, from which an arrow can lead.
    struct Moment {
        let thread: Int
        let time: Int64
    }

    enum Subject {
        case photo(String)
        case request(String)
        /// Work without a subject.
        case none
    }

    let file: TraceFile
    private let subject: Subject
    /// 0 for work without a subject.
    private let number: Int
    private let parent: Int?
    /// The ends of spans that the next span follows: the task's last one and those of its children.
    private let ends: Mutex<[Moment]>

    init(of file: TraceFile) {
        self.file = file
        subject = .none
        number = 0
        parent = nil
        ends = Mutex([])
    }

    init(of file: TraceFile, subject: Subject) {
        self.file = file
        self.subject = subject
        number = file.newNumber()
        parent = nil
        ends = Mutex([])
    }

    init(childOf task: TracedTask) {
        file = task.file
        subject = task.subject
        number = task.file.newNumber()
        parent = task.number
        ends = Mutex(task.ends.withLock { $0 })
    }

    func joined(by child: TracedTask) {
        let last = child.ends.withLock { $0 }
        ends.withLock { $0 += last }
    }

    private var arguments: [(name: String, value: TraceEvent.Value)] {
        var arguments: [(name: String, value: TraceEvent.Value)] = []
        switch subject {
        case .photo(let name): arguments.append(("photo", .text(name)))
        case .request(let name): arguments.append(("request", .text(name)))
        case .none: return []
        }
        arguments.append(("task", .whole(number)))
        if let parent { arguments.append(("parent", .whole(parent))) }
        return arguments
    }

    // MARK: The task as a whole

    func begin(_ name: String) {
        file.append(
            TraceEvent(
                phase: .taskBegin, name: name, category: "task", time: TraceClock.now, thread: file.currentThread(),
                id: number, arguments: arguments))
    }

    func end(_ name: String) {
        file.append(
            TraceEvent(
                phase: .taskEnd, name: name, category: "task", time: TraceClock.now, thread: file.currentThread(),
                id: number))
    }

    // MARK: Its steps

    func beginSpan() -> Moment {
        let span = Moment(thread: file.currentThread(), time: TraceClock.now)
        // Repeated work has no cause to point to.
        if case .none = subject { return span }
        let before = ends.withLock { ends in
            defer { ends = [] }
            return ends
        }
        for end in before where end.thread != span.thread { appendArrow(from: end, to: span) }
        return span
    }

    func endSpan(_ name: String, _ span: Moment) {
        let now = TraceClock.now
        file.append(
            TraceEvent(
                phase: .complete, name: name, category: subject.category, time: span.time,
                length: now - span.time, thread: span.thread, arguments: arguments))
        ends.withLock { $0 = [Moment(thread: span.thread, time: now)] }
    }

    func mark(_ name: String, _ reason: String) {
        file.append(
            TraceEvent(
                phase: .instant, name: name, category: subject.category, time: TraceClock.now,
                thread: file.currentThread(),
                arguments: arguments + [("reason", .text(reason))]))
    }

    /// Appends an arrow, a nanosecond inside both spans, because an arrow belongs to the span around its end.
    private func appendArrow(from end: Moment, to span: Moment) {
        let id = file.newNumber()
        for (phase, thread, time) in [
            (TraceEvent.Phase.arrowBegin, end.thread, end.time - 1), (.arrowEnd, span.thread, span.time + 1),
        ] {
            file.append(
                TraceEvent(phase: phase, name: "then", category: "arrow", time: time, thread: thread, id: id))
        }
    }
}

extension TracedTask.Subject {
    fileprivate var category: String {
        switch self {
        case .photo: "photo"
        case .request: "request"
        case .none: "studio"
        }
    }
}
