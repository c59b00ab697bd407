import Glibc
import Peel
import Synchronization
import TestSupport
import Testing

@testable import PeelCommand

/// `peel make --watch`, with what stands in place of the network, on a real folder.
@MainActor
struct MakeWatchTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }
    private let bench = TestBench()

    /// Runs the command, and does the next step each time a batch is finished; the last one stops it.
    private func watch(
        _ arguments: [FilePath] = [], then steps: [@Sendable () throws -> Void], errors: OutputSink? = nil
    ) async -> ExitCode {
        var context = bench.context
        if let errors { context.errors = errors }
        context[FolderArrivals.Pace.self] = FolderArrivals.Pace(
            timing: FolderWatch.Timing(quiet: .zero, longest: .milliseconds(50), longestUntold: .milliseconds(5)))
        let left = Mutex(steps[...])
        let stop = bench.stop
        let step: @Sendable () -> Void = {
            guard let next = left.withLock({ $0.popFirst() }) else { return stop.request() }
            do { try next() } catch { Issue.record(error) }
        }
        let start = context[PackStart.self]
        context[PackStart.self] = PackStart { request, photos in
            SteppedPackBuild(run: try await start.start(request, photos), step: step)
        }
        return await PeelCommand.run(["make", root.appending("in"), "-o", "pack", "--watch"] + arguments, in: context)
    }

    @Test(.timeLimit(.minutes(1)))
    func eachBatchIsAWholePackAndTheEndIsAskedFor() async throws {
        try folder.folder.write("a", to: "in/a.jpg")
        let (files, root) = (folder.folder, root)
        let exit = await watch(then: [
            { _ = try files.write("b", to: "in/new/b.jpg") },
            {
                _ = try files.write("bad", to: "in/bad.jpg")
                _ = try files.write("c", to: "c.jpg")
                #expect(rename("\(root)/c.jpg", "\(root)/in/c.jpg") == 0)
            },
            { _ = try files.write("another", to: "in/a.jpg") },
        ])
        #expect(exit == .done)
        let lines = bench.errors.lines
        #expect(lines.first == "watching \(root)/in for photos; Ctrl-C ends")
        #expect(lines.contains("1 photo to pack, on CPU (fake)"))
        #expect(lines.count { $0 == "peel: \(root)/in/bad.jpg: bad" } == 1)
        #expect(lines.last == "the pack is in pack")
    }

    @Test(.timeLimit(.minutes(1)))
    func whatWasToldIsNotToldAgainAndAReplacedPhotoIs() async throws {
        try folder.folder.write("a", to: "in/a.jpg")
        let files = folder.folder
        _ = await watch(
            ["--json"],
            then: [{ _ = try files.write("b", to: "in/b.jpg") }, { _ = try files.write("another", to: "in/a.jpg") }])
        let photos = bench.output.lines.filter { $0.hasPrefix(#"{"photo""#) }
        #expect(photos.map { $0.contains(#""source":"a.jpg""#) } == [true, false, true])
        #expect(photos.allSatisfy { $0.contains(#""status":"made""#) })
        let packs = bench.output.lines.filter { $0.hasPrefix(#"{"status""#) }
        #expect(packs.count == 3 && packs[1].contains(#""made":1,"kept":0,"failed":0,"stickerCount":2"#))
    }

    @Test(.timeLimit(.minutes(1)))
    func aFileThatIsBeingWrittenWaitsForItsEnd() async throws {
        try folder.folder.write("a", to: "in/a.jpg")
        let path = try folder.folder.write("", to: "in/slow.jpg")
        let writing = path.withCString { open($0, O_WRONLY) }
        let files = folder.folder
        _ = await watch(
            ["--json"],
            then: [
                { _ = try files.write("b", to: "in/b.jpg") },
                {
                    #expect(write(writing, "slow", 4) == 4)
                    close(writing)
                },
            ])
        let photos = bench.output.lines.filter { $0.hasPrefix(#"{"photo""#) }
        #expect(photos.count == 3 && photos.last?.contains(#""source":"slow.jpg","status":"made""#) == true)
    }

    @Test(.timeLimit(.minutes(1)))
    func aFolderThatGoesAwayIsSaidAndTakenUpWhenItIsBack() async throws {
        try folder.folder.write("a", to: "in/a.jpg")
        let (root, files, written) = (root, folder.folder, Written())
        let kept = written.sink()
        let errors = OutputSink { bytes in
            kept.write(bytes: bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains("it is watched again when it returns") {
                #expect(rename("\(root)/away", "\(root)/in") == 0)
            }
            if text.contains("the folder is back") { _ = try? files.write("b", to: "in/b.jpg") }
            return 0
        }
        let exit = await watch(then: [{ #expect(rename("\(root)/in", "\(root)/away") == 0) }], errors: errors)
        #expect(exit == .done)
        #expect(written.lines.count { $0.hasSuffix("it is watched again when it returns") } == 1)
        #expect(written.lines.contains("peel: \(root)/in: the folder is back"))
        #expect(written.lines.count { $0 == "1 photo to pack, on CPU (fake)" } == 2)
    }

    @Test func watchingIsOfOneFolder() async {
        for line in [["make", "a", "b", "-o", "p", "--watch"], ["make", "-", "-o", "p", "--watch"]] as [[FilePath]] {
            #expect(await PeelCommand.run(line, in: bench.context) == .wrongUsage)
        }
        #expect(bench.errors.text.contains("--watch watches one folder and all in it"))
        #expect(await bench.run("make", root, "-o", "p", "--watch", "--dry-run") == .wrongUsage)
        #expect(await bench.run("make", root.appending("nothing"), "-o", "p", "--watch") == .someFailed)
        #expect(bench.errors.lines.last?.contains("there is no such file or folder") == true)
    }
}

/// A pack that does a step of the test's when it is finished.
private struct SteppedPackBuild: PackBuild {
    let run: any PackBuild
    let step: @Sendable () -> Void

    var device: String { run.device }
    var replacedStickerCount: Int { run.replacedStickerCount }

    func next(_ request: MakeRequest, photos: [FoundPhoto]) async throws -> any PackBuild {
        SteppedPackBuild(run: try await run.next(request, photos: photos), step: step)
    }

    func process(stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void) async throws {
        try await run.process(stop: stop, report: report)
    }

    func finish() async throws -> FinishedPack {
        defer { step() }
        return try await run.finish()
    }

    func export(
        for target: PackTarget, stop: StopRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> PackExport.Outcome? {
        try await run.export(for: target, stop: stop, progress: progress)
    }
}
