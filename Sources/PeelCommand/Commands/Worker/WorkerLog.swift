import FoundationEssentials
import Peel

/// What `peel worker` says on standard error: sentences for a person, or with `--log json` an object a line.
@MainActor
final class WorkerLog {
    private let sink: OutputSink
    private let writesJSON: Bool
    private let isQuiet: Bool
    private let part: String?

    init(sink: OutputSink, writesJSON: Bool, isQuiet: Bool, part: String?) {
        self.sink = sink
        self.writesJSON = writesJSON
        self.isQuiet = isQuiet
        self.part = part
    }

    /// What is fine.
    func note(_ text: String) {
        guard !isQuiet else { return }
        write("info", terminalText(text), [])
    }

    /// What ends the work.
    func error(_ text: String) {
        write("error", terminalText(text), [])
    }

    /// What became of a photo. In sentences only what is wrong is told.
    func photo(_ report: PartWorker.Report) {
        let photo = report.photo
        let name: [(String, JSONText)] = [("photo", .string(photo.name.escapedText))]
        switch photo.outcome {
        case .failed:
            let reason = (photo.reason ?? "") + (report.isRecorded ? "" : "; try it again with --resume")
            write("warning", writesJSON ? reason : terminalText("\(photo.name): \(reason)"), name)
        case .leftOut:
            if !isQuiet { write("info", writesJSON ? "left out" : "\(photo.name): \(photo.reason ?? "")", name) }
        case .made, .kept:
            if let loss = photo.loss {
                write("warning", writesJSON ? loss : terminalText("\(photo.name): \(loss)"), name)
            }
            guard writesJSON, !isQuiet else { return }
            let seconds = photo.timings.reduce(0) { $0 + $1.duration / .seconds(1) }
            let isKept = if case .kept = photo.outcome { true } else { false }
            write("info", isKept ? "kept" : "made", name + [("seconds", .number(seconds, digits: 3))])
        }
    }

    private func write(_ level: String, _ message: String, _ members: [(String, JSONText)]) {
        guard writesJSON else { return sink.line(level == "info" ? message : "peel: \(message)") }
        let time = Date.now.formatted(.iso8601)
        let line: [(String, JSONText)] = [
            ("time", .string(time)), ("level", .string(level)), ("part", part.map { .string($0) } ?? .null),
        ]
        sink.line(JSONText.members(line + members + [("message", .string(message))]).text)
    }
}
