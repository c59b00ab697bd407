import Peel

/// Shows ``Progress`` on standard error while a run lasts, and lets messages through above it.
@MainActor
final class ProgressDisplay {
    private let line: StatusLine
    private(set) var progress: Progress

    /// - Parameter total: 0 where it is not known yet.
    init(total: Int, on line: StatusLine) {
        self.line = line
        progress = Progress(total: total)
        if total > 0 { draw() }
    }

    convenience init(total: Int, in context: CommandContext, isQuiet: Bool = false) {
        self.init(total: total, on: StatusLine(in: context, isQuiet: isQuiet))
    }

    var elapsed: Duration { line.elapsed }

    /// So many are done of what is counted from now on.
    func show(_ done: Int, of total: Int, _ noun: String) {
        progress = Progress(total: max(done, total), noun: noun, done: done)
        draw()
    }

    /// One photo more is done.
    func advance(_ outcome: PhotoReport.Outcome) {
        progress.done += 1
        switch outcome {
        case .made, .leftOut: break
        case .kept: progress.kept += 1
        case .failed: progress.failed += 1
        }
        draw()
    }

    /// Writes a line of its own.
    func message(_ text: String) {
        line.message(text)
        draw()
    }

    /// Takes the line away for good; messages go on to be shown.
    func finish() { line.finish() }

    private func draw() {
        line.draw { elapsed, width, showsUnicode in
            progress.elapsed = elapsed
            return progress.line(width: width, showsUnicode: showsUnicode)
        }
    }
}
