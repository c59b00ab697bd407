import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// The built program from outside: streams, exit statuses, names as bytes.
struct ProcessTests {
    @Test func helpAndVersion() async throws {
        let help = try await BuiltProgram.run("help")
        #expect(help.succeeded)
        #expect(help.outputText == programHelp())
        #expect(help.errorText.isEmpty)
        #expect(try await BuiltProgram.run("--version").outputText == "peel \(peelVersion)\n")
    }

    @Test func wrongUsageIsExitStatus2() async throws {
        let output = try await BuiltProgram.run("make", "--frob")
        #expect(output.exit == .exited(2))
        #expect(output.outputText.isEmpty)
        #expect(output.errorText.hasPrefix("peel make: unknown option --frob"))
    }

    @Test func namesReachTheProgramAsBytes() async throws {
        let name = FilePath(bytes: [0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67])
        let output = try await BuiltProgram.run("cut", "-o", "a.png", "--", name)
        #expect(output.exit == .exited(1))
        #expect(output.errorText == "peel: \\xFF\\xFE.jpg: cannot be read: there is no such file or folder\n")
    }

    @Test func aReaderThatGoesAwayIsNoError() async throws {
        // The reader has ended before the program starts, so that its first write fails every time.
        let script = FilePath("exec 3> >(:); wait $!; \"$0\" help --man >&3; echo $?")
        let output = try await Subprocess("bash", ["-c", script, BuiltProgram.path]).run()
        #expect(output.outputText == "0\n")
        #expect(output.errorText.isEmpty)
    }

    @Test func aFullDiskIsAnError() async throws {
        let script = FilePath("\"$0\" help > /dev/full")
        let output = try await Subprocess("sh", ["-c", script, BuiltProgram.path]).run()
        #expect(output.exit == .exited(75))
        #expect(output.errorText == "peel: cannot write standard output: the disk is full\n")
    }
}
