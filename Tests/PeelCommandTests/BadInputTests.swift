import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// What strangers' files do to the built program: an error that names the file and the reason, and nothing lost.
struct BadInputTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    private func make(_ arguments: FilePath...) async throws -> Subprocess.Output {
        try await BuiltProgram.run(["make", "--size", "64"] + arguments, in: root)
    }

    @Test func aFileThatIsCalledLikeAnOptionIsToldHowToBeNamed() async throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "-cat.jpg")
        let output = try await BuiltProgram.run("cut", "-cat.jpg", "-o", "x.png", in: folder.path)
        #expect(output.exit == .exited(2))
        #expect(output.errorText.contains("; the file of that name is ./-cat.jpg here"), "\(output.errorText)")
    }

    /// Where addresses are not taken, they are not called missing files.
    @Test(
        arguments: [
            ["sheet", "http://127.0.0.1:9/a.jpg", "-o", "out"], ["cut", "http://127.0.0.1:9/a.mp4", "-o", "a.webm"],
            ["cut", "http://127.0.0.1:9/a.mp4", "-o", "a.webm", "--for", "telegram"],
            ["check", "http://127.0.0.1:9/a.zip"],
        ] as [[FilePath]])
    func anAddressIsToBeDownloaded(_ arguments: [FilePath]) async throws {
        let output = try await BuiltProgram.run(arguments, in: root)
        #expect(output.exit == .exited(1))
        #expect(output.errorText.contains("it is an address, not a file; download it first"), "\(output.errorText)")
    }

    @Test func badPhotosAreNamedAndTheOthersAreMade() async throws {
        let folder = folder.folder
        try folder.write(SamplePhotos.ball, to: "in/good.png")
        try folder.write(SamplePhotos.ballAsWebP, to: "in/named wrongly.jpg")
        try folder.write(SamplePhotos.ball, to: FilePath(bytes: Array("in/-".utf8) + [0xFF] + Array(".png".utf8)))
        try folder.write(Array(SamplePhotos.ball.prefix(5000)), to: "in/truncated.png")
        try folder.write([], to: "in/empty.jpg")
        try folder.write("hello", to: "in/text.jpg")
        try folder.write(SamplePhotos.huge, to: "in/huge.png")
        folder.link("in/loop", to: ".")
        folder.link("in/self.jpg", to: "self.jpg")
        folder.link("in/gone.jpg", to: "nowhere.jpg")

        let output = try await make("in", "-o", "pack")
        #expect(output.exit == .exited(1))
        #expect(output.outputText.isEmpty)
        let lines = output.errorText.split(separator: "\n").map(String.init)
        let notAPicture = "not a picture in a supported format (JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP)"
        let expected = [
            "peel: cannot read in/gone.jpg: there is no such file or folder",
            "peel: cannot read in/self.jpg: its links lead in a circle",
            "peel: in/empty.jpg: cannot be read: it is empty",
            "peel: in/huge.png: 50000 × 50000 pixels are more than 268435456, the limit; "
                + "raise the limit if you trust the file (--max-pixels)",
            "peel: in/text.jpg: \(notAPicture)",
            "peel: in/truncated.png: the PNG data is damaged or cut short; copy or download the file again",
        ]
        for line in expected { #expect(lines.contains(line), "\(line)") }
        #expect(lines.contains { $0.hasPrefix("peel: skipped in/loop: it leads back to a folder") })
        #expect(lines.count == expected.count + 4, "\(lines)")

        let pack = PackFolder(root.appending("pack"))
        let manifest = try pack.readManifest()
        #expect(manifest.stickers.map(\.source) == ["-%FF.png", "good.png", "named wrongly.jpg"])
        #expect(manifest.failures.map(\.source) == ["empty.jpg", "huge.png", "text.jpg", "truncated.png"])
        #expect(try pack.path.names() == ["contact-sheet.png", "pack.json", "stickers"])
        #expect(try pack.stickers.names().count == 3)
    }

    @Test func whereEveryPhotoFailsNoPackIsLeft() async throws {
        try folder.folder.write("hello", to: "in/text.jpg")
        let output = try await make("in", "-o", "pack", "--zip")
        #expect(output.exit == .exited(1))
        #expect(output.errorText.hasSuffix("peel: no pack was made\n"), "\(output.errorText)")
        #expect(try root.names() == ["in"])
        // A folder that was there stays.
        try root.appending("mine").createFolder()
        #expect(try await make("in", "-o", "mine").exit == .exited(1))
        #expect(try root.appending("mine").names() == [])
    }

    @Test(arguments: [
        (["-s", "2000"], "--enlarge"), (["--min-confidence", "1", "-q"], ""),
        (["-s", "2000", "--resume"], "--enlarge"),
    ])
    func whereEveryPhotoFailsAPackThatWasThereIsAsItWas(options: [FilePath], reason: String) async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        #expect(try await make("in", "-o", "pack", "-s", "64", "--zip").succeeded)
        let before = try contents()
        let output = try await BuiltProgram.run(["make", "in", "-o", "pack", "--zip"] + options, in: root)
        #expect(output.exit == .exited(1), "\(output.errorText)")
        #expect(
            output.errorText.hasSuffix("no sticker was made: the pack in pack is unchanged\n"), "\(output.errorText)")
        #expect(reason.isEmpty || output.errorText.contains(reason), "\(output.errorText)")
        #expect(try contents() == before)
    }

    @Test func aPhotoThatIsTooLargeForARunKeepsItsSticker() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        #expect(try await make("in", "-o", "pack", "-s", "64").succeeded)
        let before = try contents()["stickers/a.webp"]
        let output = try await make("in", "-o", "pack", "--max-memory", "1M")
        #expect(output.exit == .exited(1), "\(output.errorText)")
        #expect(output.errorText.contains("(--max-memory); its earlier stickers are kept"), "\(output.errorText)")
        #expect(try before != nil && contents()["stickers/a.webp"] == before)
    }

    private func contents() throws -> [FilePath: [UInt8]] {
        let files = try FolderWalk(root.appending("pack")).files
        return Dictionary(uniqueKeysWithValues: try files.map { ($0.relativePath, try $0.path.readBytes()) })
    }

    @Test func aRunThatResumesKeepsWhatItCannotReadJustNow() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.folder.write(SamplePhotos.twoBalls, to: "in/b.png")
        #expect(try await make("in", "-o", "pack", "-s", "64").succeeded)
        let before = try root.appending("pack/stickers").names()
        // As when a drive is not there.
        try root.appending("in/b.png").removeFile()
        folder.folder.link("in/b.png", to: "nowhere.png")
        let output = try await make("in", "-o", "pack", "-s", "64", "--resume")
        #expect(output.exit == .exited(1))
        #expect(try root.appending("pack/stickers").names() == before)
        #expect(try PackFolder(root.appending("pack")).readManifest().stickers.count == 2)
    }

    @Test func aBackgroundThatTakesTooMuchMemoryIsRefused() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let output = try await BuiltProgram.run(
            "cut", "a.png", "-o", "b.png", "--background", "./a.png", "--max-memory", "1M", in: root)
        #expect(output.exit == .exited(1))
        #expect(output.errorText.hasPrefix("peel: --background ./a.png: the "), "\(output.errorText)")
        #expect(output.errorText.hasSuffix("(--max-memory)\n"), "\(output.errorText)")
    }

    @Test func aDryRunListsAndMakesNothing() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/b.png")
        try folder.folder.write("hello", to: "in/a.jpg")
        try folder.folder.write("hello", to: "in/raw/c.jpg")
        let output = try await make("in", "-o", "pack", "--dry-run", "--exclude", "raw/")
        #expect(output.succeeded)
        #expect(output.outputText == "in/a.jpg\nin/b.png\n")
        #expect(output.errorText == "2 photos (1 excluded) for pack; nothing was made (--dry-run)\n")
        #expect(try root.names() == ["in"])
    }

    @Test func aModelThatIsNoNetworkLeavesNothing() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        try folder.folder.write("hello", to: "m.onnx")
        let output = try await make("a.png", "-o", "pack", "--model", "m.onnx")
        #expect(output.exit == .exited(1))
        #expect(
            output.errorText
                == "peel: m.onnx cannot be used as a network: it is not an ONNX file, or a damaged one\n")
        let missing = try await make("a.png", "-o", "pack", "--model", "none.onnx")
        #expect(missing.errorText == "peel: cannot read none.onnx: there is no such file or folder\n")
        #expect(try root.names() == ["a.png", "m.onnx"])
    }

    @Test(arguments: ["GPU", "XPU", "gpu.3", "AUTO:GPU", "CPU.3"])
    func aDeviceThatIsNotThereIsNamedWithThoseThatAre(device: String) async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let name = device.uppercased()
        let output = try await BuiltProgram.run("cut", "a.png", "-o", "b.png", "--device", FilePath(device), in: root)
        #expect(output.exit == .exited(1))
        #expect(
            output.errorText.hasPrefix("peel: OpenVINO finds no device \(name) here; it finds CPU"),
            "\(output.errorText)")
        #expect(output.errorText.hasSuffix(" (--device)\n"))
    }

    @Test func aFolderThatIsNoPackIsRefused() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.folder.write("mine", to: "out/letter.txt")
        let output = try await make("in", "-o", "out")
        #expect(output.exit == .exited(1))
        #expect(output.errorText.hasPrefix("peel: out is not empty and is not a sticker pack"))
        #expect(output.errorText.hasSuffix("(--force)\n"))
        #expect(try root.appending("out").names() == ["letter.txt"])
        #expect(try await make("in", "-o", "out", "--force", "-q").succeeded)
        #expect(try root.appending("out").names() == ["contact-sheet.png", "letter.txt", "pack.json", "stickers"])
    }

    @Test(.enabled(if: SystemAbilities.hasNamespaces, "name spaces, or mounting in them, are forbidden here"))
    func aDiskThatIsFullEndsTheRun() async throws {
        for name in ["a", "b", "c", "d", "e", "f"] {
            try folder.folder.write(SamplePhotos.ball, to: FilePath("in/\(name).png"))
        }
        try root.appending("disk").createFolder()
        // A disk of one sticker's size, in a name space that goes away with the shell.
        let script = """
            mount -t tmpfs -o size=24k tmpfs disk || exit
            "$0" make in -o disk/pack --format png --size 64 --jobs 1
            echo "exit $?"; find disk -name '.peel-partial*'
            """
        let output = try await Subprocess(
            "unshare", ["-rm", "sh", "-c", FilePath(script), BuiltProgram.path],
            environment: BuiltProgram.environment(), workingDirectory: root
        ).run()
        #expect(output.outputText == "exit 75\n")
        #expect(output.errorText.contains("peel: cannot write disk/pack/stickers/"))
        #expect(output.errorText.contains(": the disk is full\n"))
    }

    @Test(.enabled(if: SystemAbilities.othersMayRunPrograms, "only root may enter a folder above the checkout"))
    func whatMayNotBeReadOrWrittenIsNamed() async throws {
        let folder = folder.folder
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.write(SamplePhotos.ball, to: "in/secret.png")
        try folder.write(SamplePhotos.ball, to: "in/closed/b.png")
        try root.appending("out").createFolder()
        chmod("in/secret.png", 0)
        chmod("in/closed", 0)
        chmod("out", 0o555)
        chmod(".", 0o755)
        let asNobody: [FilePath] = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : ["env"]
        func run(_ arguments: FilePath...) async throws -> Subprocess.Output {
            try await Subprocess(
                asNobody[0], asNobody.dropFirst() + [BuiltProgram.path] + arguments,
                environment: BuiltProgram.environment(), workingDirectory: root
            ).run()
        }
        #expect(try await run("--version").succeeded)
        let refused = try await run("make", "in", "-o", "out/pack")
        #expect(refused.exit == .exited(74))
        #expect(refused.errorText.contains("peel: cannot list in/closed: permission denied\n"))
        #expect(refused.errorText.contains("peel: cannot create out/pack: permission denied\n"))
        let cut = try await run("cut", "in/secret.png", "-o", "-")
        #expect(cut.exit == .exited(1))
        #expect(cut.errorText == "peel: in/secret.png: cannot be read: permission denied\n")
        let written = try await run("cut", "in/a.png", "-o", "out/a.png", "-s", "64")
        #expect(written.exit == .exited(1))
        #expect(written.errorText == "peel: cannot write out/a.png: permission denied\n")
        chmod("in/closed", 0o755)
    }

    private func chmod(_ name: FilePath, _ mode: mode_t) {
        root.appending(name).withCString { _ = Glibc.chmod($0, mode) }
    }
}
