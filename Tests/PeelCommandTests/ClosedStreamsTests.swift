import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// The program started with closed standard streams, as cron, systemd and CI do.
struct ClosedStreamsTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    static let combinations = (1...7).map { bits in
        zip(["<&-", ">&-", "2>&-"], 0...).filter { bits >> $0.1 & 1 == 1 }.map(\.0).joined(separator: " ")
    }

    /// Runs the program from a shell that closes streams, and says its exit status.
    private func run(_ command: String, closing streams: String) async throws -> Subprocess.Output {
        try folder.folder.write(SamplePhotos.ball, to: "ball.png")
        return try await Subprocess(
            "sh", ["-c", FilePath("\"$0\" \(command) \(streams); echo \"exit $?\""), BuiltProgram.path],
            environment: BuiltProgram.environment(), workingDirectory: root
        ).run()
    }

    @Test(arguments: combinations)
    func aPackIsMade(closing streams: String) async throws {
        let output = try await run("make ball.png -o pack -s 64", closing: streams)
        #expect(output.outputText == "exit 0\n")
        #expect(try PackFolder(root.appending("pack")).readManifest().stickers.map(\.source) == ["ball.png"])
    }

    @Test(arguments: combinations)
    func whatCannotBeWrittenOrReadIsAnError(closing streams: String) async throws {
        let lacksOutput = streams.contains(" >&-") || streams.hasPrefix(">&-")
        let read = try await run("cut - -o sticker.png -s 64", closing: streams)
        #expect(read.outputText == "exit 1\n")
        #expect(try root.names() == ["ball.png"])
        if streams == "<&-" {
            #expect(read.errorText == "peel: standard input: cannot be read: it is closed\n")
        }

        let written = try await run("cut ball.png -o - -s 64 > sticker.png", closing: streams)
        #expect(written.outputText == (lacksOutput ? "exit 1\n" : "exit 0\n"))
        if streams == ">&-" {
            #expect(written.errorText == "peel: cannot write standard output: it is closed\n")
        }
    }

    @Test func whatItPrintsIsNotTakenForCtrlC() async throws {
        // The two ends of its own pipe for signals would be 1 and 2, and the complaint a signal.
        let output = try await run("make none.png ball.png -o pack -s 64", closing: ">&- 2>&-")
        #expect(output.outputText == "exit 1\n")
        #expect(try PackFolder(root.appending("pack")).readManifest().stickers.map(\.source) == ["ball.png"])
    }
}
