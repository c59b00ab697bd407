import Glibc
import Peel

let stop = StopRequest {
    // The prompt that comes next does not begin behind ^C and the progress bar.
    if isatty(STDERR_FILENO) == 1 { _ = write(STDERR_FILENO, "\n", 1) }
    _exit(ExitCode.interrupted.rawValue)
}
stop.listen()

// CommandLine.arguments would mend names that are not UTF-8.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { FilePath(cString: $0) }
}
let variables = environmentVariables()
let status = await run(
    arguments,
    in: CommandContext(
        output: OutputSink(descriptor: STDOUT_FILENO), errors: OutputSink(descriptor: STDERR_FILENO),
        terminal: .current(environment: variables),
        readInput: { try OpenFile.standardInput.readBytes(limit: $0) }, stop: stop, now: { .now }))
// Not `exit`: it would unload OpenVINO while threads of its pool still run in it. Nothing is left to be flushed.
_exit(status.rawValue)
