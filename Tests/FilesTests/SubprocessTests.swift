import Files
import Glibc
import TestSupport
import Testing

/// The helper with which other tests run programs.
@Suite("A program run by a test")
struct SubprocessTests {
    @Test
    func givesBackWhatItWroteAndItsStatus() async throws {
        let output = try await Subprocess("sh", ["-c", "echo one; echo two >&2; exit 3"]).run()
        #expect(output.outputText == "one\n")
        #expect(output.errorText == "two\n")
        #expect(output.exit == .exited(3))
        #expect(!output.succeeded)
    }

    @Test
    func getsItsBytesMoreOfThemThanAPipeHolds() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let output = try await Subprocess("cat", standardInput: bytes).run()
        #expect(output.standardOutput == bytes)
        #expect(output.succeeded)
    }

    @Test
    func mayLeaveItsInputUnread() async throws {
        let output = try await Subprocess("true", standardInput: [UInt8](repeating: 0, count: 1 << 20)).run()
        #expect(output.succeeded)
    }

    @Test
    func getsArgumentsThatAreNotUTF8() async throws {
        let name = FilePath(bytes: [0x66, 0xFF, 0x6F])
        let output = try await Subprocess("printf", ["%s", name]).run()
        #expect(output.standardOutput == name.bytes)
    }

    @Test
    func getsTheVariablesOfTheTestsChangedOrItsOwnAlone() async throws {
        let changed = Subprocess.environment(adding: ["PEEL_TEST": "1", "HOME": nil])
        let output = try await Subprocess("env", environment: changed).run()
        let lines = output.outputText.split(separator: "\n")
        #expect(lines.contains("PEEL_TEST=1"))
        #expect(lines.contains { $0.hasPrefix("PATH=") })
        #expect(!lines.contains { $0.hasPrefix("HOME=") })

        let alone = try await Subprocess("/usr/bin/env", environment: ["ONLY": "this"]).run()
        #expect(alone.outputText == "ONLY=this\n")
    }

    @Test
    func startsInItsFolder() async throws {
        let output = try await Subprocess("pwd", ["-P"], workingDirectory: "/usr/bin").run()
        #expect(output.outputText == "/usr/bin\n")
    }

    @Test
    func canBeInterruptedWhenItHasSaidSomething() async throws {
        let script: FilePath = "trap 'kill $!; echo stopped; exit 130' INT; sleep 600 & echo ready; wait"
        let output = try await Subprocess("sh", ["-c", script]).run { output, _, program in
            if output == Array("ready\n".utf8) { program.send(SIGINT) }
        }
        #expect(output.outputText == "ready\nstopped\n")
        #expect(output.exit == .exited(130))
    }

    @Test
    func thatDiesOfASignalSaysWhich() async throws {
        let output = try await Subprocess("sh", ["-c", "kill -TERM $$"]).run()
        #expect(output.exit == .signalled(SIGTERM))
    }

    @Test
    func startsWithNoSignalBlockedOrIgnored() async throws {
        let output = try await Subprocess("grep", ["-E", "^Sig(Blk|Ign):", "/proc/self/status"]).run()
        let masks = output.outputText.split(separator: "\n").map { UInt64($0.split(separator: "\t")[1], radix: 16) }
        #expect(masks.count == 2)
        // 32 and 33 are the C library's own.
        for mask in masks { #expect(mask.map { $0 & 0x7fff_ffff } == 0) }
    }

    @Test
    func canHaveATerminalForItsErrors() async throws {
        let script: FilePath = "test -t 2 && stty size <&2; test -t 1 || echo plain; echo done >&2"
        let output = try await Subprocess("sh", ["-c", script], terminalColumns: 57).run()
        #expect(output.outputText == "24 57\nplain\n")
        #expect(output.errorText == "done\n")
    }

    @Test
    func thatDoesNotExistIsAnErrorThatNamesIt() async throws {
        let failure = await #expect(throws: Subprocess.Failure.self) {
            try await Subprocess("/nonexistent/program").run()
        }
        #expect(failure?.code == .notStarted)
        #expect(failure?.description.contains("/nonexistent/program") == true)
    }

    @Test
    func thatDoesNotEndIsKilled() async throws {
        let failure = await #expect(throws: Subprocess.Failure.self) {
            try await Subprocess("cat", ["/dev/zero"], timeout: .zero).run()
        }
        #expect(failure?.code == .timedOut)
    }

    @Test
    func isKilledWithTheTaskThatWaitsForIt() async throws {
        let (started, hasStarted) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await Subprocess("sh", ["-c", "echo ready; exec tail -f /dev/null"]).run { _, _, _ in
                hasStarted.finish()
            }
        }
        for await _ in started {}
        task.cancel()
        let failure = await #expect(throws: Subprocess.Failure.self) { try await task.value }
        #expect(failure?.code == .cancelled)
    }
}
