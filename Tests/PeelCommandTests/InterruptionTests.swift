import Glibc
import Peel
import Synchronization
import TestSupport
import Testing

@testable import PeelCommand

/// Ctrl-C while a pack is made. The photo in flight is a pipe: it is in flight for as long as the test wants.
struct InterruptionTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    /// Makes a pack of three photos one after the other, and interrupts it while the second one is read.
    ///
    /// - Parameter whenToldSo: called when the program says that it will stop; returns what the second photo is, or
    ///   `nil` to leave it in flight.
    private func interrupt(
        with signal: CInt, options: [FilePath] = [], last: [UInt8] = SamplePhotos.ball,
        whenToldSo: @escaping @Sendable (RunningProgram) -> [UInt8]?
    ) async throws -> Subprocess.Output {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        try folder.folder.write(last, to: "c.png")
        let pipe = root.appending("b.png")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        let step = Mutex(0)
        let writingEnd = Mutex<CInt>(-1)
        let output = try await BuiltProgram.run(
            ["make", "--size", "64", "--jobs", "1", "--json", "a.png", "b.png", "c.png", "-o", "pack"]
                + options, in: root
        ) { output, errors, program in
            step.withLock { step in
                if step == 0, output.contains(UInt8(ascii: "\n")) {
                    step = 1
                    writingEnd.withLock { $0 = PhotoPipe.openForWriting(pipe) }
                    program.send(signal)
                } else if step == 1, String(decoding: errors, as: UTF8.self).contains("finishing the photos in flight")
                {
                    step = 2
                    guard let photo = whenToldSo(program) else { return }
                    writingEnd.withLock { end in
                        PhotoPipe.write(photo, toAndClose: end)
                        end = -1
                    }
                }
            }
        }
        #expect(step.withLock { $0 } == 2)
        writingEnd.withLock { if $0 >= 0 { close($0) } }
        return output
    }

    /// Made anew with another border, and stopped: the third photo keeps the sticker that it had.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [[], ["--resume"]] as [[FilePath]])
    func whatIsNotMadeAnewStays(signal: CInt, options: [FilePath]) async throws {
        try folder.folder.write(SamplePhotos.twoBalls, to: "c.png")
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        #expect(try await BuiltProgram.run("make", "a.png", "c.png", "--size", "64", "-o", "pack", in: root).succeeded)
        let before = try PackFolder(root.appending("pack")).readManifest()
        let changed = options + ["--border", "4"]
        let output = try await interrupt(with: signal, options: changed, last: SamplePhotos.twoBalls) { _ in
            SamplePhotos.ball
        }
        #expect(output.exit == .exited(130))
        let after = try PackFolder(root.appending("pack")).readManifest()
        #expect(after.stickers.map(\.source) == ["a.png", "b.png", "c.png"])
        #expect(after.stickers.last == before.stickers.last && after.stickers.first != before.stickers.first)
        #expect(after.stickers.allSatisfy { (try? PackFolder(root.appending("pack")).path(of: $0).status()) != nil })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func finishesWhatIsInFlightAndLeavesAValidPack(signal: CInt) async throws {
        let output = try await interrupt(with: signal) { _ in SamplePhotos.twoBalls }
        #expect(output.exit == .exited(130))
        let lines = output.outputText.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.contains(#""status":"stopped""#) == true)
        #expect(lines.last?.contains(#""made":2"#) == true)
        let manifest = try PackFolder(root.appending("pack")).readManifest()
        #expect(manifest.stickers.map(\.source) == ["a.png", "b.png"])
        #expect(try root.appending("pack").names() == ["contact-sheet.png", "pack.json", "stickers"])
    }

    /// A clip in flight becomes its sticker, whatever its name ends with.
    @Test func aClipInFlightIsFinished() async throws {
        let fixture = ClipFixture()
        let clip = try await fixture.clip().readBytes()
        let output = try await interrupt(with: SIGINT) { _ in clip }
        #expect(output.exit == .exited(130), "\(output.errorText)")
        let stickers = try PackFolder(root.appending("pack")).readManifest().stickers
        #expect(stickers.map(\.file) == ["stickers/a.webp", "stickers/b.webp"])
        #expect(stickers.map { $0.living != nil } == [false, true])
    }

    @Test func theSecondOneEndsAtOnceAndTheNextRunGoesOn() async throws {
        let output = try await interrupt(with: SIGINT) { program in
            program.send(SIGINT)
            return nil
        }
        #expect(output.exit == .exited(130))
        #expect(output.outputText.split(separator: "\n").count == 1)
        try root.appending("b.png").removeFile()
        try folder.folder.write(SamplePhotos.twoBalls, to: "b.png")
        let next = try await BuiltProgram.run(
            "make", "--size", "64", "--json", "a.png", "b.png", "c.png", "-o", "pack", "--resume", in: root)
        #expect(next.succeeded)
        // c.png has the bytes of a.png, whose sticker was made.
        #expect(next.outputText.split(separator: "\n").last?.contains(#""made":1,"kept":2,"failed":0"#) == true)
        let manifest = try PackFolder(root.appending("pack")).readManifest()
        #expect(manifest.stickers.map(\.source) == ["a.png", "b.png", "c.png"])
    }

    /// Killed while the second photo is read, then while the third one is: files and contact sheet are those of a run
    /// that nobody disturbed, lossy stickers too.
    @Test(arguments: [["-f", "webp"], ["-f", "png"], ["-f", "webp", "-j", "2", "--split", "-z"]] as [[FilePath]])
    func afterKillsThePackIsThatOfAnUndisturbedRun(options: [FilePath]) async throws {
        let photos = [("a.png", SamplePhotos.ball), ("b.png", SamplePhotos.twoBalls), ("c.png", SamplePhotos.ball)]
        for (name, bytes) in photos { try folder.folder.write(bytes, to: FilePath("whole/\(name)")) }
        let line: [FilePath] = ["make", "--size", "200", "--json", "--resume"] + options
        #expect(try await BuiltProgram.run(line + ["whole", "-o", "expected"], in: root).succeeded)

        try folder.folder.write(photos[0].1, to: "photos/a.png")
        var given: [FilePath] = ["photos/a.png"]
        for (name, bytes) in photos.dropFirst() {
            let photo = FilePath("photos/\(name)")
            let pipe = root.appending(photo)
            #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
            let done = given.count
            given.append(photo)
            let output = try await BuiltProgram.run(line + given + ["-o", "pack"], in: root) { output, _, program in
                if output.count(where: { $0 == UInt8(ascii: "\n") }) == done { program.send(SIGKILL) }
            }
            #expect(output.exit == .signalled(SIGKILL))
            try pipe.removeFile()
            try folder.folder.write(bytes, to: photo)
        }
        let last = try await BuiltProgram.run(line + ["photos", "-o", "pack"], in: root)
        #expect(last.succeeded)
        #expect(last.outputText.contains(#""status":"kept""#))
        #expect(try contents("pack") == contents("expected"))
    }

    private func contents(_ pack: FilePath) throws -> [FilePath: SHA256Digest] {
        var contents: [FilePath: SHA256Digest] = [:]
        for folder in [pack, pack.appending("stickers")] {
            for name in try root.appending(folder).names() where name != "stickers" {
                contents[name] = try SHA256Digest(ofFileAt: root.appending(folder).appending(name))
            }
        }
        return contents
    }

    @Test func whatARunDidNotReachStaysOnTheContactSheet() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        try folder.folder.write(SamplePhotos.twoBalls, to: "b.png")
        try folder.folder.write(SamplePhotos.ball, to: "c.png")
        // The second time all are kept: the sheet shows what was written.
        for _ in 0..<2 {
            let all = try await BuiltProgram.run(
                "make", "--size", "64", "a.png", "b.png", "c.png", "-o", "pack", "--resume", in: root)
            #expect(all.succeeded)
        }
        let sheet = try root.appending("pack/contact-sheet.png").readBytes()
        try root.appending("b.png").removeFile()
        let output = try await interrupt(with: SIGINT, options: ["--resume"]) { _ in SamplePhotos.twoBalls }
        #expect(output.exit == .exited(130))
        #expect(output.outputText.split(separator: "\n").count == 3)
        #expect(try root.appending("pack/contact-sheet.png").readBytes() == sheet)
    }

    @Test func whereNothingWouldBeLostItEndsAtOnce() async throws {
        let output = try await runBesideAPipe(
            """
            "$0" cut photo.png -o sticker.png & exec 3> photo.png
            kill -TERM $!; wait $!; echo "exit $?"
            """)
        #expect(output.outputText == "exit 130\n")
        #expect(output.errorText.isEmpty)
        #expect(try root.names() == ["ball.png", "photo.png"])
    }

    @Test func whatIgnoresInterruptsGoesOnIgnoringThem() async throws {
        // A shell without job control starts what runs in its background like that.
        let output = try await runBesideAPipe(
            """
            "$0" cut photo.png -o sticker.png -s 64 & exec 3> photo.png
            kill -INT $!; cat ball.png >&3; exec 3>&-; wait $!; echo "exit $?"
            """)
        #expect(output.outputText == "exit 0\n")
        #expect(try root.names() == ["ball.png", "photo.png", "sticker.png"])
    }

    /// The shell goes on after `exec 3> photo.png` when the program has opened the pipe for reading.
    private func runBesideAPipe(_ script: FilePath) async throws -> Subprocess.Output {
        try folder.folder.write(SamplePhotos.ball, to: "ball.png")
        #expect(root.appending("photo.png").withCString { mkfifo($0, 0o600) } == 0)
        return try await Subprocess(
            "sh", ["-c", script, BuiltProgram.path], environment: BuiltProgram.environment(), workingDirectory: root
        ).run()
    }
}
