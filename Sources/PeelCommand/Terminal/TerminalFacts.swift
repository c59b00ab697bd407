import Glibc

/// What the commands need to know of the terminal they may or may not run in.
@MainActor
struct TerminalFacts {
    var outputIsTerminal = false
    var errorsAreTerminal = false
    /// Whether standard error's terminal shows more than ASCII.
    var showsUnicode = false
    /// Whether colours are welcome (https://no-color.org).
    var showsColor = false
    /// Columns of standard error's terminal, asked anew each time because windows change.
    var width: () -> Int = { 80 }

    static func current(environment: [String: String]) -> TerminalFacts {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let isDumb = environment["TERM"] == "dumb"
        return TerminalFacts(
            outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            errorsAreTerminal: isatty(STDERR_FILENO) == 1 && !isDumb,
            showsUnicode: locale.lowercased().contains("utf"),
            showsColor: environment["NO_COLOR", default: ""].isEmpty && !isDumb,
            width: {
                var size = winsize()
                let answered = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
                return answered && size.ws_col > 0 ? Int(size.ws_col) : 80
            })
    }
}

/// The environment's variables that are text.
func environmentVariables(_ names: [String] = ["LC_ALL", "LC_CTYPE", "LANG", "TERM", "NO_COLOR"]) -> [String: String] {
    var variables: [String: String] = [:]
    for name in names { variables[name] = getenv(name).flatMap { String(validatingCString: $0) } }
    return variables
}
