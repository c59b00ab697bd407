/// How a command ended, as the shell sees it.
enum ExitCode: Int32, Sendable {
    case done = 0
    case someFailed = 1
    case wrongUsage = 2
    /// Of `split`, `worker` and `merge`: `EX_DATAERR` of sysexits(3).
    case badPhotos = 65
    /// The run could not go on: `EX_IOERR` of sysexits(3).
    case stopped = 74
    /// The same command may succeed later: `EX_TEMPFAIL` of sysexits(3).
    case tryAgain = 75
    case interrupted = 130

    /// Of a failure that ends a command, as a full disk does.
    ///
    /// - Parameter other: of a failure that stays until a person does something; `split`, `worker` and `merge` tell
    ///   schedulers then that the command line is wrong.
    init(endedBy error: any Error, else other: ExitCode = .someFailed) {
        let failure = CommandFailure(error)
        self = failure.isTemporary ? .tryAgain : failure.stopsRun ? .stopped : other
    }
}
