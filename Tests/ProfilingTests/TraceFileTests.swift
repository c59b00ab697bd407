import Files
import Glibc
import TestSupport
import Testing

@testable import Profiling

struct TraceFileTests {
    private let folder = TemporaryFolder()
    private var path: FilePath { folder.path.appending("run.json") }

    private func span(_ name: String, at time: Int64 = TraceClock.now) -> TraceEvent {
        TraceEvent(phase: .complete, name: name, category: "photo", time: time, length: 1_500, thread: 7)
    }

    @Test func anEndedFileIsJSON() throws {
        let file = try TraceFile(at: path, program: "tests")
        file.append(span("decode"))
        try file.close()
        try file.close()
        let trace = try RecordedTrace(contentsOf: path)
        #expect(trace.events.first?.name == "process_name")
        #expect(trace.events.first?.args?.name == "tests")
        let decode = try #require(trace.spans.first)
        #expect((decode.name, decode.tid, decode.dur) == ("decode", 7, 1.5))
        #expect(decode.pid == Int(getpid()))
        #expect(decode.begin >= 0)
    }

    @Test func namesMayHoldAnything() throws {
        let names = ["a \"b\" \\ c", "tab\tline\nnull\0escape\u{1B}", "猫 🐈 ñ", ""]
        let file = try TraceFile(at: path)
        for name in names { file.append(span(name)) }
        try file.close()
        #expect(try RecordedTrace(contentsOf: path).spans.map(\.name) == names)
    }

    @Test func timesKeepTheirNanoseconds() {
        func text(_ time: Int64) -> String {
            var bytes: [UInt8] = []
            TraceEvent(phase: .instant, name: "", time: time).append(to: &bytes, origin: 1_000_000, process: 1)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text(1_000_001).contains("\"ts\":0.001,"))
        #expect(text(3_012_340).contains("\"ts\":2012.340,"))
        #expect(text(998_999).contains("\"ts\":-1.001,"))
    }

    @Test func aFileThatWasNotEndedLacksTheBracketAlone() throws {
        let file = try TraceFile(at: path)
        #expect(try RecordedTrace(path.readBytes() + Array("]".utf8)).spans.isEmpty)
        for number in 0..<200 { file.append(span("\(number)")) }
        try file.flush()
        let written = try path.readBytes()
        #expect(written.last == UInt8(ascii: "}"))
        #expect(try RecordedTrace(written + Array("]".utf8)).spans.map(\.name) == (0..<200).map(String.init))
        try file.close()
    }

    @Test func whateverIsCutOffTheWholeLinesAreJSON() throws {
        let file = try TraceFile(at: path)
        for number in 0..<20 { file.append(span("a \"\(number)\" \n{},")) }
        try file.close()
        let whole = try path.readBytes()
        var counts: Set<Int> = []
        for length in stride(from: 200, through: whole.count - 4, by: 7) {
            // A line holds an event and the comma before the next: what follows the last whole one is thrown away.
            let end = try #require(whole[..<length].lastIndex(of: UInt8(ascii: "\n")))
            let lines = whole[..<(end - 1)] + Array("]".utf8)
            counts.insert(try RecordedTrace(Array(lines)).events.count)
        }
        #expect(counts.count > 15)
    }

    @Test func aLimitOfEventsIsKept() throws {
        let file = try TraceFile(at: path, eventLimit: 3)
        for number in 0..<5 { file.append(span("\(number)")) }
        try file.close()
        let trace = try RecordedTrace(contentsOf: path)
        #expect(trace.spans.map(\.name) == ["0", "1", "2"])
        #expect(trace.events.last?.name == "2 events were left out")
    }

    @Test func whatDoesNotFitInMemoryIsLeftOut() throws {
        let file = try TraceFile(at: path, program: "tests", eventLimit: .max, waitingLimit: 1_000)
        for _ in 0..<200 { file.append(span("one of many")) }
        try file.close()
        let trace = try RecordedTrace(contentsOf: path)
        #expect((1..<100).contains(trace.spans.count))
        #expect(trace.events.last?.name == "\(200 - trace.spans.count) events were left out")
    }

    @Test func whatComesAfterTheEndIsPassedOver() throws {
        let file = try TraceFile(at: path)
        try file.close()
        file.append(span("late"))
        #expect(try RecordedTrace(contentsOf: path).spans.isEmpty)
    }

    @Test func anEarlierTraceIsWrittenOverAndNothingElse() throws {
        for _ in 0..<2 { try TraceFile(at: path).close() }
        _ = try RecordedTrace(contentsOf: path)
        let photo = try folder.write("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", to: "photo.jpg")
        #expect(throws: FileError("write", photo, errorNumber: EEXIST)) { try TraceFile(at: photo) }
        #expect(try photo.readBytes().count == 39)
        let empty = try folder.write("", to: "empty")
        try TraceFile(at: empty).close()
    }

    @Test func aTraceThatIsBeingWrittenIsLeftAlone() throws {
        let first = try TraceFile(at: path)
        first.append(span("decode"))
        try first.flush()
        #expect(throws: FileError("write", path, errorNumber: EBUSY)) { try TraceFile(at: path) }
        try first.close()
        #expect(try RecordedTrace(contentsOf: path).spans.count == 1)
        try TraceFile(at: path).close()
        #expect(try RecordedTrace(contentsOf: path).spans.isEmpty)
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        #expect(throws: FileError("write", folder.path, errorNumber: EISDIR)) { try TraceFile(at: folder.path) }
        let nowhere = folder.path.appending("no/such.json")
        #expect(throws: FileError("write", nowhere, errorNumber: ENOENT)) { try TraceFile(at: nowhere) }
        #expect(throws: FileError("write", "/dev/full", errorNumber: ENOSPC)) { try TraceFile(at: "/dev/full") }
    }

    @Test func aThreadIsNotTakenForOneThatHasEnded() throws {
        let file = try TraceFile(at: path)
        let numbers = ["first", "second"].map { EndedThread.number(of: file, named: $0) }
        try file.close()
        #expect(numbers[0] != numbers[1])
        let trace = try RecordedTrace(contentsOf: path)
        #expect(numbers.map { trace.threads[$0] } == ["first", "second"])
    }
}

/// A thread that is waited for: the C library gives its handle to the next one.
private final class EndedThread {
    private let file: TraceFile
    private let name: String
    private var number = 0

    private init(_ file: TraceFile, _ name: String) {
        self.file = file
        self.name = name
    }

    /// The number that the thread had in the file.
    static func number(of file: TraceFile, named name: String) -> Int {
        let thread = EndedThread(file, name)
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<EndedThread>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(thread).toOpaque())
        precondition(status == 0, "the system gives a thread")
        pthread_join(handle, nil)
        return thread.number
    }

    private func run() {
        if let names = fopen("/proc/thread-self/comm", "w") {
            fputs(name, names)
            fclose(names)
        }
        number = file.currentThread()
    }
}
