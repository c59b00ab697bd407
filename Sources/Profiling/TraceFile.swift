import CThreadStacks
import Dispatch
import Execution
public import Files
import Glibc
import Synchronization

/// A file of what ran when, on which thread, for which photo. It opens in Perfetto (ui.perfetto.dev) and in
/// `chrome://tracing`.
///
/// Any thread may record; none waits for the disk, for a thread of the file's own writes once a second, or when there
/// is enough. The file is of use at any time: when the program is killed only the closing bracket is missing, which the
/// format allows, and what happened in the last second. Memory is bounded: what comes faster than the disk takes it,
/// and what comes after the event limit, is left out and counted.
///
///     let trace = try TraceFile(at: "run.json")
///     await Trace.recording(to: trace) { … }
///     try trace.close()
public final class TraceFile: Sendable {
    private static let mostWaitingBytes = 8 << 20
    private static let enoughBytes = 64 << 10
    /// The beginning of every trace file. A file without it is not overwritten.
    private static let start = "[\n{\"name\":\"process_name\""
    /// The track of the main actor's hangs, above those of all threads.
    static let mainActorTrack = 1 << 22

    private struct Waiting {
        var bytes: [UInt8] = []
        var eventCount = 0
        var leftOut = 0
        /// The system's numbers of the threads that were named.
        var threads: Set<Int> = []
        var isClosed = false
    }

    private struct Output: ~Copyable {
        var file: OpenFile?
        /// The length of the file up to its last whole event.
        var length = 0
        var failure: FileError?
    }

    /// The file that is written.
    package let path: FilePath
    private let eventLimit: Int
    private let waitingLimit: Int
    private let origin: Int64
    private let process = Int(getpid())
    private let waiting = Mutex(Waiting())
    private let output: Mutex<Output>
    private let wake = DispatchSemaphore(value: 0)
    private let lastNumber = Atomic(0)

    /// Creates the file, or overwrites an earlier trace. Blocks.
    ///
    /// - Parameters:
    ///   - program: what the process is called in the trace.
    ///   - eventLimit: how many events the file may have; the default takes some 300 MB.
    /// - Throws: `FileError`; with `EEXIST` for a file that is there and is no trace, `EBUSY` for one that is being
    ///   written.
    public convenience init(
        at path: FilePath, program: String = "peel", eventLimit: Int = 2_000_000
    ) throws(FileError) {
        try self.init(at: path, program: program, eventLimit: eventLimit, waitingLimit: Self.mostWaitingBytes)
    }

    /// - Parameter waitingLimit: how many bytes may wait for the disk.
    init(at path: FilePath, program: String, eventLimit: Int, waitingLimit: Int) throws(FileError) {
        try Self.checkReplaceable(path)
        let file = try OpenFile("write", path, flags: O_WRONLY | O_CREAT)
        // Two programs that write one file would spoil it for both.
        guard file.lock(waiting: false) != .heldByAnother else {
            throw FileError("write", path, errorNumber: EBUSY)
        }
        file.withDescriptor { _ = ftruncate($0, 0) }
        self.path = path
        self.eventLimit = eventLimit
        self.waitingLimit = waitingLimit
        origin = TraceClock.now
        output = Mutex(Output(file: file))
        let named: [(name: String, value: TraceEvent.Value)] = [("name", .text(program))]
        let begin = TraceEvent(phase: .metadata, name: "process_name", arguments: named)
        waiting.withLock { waiting in
            waiting.bytes += "[\n".utf8
            begin.append(to: &waiting.bytes, origin: origin, process: process)
            name(Self.mainActorTrack, "main actor: hangs", order: -1, in: &waiting)
        }
        try flush()
        startWriting()
    }

    private static func checkReplaceable(_ path: FilePath) throws(FileError) {
        guard let status = try? path.status(), status.kind == .regular, status.size > 0 else { return }
        var head = [UInt8](repeating: 0, count: start.utf8.count)
        let count = try OpenFile.readingFile(path).read(into: &head)
        guard count == head.count, head.elementsEqual(start.utf8) else {
            throw FileError("write", path, errorNumber: EEXIST)
        }
    }

