import Synchronization

/// A task that records: which photo it works for, and its number.
final class TracedTask: Sendable {
    /// A moment on a thread, from which an arrow can lead.
    struct Moment {
        let thread: Int
        let time: Int64
    }

    let file: TraceFile
    /// `nil` for work that is for no photo.
    private let photo: String?
    /// 0 for work that is for no photo.
    private let number: Int
    private let parent: Int?
    /// Where the spans ended after which the next one comes: the task's own last one, and those of its children.
    private let ends: Mutex<[Moment]>

    init(of file: TraceFile) {
        self.file = file
        photo = nil
        number = 0
        parent = nil
        ends = Mutex([])
    }

    init(of file: TraceFile, photo: String) {
        self.file = file
        self.photo = photo
        number = file.newNumber()
        parent = nil
        ends = Mutex([])
    }

    init(childOf task: TracedTask) {
        file = task.file
        photo = task.photo
        number = task.file.newNumber()
        parent = task.number
        ends = Mutex(task.ends.withLock { $0 })
    }

    func joined(by child: TracedTask) {
        let last = child.ends.withLock { $0 }
        ends.withLock { $0 += last }
    }

    private var arguments: [(name: String, value: TraceEvent.Value)] {
        guard let photo else { return [] }
        var arguments: [(name: String, value: TraceEvent.Value)] = [
            ("photo", .text(photo)), ("task", .whole(number)),
        ]
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
        // Spans of no photo follow nothing.
        guard photo != nil else { return span }
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
                phase: .complete, name: name, category: photo == nil ? "studio" : "photo", time: span.time,
                length: now - span.time, thread: span.thread, arguments: arguments))
        if photo != nil { ends.withLock { $0 = [Moment(thread: span.thread, time: now)] } }
    }

    func mark(_ name: String, _ reason: String) {
        file.append(
            TraceEvent(
                phase: .instant, name: name, category: "photo", time: TraceClock.now, thread: file.currentThread(),
                arguments: arguments + [("reason", .text(reason))]))
    }

    /// A nanosecond inside both spans: an arrow belongs to the span around its end.
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
