import Peel

@testable import PeelCommand

/// What a command wrote, in memory.
@MainActor
final class Written {
    private(set) var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }

    /// - Parameter errorNumber: what each write fails with; 0 for none.
    func sink(failingWith errorNumber: CInt = 0) -> OutputSink {
        OutputSink { [self] in
            if errorNumber == 0 { bytes += $0 }
            return errorNumber
        }
    }
}

/// A context whose parts the test owns.
@MainActor
struct TestBench {
    let output = Written()
    let errors = Written()
    var terminal = TerminalFacts()
    var standardInput: [UInt8] = []
    var stop = StopRequest(end: {})
    var clock = TestClock()
    var work = FakeWork()
    var outputFailure: CInt = 0

    var context: CommandContext {
        let input = standardInput
        let clock = clock
        var context = CommandContext(
            output: output.sink(failingWith: outputFailure), errors: errors.sink(), terminal: terminal,
            readInput: { limit in
                guard input.count <= limit else { throw FileError("read", "-", cause: .tooManyBytes(limit: limit)) }
                return input
            },
            stop: stop, now: { clock.now })
        work.replace(in: &context)
        return context
    }

    func run(_ line: FilePath...) async -> ExitCode {
        await PeelCommand.run(line, in: context)
    }
}

@MainActor
final class TestClock {
    private(set) var now = ContinuousClock.now

    func advance(by duration: Duration) { now += duration }
}

let twoColors = PhotoColorScheme(swatches: [
    Swatch(color: SRGBColor(red: 200, green: 100, blue: 50), share: 0.75),
    Swatch(color: SRGBColor(red: 0, green: 0, blue: 0), share: 0.25),
])
