import Glibc
import Peel
import Synchronization
import TestSupport
import Testing

/// What `peel cut` says of a movie that it cannot cut, and what it leaves then: nothing.
struct ClipFaultTests {
    private let fixture = ClipFixture()

    @Test func aFolderOfAClipWithoutASubjectIsNotMade() async throws {
        try await fixture.ffmpeg(
            "-f", "lavfi", "-i", "color=c=gray:s=160x120:r=10:d=0.3", fixture.path("empty.mp4"))
        let output = try await fixture.cut(fixture.path("empty.mp4"), "-o", fixture.path("frames/"))
        #expect(output.exit == .exited(1) && output.errorText.contains("no subject was found in any of its 3 frames"))
        #expect(try fixture.left(besides: "empty.mp4").isEmpty)
    }

    @Test func aLinkToAnEmptyFolderLeadsToTheFrames() async throws {
        let clip = try await fixture.clip()
        try fixture.path("real").createFolder()
        fixture.folder.link("link", to: fixture.path("real"))
        let output = try await fixture.cut(clip, "-o", fixture.path("link"))
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        #expect(try fixture.path("real").names().count == 4)
        #expect(try fixture.path("link").status(followingLinks: false).kind == .link)
        #expect(try fixture.left(besides: "clip.mp4", "real", "link").isEmpty)
    }

    @Test func aFolderThatCannotBeReplacedIsNamed() async throws {
        let clip = try await fixture.clip()
        try fixture.path("here").createFolder()
        let here = try await BuiltProgram.run("cut", clip, "-o", ".", in: fixture.path("here"))
        #expect(here.exit == .exited(1), "\(here.errorText)")
        #expect(here.errorText.contains(".: it is a mounted disk or the folder you are in, and cannot be replaced"))
        fixture.folder.link("lost", to: fixture.path("nowhere"))
        let lost = try await fixture.cut(clip, "-o", fixture.path("lost/"))
        #expect(lost.exit == .exited(1) && lost.errorText.contains("there is no such file"), "\(lost.errorText)")
        #expect(try fixture.path("here").names().isEmpty && fixture.left(besides: "clip.mp4", "here", "lost").isEmpty)
    }

    /// The table of where each frame lies points behind the file's end.
    @Test func aMovieWithABrokenIndexIsNamed() async throws {
        let clip = try await fixture.clip()
        var bytes = try clip.readBytes()
        for name in ["stco", "stsz"] {
            var rest = bytes.startIndex
            while let found = bytes[rest...].firstRange(of: Array(name.utf8)) {
                for index in found.upperBound + 8..<found.upperBound + 24 { bytes[index] = 0x7F }
                rest = found.upperBound
            }
        }
        try AtomicFile.write(bytes, to: fixture.path("broken.mp4"))
        for name in ["out.webm", "out.png", "out/"] {
            let output = try await fixture.cut(fixture.path("broken.mp4"), "-o", fixture.path(FilePath(name)))
            #expect(output.exit == .exited(1) && output.errorText.contains("broken.mp4"), "\(output.errorText)")
            #expect(output.errorText.split(separator: "\n").count == 1)
        }
        #expect(try fixture.left(besides: "clip.mp4", "broken.mp4").isEmpty)
    }

    @Test(
        .enabled(if: SmallDisk.canMount, "mounting a small disk takes root"),
        arguments: [
            ["a.webm", "--no-sound"], ["a.png"], ["a.mov", "--no-sound"], ["a/"], ["a.webm", "--for", "telegram"],
            ["a.webp", "--loop", "none"],
        ])
    func aFullDiskIsNamedAndNothingIsLeft(arguments: [String]) async throws {
        let clip = try await fixture.clip()
        let disk = fixture.path("disk")
        try disk.createFolder()
        try #require(SmallDisk.mount(disk, kilobytes: 24))
        defer { SmallDisk.unmount(disk) }
        let options = arguments.dropFirst().map { FilePath($0) }
        let output = try await BuiltProgram.run(
            ["cut", clip, "-o", disk.appending(FilePath(arguments[0]))] + options)
        #expect(output.exit == .exited(75), "\(output.errorText)")
        #expect(output.errorText.contains("the disk is full") && output.errorText.contains("disk/a"))
        #expect(try disk.names().isEmpty)
    }

    /// The last quarter of the clip never comes, so the program is in the middle of it when it is stopped.
    @Test(arguments: ["stopped.webm", "stopped.gif", "stopped/"])
    func ctrlCLeavesNothing(name: String) async throws {
        let whole = try await fixture.clip(frames: 80, named: "whole.mkv")
        let pipe = fixture.path("clip.mkv")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        let end = pipe.withCString { open($0, O_RDWR | O_CLOEXEC | O_NONBLOCK) }
        defer { close(end) }
        let bytes = try whole.readBytes()
        let count = bytes.count * 3 / 4
        // Linux' F_SETPIPE_SZ, which Glibc's module does not have.
        let room = fcntl(end, 1031, CInt(count))
        let written = bytes.withUnsafeBytes { Glibc.write(end, $0.baseAddress, count) }
        #expect(Int(room) >= count && written == count)
        let isStopped = Mutex(false)
        let output = try await BuiltProgram.run(
            ["cut", pipe, "-o", fixture.path(FilePath(name))], terminalColumns: 80
        ) { _, errors, program in
            // The first frame is done. Once: the second would end the program at once.
            guard String(decoding: errors, as: UTF8.self).contains("frames") else { return }
            isStopped.withLock { isStopped in
                if !isStopped { program.send(SIGINT) }
                isStopped = true
            }
        }
        #expect(output.exit == .exited(130), "\(output.errorText)")
        let left = try fixture.left(besides: "whole.mkv", "clip.mkv")
        #expect(left == [])
    }

    /// A sticker's clip is read several times, so it cannot be a pipe. The program is stopped when it first counts
    /// frames.
    @Test(arguments: [["stopped.webm", "--for", "telegram"], ["stopped.webp", "--loop", "none"]])
    func ctrlCLeavesNothingOfASticker(arguments: [String]) async throws {
        let clip = try await fixture.clip(frames: 60)
        let options = arguments.dropFirst().map { FilePath($0) }
        let isStopped = Mutex(false)
        let output = try await BuiltProgram.run(
            ["cut", clip, "-o", fixture.path(FilePath(arguments[0]))] + options, terminalColumns: 80
        ) { _, errors, program in
            guard String(decoding: errors, as: UTF8.self).contains("frames") else { return }
            isStopped.withLock { isStopped in
                if !isStopped { program.send(SIGINT) }
                isStopped = true
            }
        }
        #expect(output.exit == .exited(130), "\(output.errorText)")
        #expect(try fixture.left(besides: "clip.mp4").isEmpty)
    }
}
