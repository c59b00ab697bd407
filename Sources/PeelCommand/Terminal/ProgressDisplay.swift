import Peel

/// Shows ``Progress`` on standard error while a run lasts, and lets messages through above it.
@MainActor
final class ProgressDisplay {
    private let sink: OutputSink
    private let terminal: TerminalFacts
    private let now: () -> ContinuousClock.Instant
    private var isOn: Bool
    private let start: ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?
    private var isDrawn = false
    private(set) var progress: Progress

    /// - Parameters:
    ///   - total: 0 where it is not known yet.
    ///   - isOn: `false` shows messages alone.
    init(
        total: Int, sink: OutputSink, terminal: TerminalFacts, isOn: Bool,
        now: @escaping () -> ContinuousClock.Instant
    ) {
        self.sink = sink
        self.terminal = terminal
        self.now = now
        self.isOn = isOn
        start = now()
        progress = Progress(total: total)
        if total > 0 { draw() }
    }

    /// So many are done of what is counted from now on.
    func show(_ done: Int, of total: Int, _ noun: String) {
        progress = Progress(total: max(done, total), noun: noun, done: done)
        draw()
    }

    /// On a context's standard error, where that is a terminal.
    convenience init(total: Int, in context: CommandContext, isQuiet: Bool = false) {
        self.init(
            total: total, sink: context.errors, terminal: context.terminal,
            isOn: context.terminal.errorsAreTerminal && !isQuiet, now: context.now)
    }

    /// One photo more is done.
    func advance(_ outcome: PhotoReport.Outcome) {
        progress.done += 1
        switch outcome {
        case .made: break
        case .kept: progress.kept += 1
        case .leftOut: break
        case .failed: progress.failed += 1
        }
        draw()
    }

    /// Writes a line of its own.
    func message(_ text: String) {
        erase()
        sink.line(text)
        lastDrawn = nil
        draw()
    }

    /// Takes the line away for good; messages go on to be shown.
    func finish() {
        erase()
        isOn = false
    }

    var elapsed: Duration { start.duration(to: now()) }

    /// Draws at most ten times a second, so that a fast run does not spend its time on its display.
    private func draw() {
        guard isOn else { return }
        let instant = now()
        if let lastDrawn, lastDrawn.duration(to: instant) < .milliseconds(100) { return }
        lastDrawn = instant
        progress.elapsed = start.duration(to: instant)
        // To the line's start, the line, and what an earlier, longer one left behind it.
        sink.write("\r" + progress.line(width: terminal.width(), showsUnicode: terminal.showsUnicode) + "\u{1B}[K")
        isDrawn = true
    }

    private func erase() {
        if isDrawn { sink.write("\r\u{1B}[K") }
        isDrawn = false
    }
}