    /// Writes what is left and ends the file. Later events are ignored. Blocks.
    ///
    /// - Throws: `FileError`, also when an earlier write has failed: the file then holds what came before.
    public func close() throws(FileError) {
        let leftOut = waiting.withLock { waiting -> Int? in
            defer { waiting.isClosed = true }
            return waiting.isClosed ? nil : waiting.leftOut
        }
        wake.signal()
        guard let leftOut else { return }
        var end: [UInt8] = []
        if leftOut > 0 {
            let note = TraceEvent(
                phase: .instant, name: "\(leftOut) events were left out", time: TraceClock.now,
                thread: Self.mainActorTrack)
            end += ",\n".utf8
            note.append(to: &end, origin: origin, process: process)
        }
        end += "\n]\n".utf8
        waiting.withLock { $0.bytes += end }
        try flush()
        output.withLock { $0.file = nil }
    }

    // MARK: Recording

    /// Returns a number that is unique in this file.
    func newNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    func append(_ event: TraceEvent) {
        var bytes = Array(",\n".utf8)
        bytes.reserveCapacity(192)
        event.append(to: &bytes, origin: origin, process: process)
        let isEnough = waiting.withLock { waiting in
            guard !waiting.isClosed else { return false }
            guard waiting.eventCount < eventLimit, waiting.bytes.count < waitingLimit else {
                waiting.leftOut += 1
                return false
            }
            let before = waiting.bytes.count
            waiting.bytes += bytes
            waiting.eventCount += 1
            return before < Self.enoughBytes && waiting.bytes.count >= Self.enoughBytes
        }
        if isEnough { wake.signal() }
    }

    /// Returns the number of the calling thread, and writes its name to the file the first time.
    func currentThread() -> Int {
        let number = Int(peel_thread_number())
        if waiting.withLock({ $0.threads.contains(number) }) { return number }
        let thread = ThreadNames.ofCaller
        waiting.withLock { waiting in
            waiting.threads.insert(number)
            if !waiting.isClosed {
                name(number, thread, order: thread == ThreadNames.mainActor ? 0 : 1, in: &waiting)
            }
        }
        return number
    }

    private func name(_ thread: Int, _ name: String, order: Int, in waiting: inout Waiting) {
        for (kind, argument) in [
            ("thread_name", ("name", TraceEvent.Value.text(name))),
            ("thread_sort_index", ("sort_index", TraceEvent.Value.whole(order))),
        ] {
            let event = TraceEvent(
                phase: .metadata, name: kind, thread: thread, arguments: [(name: argument.0, value: argument.1)])
            waiting.bytes += ",\n".utf8
            event.append(to: &waiting.bytes, origin: origin, process: process)
        }
    }

    // MARK: Writing

    private func startWriting() {
        let isStarted = SystemThread.start { self.writeUntilClosed() }
        precondition(isStarted, "the system has no thread left")
    }

    private func writeUntilClosed() {
        while !waiting.withLock(\.isClosed) {
            _ = wake.wait(timeout: .now() + .seconds(1))
            // close() throws the error.
            try? flush()
        }
    }

    /// Writes only whole events: if a write fails in the middle, the file is truncated.
    func flush() throws(FileError) {
        let failure = output.withLock { output -> FileError? in
            let bytes = waiting.withLock { waiting in
                defer { waiting.bytes = [] }
                return waiting.bytes
            }
            guard output.failure == nil, !bytes.isEmpty else { return output.failure }
            do throws(FileError) {
                try output.file?.write(bytes)
                output.length += bytes.count
            } catch {
                output.failure = error
                let length = output.length
                output.file?.withDescriptor { _ = ftruncate($0, length) }
            }
            return output.failure
        }
        if let failure { throw failure }
    }
}

/// What the system calls threads.
enum ThreadNames {
    static let mainActor = "main actor"

    /// The name of the calling thread, read from `/proc` once for each thread.
    static var ofCaller: String { meaning(of: comm("/proc/thread-self/comm")) }

    /// The threads that may serve the main actor: Dispatch's and the main thread.
    static var mayServeTheMainActor: [pid_t] {
        let tasks: FilePath = "/proc/self/task"
        return ((try? tasks.names()) ?? []).compactMap { name in
            guard let number = pid_t("\(name)") else { return nil }
            let thread = comm(tasks.appending(name).appending("comm"))
            return number == getpid() || meaning(of: thread) == mainActor ? number : nil
        }
    }

    /// Translates the names of Dispatch's threads, which are those of their queues; they serve the main actor, too.
    private static func meaning(of name: String) -> String {
        if name.hasSuffix(".overcommit") { return mainActor }
        return name.hasSuffix("-qos") ? "shared pool" : name
    }

    private static func comm(_ path: FilePath) -> String {
        guard let bytes = try? path.readBytes(limit: 64) else { return "" }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
