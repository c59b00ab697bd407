import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `--trace` of the built program.
struct TraceOptionTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    @Test func aPackIsRecorded() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.folder.write(SamplePhotos.twoBalls, to: "in/b \"2\".png")
        try folder.folder.write("no photo", to: "in/c.png")
        let output = try await BuiltProgram.run(
            ["make", "in", "-o", "pack", "--size", "64", "--trace", "run.json"], in: root)
        #expect(output.exit == .exited(1))
        let trace = try RecordedTrace(contentsOf: root.appending("run.json"))
        for photo in ["in/a.png", "in/b \"2\".png"] {
            let names = Set(trace.spans(of: photo).map(\.name))
            #expect(
                names.isSuperset(of: ["read", "header", "decode", "refine", "render", "colors", "encode", "write"]),
                "\(names)")
        }
        #expect(trace.spans(of: "in/c.png").map(\.name) == ["read", "header"])
        let failed = try #require(trace.events.first { $0.name == "failed" })
        #expect(failed.args?.photo == "in/c.png")
        #expect(trace.events.contains { $0.name == "responsiveness" })
        #expect(trace.crossings.isEmpty && trace.looseTasks.isEmpty && trace.looseArrows.isEmpty)
    }

    @Test func aFileThatIsNoTraceIsLeftAlone() async throws {
        let photo = try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let output = try await BuiltProgram.run(["make", "a.png", "-o", "pack", "--trace", "a.png"], in: root)
        #expect(output.exit == .exited(1))
        #expect(output.errorText == "peel: cannot write a.png: it is there already\n")
        #expect(try photo.readBytes() == SamplePhotos.ball)
        #expect(try root.names() == ["a.png"])
    }

    @Test func aFullDiskMayHaveRoomTheNextTime() async throws {
        let output = try await BuiltProgram.run(["make", "a.png", "-o", "pack", "--trace", "/dev/full"], in: root)
        #expect(output.exit == .exited(75))
        #expect(output.errorText == "peel: cannot write /dev/full: the disk is full\n")
    }

    /// Schedulers see 1 from many programs; a worker says that another try cannot mend it.
    @Test func aWorkerSaysWhatAnotherTryCannotMend() async throws {
        try folder.folder.write(#"{"photo":"a.png"}"#, to: "m.jsonl")
        let output = try await BuiltProgram.run(
            ["worker", "--manifest", "m.jsonl", "-o", "out", "--trace", "none/t.json"], in: root)
        #expect(output.exit == .exited(2), "\(output.errorText)")
    }

    @Test func bothCommandsTakeIt() throws {
        #expect((try understood(["make", "a", "-o", "b", "--trace", "t"]) as? MakeRequest)?.trace == "t")
        #expect(try understood(["serve", "--trace", "t"]) as? ServeRequest == ServeRequest(trace: "t"))
    }
}
