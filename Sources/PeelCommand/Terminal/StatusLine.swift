import Peel

/// A line of standard error that is written over while a run lasts, and messages above it.
@MainActor
final class StatusLine {
    private let sink: OutputSink
    private let terminal: TerminalFacts
    private let now: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var isOn: Bool
    private var lastDrawn: ContinuousClock.Instant?
    private var isDrawn = false

    /// - Parameter isOn: `false` shows messages alone.
    init(sink: OutputSink, terminal: TerminalFacts, isOn: Bool, now: @escaping () -> ContinuousClock.Instant) {
        self.sink = sink
        self.terminal = terminal
        self.isOn = isOn
        self.now = now
        start = now()
    }

    /// On a context's standard error, where that is a terminal.
    convenience init(in context: CommandContext, isQuiet: Bool) {
        self.init(
            sink: context.errors, terminal: context.terminal,
            isOn: context.terminal.errorsAreTerminal && !isQuiet, now: context.now)
    }

    var elapsed: Duration { start.duration(to: now()) }

    /// Draws at most ten times a second, so that a fast run does not spend its time on its display.
    ///
    /// - Parameter line: what is shown after a time in so many columns; `nil` leaves what is there.
    func draw(_ line: (_ elapsed: Duration, _ width: Int, _ showsUnicode: Bool) -> String?) {
        guard isOn else { return }
        let instant = now()
        if let lastDrawn, lastDrawn.duration(to: instant) < .milliseconds(100) { return }
        lastDrawn = instant
        guard let line = line(start.duration(to: instant), terminal.width(), terminal.showsUnicode) else { return }
        // To the line's start, the line, and what an earlier, longer one left behind it.
        sink.write("\r" + line + "\u{1B}[K")
        isDrawn = true
    }

    /// Writes a line of its own; what is drawn next stands below it at once.
    func message(_ text: String) {
        erase()
        sink.line(terminalText(text))
        lastDrawn = nil
    }

    /// Takes the line away for good; messages go on to be shown.
    func finish() {
        erase()
        isOn = false
    }

    private func erase() {
        if isDrawn { sink.write("\r\u{1B}[K") }
        isDrawn = false
    }
}
