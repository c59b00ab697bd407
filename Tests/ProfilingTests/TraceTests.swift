import Files
import TestSupport
import Testing

@testable import Profiling

struct TraceTests {
    private let folder = TemporaryFolder()

    private func recorded(_ body: () async -> Void) async throws -> RecordedTrace {
        let path = folder.path.appending("run.json")
        let file = try TraceFile(at: path)
        await Trace.recording(to: file) { await body() }
        try file.close()
        return try RecordedTrace(contentsOf: path)
    }

    private enum Failure: Error { case some }

    @Test func withoutARecordingWorkIsJustDone() async {
        #expect(Trace.file == nil)
        let sum = await Trace.photo("cat") { await Trace.task("child") { Trace.span("add") { 1 + 1 } } }
        #expect(sum == 2)
        Trace.mark("failed", Self.notCalled())
    }

    private static func notCalled() -> String {
        Issue.record("a reason was made for nobody")
        return ""
    }

    @Test func stepsOfAPhotoCarryItsNameAndTask() async throws {
        let trace = try await recorded {
            await Trace.photo("cat") {
                Trace.span("outer") { Trace.span("inner") {} }
                Trace.mark("failed", "no subject")
            }
            Trace.span("elsewhere") {}
        }
        #expect(trace.spans.map(\.name) == ["inner", "outer", "elsewhere"])
        #expect(trace.spans.map(\.args?.photo) == ["cat", "cat", nil])
        #expect(trace.spans.map(\.args?.task) == [1, 1, nil])
        let mark = try #require(trace.events.first { $0.ph == "i" })
        #expect(mark.args?.reason == "no subject")
        #expect(mark.args?.photo == "cat")
        #expect(trace.crossings.isEmpty)
        #expect(trace.looseTasks.isEmpty)
    }

    @Test func aStepThatFailsIsRecorded() async throws {
        let trace = try await recorded {
            #expect(throws: Failure.some) { try Trace.span("decode") { () throws(Failure) in throw .some } }
        }
        #expect(trace.spans.map(\.name) == ["decode"])
    }

    @Test func childrenHaveNumbersOfTheirOwnAndSayWhoseTheyAre() async throws {
        let trace = try await recorded {
            await Trace.photo("cat") {
                Trace.span("decode") {}
                async let sticker: Void = Trace.task("sticker") { Trace.span("refine") {} }
                async let colors: Void = Trace.task("colors") { Trace.span("cluster") {} }
                _ = await (sticker, colors)
                Trace.span("encode") {}
            }
        }
        let tasks = trace.events.filter { $0.ph == "b" }
        #expect(Set(tasks.map(\.name)) == ["photo", "sticker", "colors"])
        #expect(Set(tasks.map(\.id)).count == 3)
        let photo = try #require(tasks.first { $0.name == "photo" }?.id)
        for child in tasks where child.name != "photo" { #expect(child.args?.parent == photo) }
        for span in trace.spans {
            let isOwn = ["decode", "encode"].contains(span.name)
            #expect((span.args?.task == photo) == isOwn, "\(span.name)")
        }
        #expect(trace.looseTasks.isEmpty)
        #expect(trace.looseArrows.isEmpty)
    }

    @Test func ofManyTasksAtOnceEverySpanNestsAndArrowsMeetSpans() async throws {
        let trace = try await recorded {
            await withTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        await Trace.photo("photo \(number)") {
                            Trace.span("decode") { Self.spin() }
                            await Task.yield(times: 1)
                            Trace.span("look") { Trace.span("infer") { Self.spin() } }
                            async let child: Void = Trace.task("child") { Trace.span("refine") { Self.spin() } }
                            await child
                            Trace.span("write") { Self.spin() }
                        }
                    }
                }
            }
        }
        for number in 0..<40 {
            let names = trace.spans(of: "photo \(number)").sorted { $0.begin < $1.begin }.map(\.name)
            #expect(names == ["decode", "look", "infer", "refine", "write"])
        }
        #expect(trace.crossings.isEmpty)
        #expect(trace.looseTasks.isEmpty)
        #expect(trace.looseArrows.isEmpty)
        let named = trace.threads
        for span in trace.spans { #expect(named[span.tid] != nil) }
    }

    private static func spin() {
        let end = TraceClock.now + 20_000
        while TraceClock.now < end {}
    }
}
