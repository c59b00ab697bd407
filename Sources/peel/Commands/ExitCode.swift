/// How a command ended, as the shell sees it.
nonisolated enum ExitCode: Int32, Sendable {
    case done = 0
    case someFailed = 1
    case wrongUsage = 2
    case interrupted = 130
}
