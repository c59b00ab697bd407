import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// The folder in which `peel sheet` makes stickers of photos, and what is left of a run that ends early.
struct SheetFolderTests {
    private let folder = TemporaryFolder()
    private var output: FilePath { folder.path.appending("out") }
    private var names: [FilePath] { (try? output.names()) ?? [] }

    @Test func whatAKilledRunLeftIsRemovedByTheNextOneWithoutPhotosToo() async throws {
        for file: FilePath in ["lock", "content/stickers/a.png"] {
            try folder.write("a", to: FilePath("out/.peel-run-abc123").appending(file))
        }
        #expect(chmod(output.appending(".peel-run-abc123").description, 0o700) == 0)
        try folder.write("mine", to: "out/mine.txt")
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "cup.png")
        let result = try await BuiltProgram.run("sheet", "cup.png", "-o", "out", "--as", "lines", in: folder.path)
        #expect(result.succeeded, "\(result.errorText)")
        #expect(names == ["mine.txt", "sheet-1-lines.svg"])
    }

    @Test(.enabled(if: !SystemAbilities.isSanitized, "the thread sanitizer writes files of its own at its start"))
    func runThatCannotWriteStickersLeavesNoFolder() async throws {
        try folder.write(SamplePhotos.ball, to: "photo.png")
        // Its first run fills the cache.
        try #require(
            try await BuiltProgram.run("cut", "photo.png", "-o", "a.png", "-s", "64", in: folder.path).succeeded)
        // Files of no byte: as on a disk that is full.
        let result = try await shell(
            "trap '' XFSZ; ulimit -f 0; \"$0\" sheet photo.png -o out; echo \"exit $?\"")
        #expect(result.outputText == "exit 1\n", "\(result.errorText)")
        #expect(names.isEmpty)
    }

    /// The photo is a pipe: it is in flight for as long as the test wants.
    @Test func ctrlCFinishesThePhotoInFlightAndWritesNoPage() async throws {
        try folder.write(SamplePhotos.ball, to: "ball.png")
        for name: FilePath in ["photo.png", "again", "errors"] {
            #expect(folder.path.appending(name).withCString { mkfifo($0, 0o600) } == 0)
        }
        // It is read twice: to see whether it is a sticker, and to cut it out. The second reading finds another pipe,
        // which opens for writing once the photo is in flight.
        let result = try await shell(
            """
            exec 4<> errors
            "$0" sheet photo.png -o out 2> errors &
            exec 3> photo.png
            mv again photo.png
            cat ball.png >&3; exec 3>&-
            exec 3> photo.png
            kill -TERM $!
            read -r line <&4; echo "$line"
            cat ball.png >&3; exec 3>&-
            wait $!; echo "exit $?"
            read -r line <&4; echo "$line"
            """)
        #expect(
            result.outputText == """
                peel: no further page is written; Ctrl-C once more ends at once
                exit 130
                peel: stopped before a sheet was made

                """)
        #expect(names.isEmpty)
    }

    private func shell(_ script: FilePath) async throws -> Subprocess.Output {
        try await Subprocess(
            "sh", ["-c", script, BuiltProgram.path], environment: BuiltProgram.environment(),
            workingDirectory: folder.path
        ).run()
    }
}
