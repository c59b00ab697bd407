import Execution
import Files
import Imaging
import Profiling
import Stickers
import TestSupport
import Testing

/// Every step of every photo is in the trace, on the thread and with the task that it ran in.
@Suite struct TracedProcessingTests {
    private let folder = TemporaryFolder()

    private func trace(_ body: (PhotoProcessor) async throws -> Void) async throws -> RecordedTrace {
        let processor = try PhotoProcessor(
            segmenter: SharedSegmenter.segmenter(), options: ProcessingOptions(size: .longestSide(96)),
            executor: PhotoExecutor(threadCount: 2))
        let path = folder.path.appending("run.json")
        let file = try TraceFile(at: path)
        let result = await Trace.recording(to: file) { () async -> Result<Void, any Error> in
            do { return .success(try await body(processor)) } catch { return .failure(error) }
        }
        try file.close()
        try result.get()
        return try RecordedTrace(contentsOf: path)
    }

    @Test func everyPhotoHasItsSteps() async throws {
        let ball = try SyntheticPhoto.ball().png()
        let trace = try await trace { processor in
            await forEachConcurrently(0..<5, atMost: 2, on: processor.executor) { number in
                await Trace.photo("ball \(number)") { (try? await processor.process(data: ball)) != nil }
            } receive: { isMade in
                #expect(isMade)
            }
        }
        let always: Set = [
            "header", "decode", "first look", "infer", "refine", "foreground", "render", "colors", "background",
        ]
        for number in 0..<5 {
            let spans = trace.spans(of: "ball \(number)")
            #expect(always.isSubset(of: Set(spans.map(\.name))), "\(spans.map(\.name))")
            let tasks = Dictionary(grouping: spans) { $0.args?.task }.mapValues { Set($0.map(\.name)) }
            #expect(tasks.count == 3)
            #expect(tasks.values.contains(["colors"]))
            #expect(tasks.values.contains { $0.isSuperset(of: ["refine", "foreground", "render"]) })
            #expect(spans.allSatisfy { trace.threads[$0.tid]?.hasPrefix("peel-photo-") ?? false })
        }
        #expect(trace.crossings.isEmpty)
        #expect(trace.looseTasks.isEmpty)
        #expect(trace.looseArrows.isEmpty)
    }

    @Test func aPhotoThatFailsHasTheStepsThatItGotTo() async throws {
        let trace = try await trace { processor in
            _ = await Trace.photo("bad") { try? await processor.process(data: Array("no photo".utf8)) }
        }
        #expect(trace.spans(of: "bad").map(\.name) == ["header"])
        #expect(trace.looseTasks.isEmpty)
    }

    @Test func whatIsRecordedChangesNothing() async throws {
        let ball = try SyntheticPhoto.twoBalls().png()
        var recorded: ProcessedPhoto?
        var plain: ProcessedPhoto?
        _ = try await trace { processor in
            recorded = try await processor.process(data: ball)
            plain = try await Task.detached { try await processor.process(data: ball) }.value
        }
        #expect(recorded?.sticker == plain?.sticker)
        #expect(recorded?.colorScheme == plain?.colorScheme)
    }

    @Test func theBlockingWayMakesTheSameOnOneThread() async throws {
        let ball = try SyntheticPhoto.ball().png()
        var blocking: ProcessedPhoto?
        var concurrent: ProcessedPhoto?
        let trace = try await trace { processor in
            blocking = try await Trace.photo("blocking") { Result { try processor.processBlocking(data: ball) } }.get()
            concurrent = try await processor.process(data: ball)
        }
        #expect(blocking?.sticker == concurrent?.sticker)
        #expect(blocking?.colorScheme == concurrent?.colorScheme)
        let spans = trace.spans(of: "blocking")
        #expect(Set(spans.map(\.tid)).count == 1)
        #expect(Set(spans.map { $0.args?.task }).count == 1)
        #expect(Set(spans.map(\.name)).isSuperset(of: ["header", "refine", "render", "colors"]))
    }

    @Test func whatTheExecutorRunsIsOnItsThreads() async throws {
        let trace = try await trace { processor in
            func handedOn(_ body: @escaping @Sendable () async -> Void) async { await processor.executor.run(body) }
            await Trace.photo("any") {
                await processor.executor.run { Trace.span("at once") {} }
                await handedOn { () async -> Void in Trace.span("handed on") {} }
            }
        }
        #expect(trace.spans.map(\.name) == ["at once", "handed on"])
        #expect(trace.spans.allSatisfy { trace.threads[$0.tid]?.hasPrefix("peel-photo-") ?? false })
    }
}
