/// How far a run is, as a line for a terminal.
struct Progress: Equatable {
    var total: Int
    /// What is counted.
    var noun = "photos"
    var done = 0
    var failed = 0
    /// Of those that are done: what an earlier run did. They say nothing about the rate.
    var kept = 0
    /// Since the first photo was started.
    var elapsed: Duration = .zero

    /// Photos a second; `nil` until it can be told.
    var rate: Double? {
        let seconds = elapsed / .seconds(1)
        return done > kept && seconds > 0 ? Double(done - kept) / seconds : nil
    }

    /// The time left at the rate so far; `nil` until it can be told.
    var timeLeft: Duration? {
        rate.map { .seconds(Double(total - done) / $0) }
    }

    /// The line, at most `width` columns wide. What has no room is left out: first the bar, then the rate, then the
    /// rest.
    func line(width: Int, showsUnicode: Bool) -> String {
        let separator = showsUnicode ? " · " : ", "
        let count = "\(done)/\(total) \(noun)"
        var parts = [count]
        if failed > 0 { parts.append("\(failed) failed") }
        if let rate, let timeLeft, done < total {
            parts.append("\(decimal(rate, digits: rate < 10 ? 1 : 0))/s")
            parts.append("\(timeLeft.spoken) left")
        }
        let text = parts.joined(separator: separator)
        let barWidth = min(40, width - text.count - 3)
        if barWidth >= 8 { return bar(width: barWidth, showsUnicode: showsUnicode) + "  " + text }
        if text.count < width { return text }
        return count.count < width ? count : ""
    }

    private func bar(width: Int, showsUnicode: Bool) -> String {
        let eighths = total == 0 ? 0 : 8 * width * done / total
        if !showsUnicode {
            let filled = eighths / 8
            return "[" + String(repeating: "#", count: max(0, filled - 2))
                + String(repeating: ".", count: width - 2 - max(0, filled - 2)) + "]"
        }
        var bar = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { bar.append(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1]) }
        return bar + String(repeating: "░", count: width - bar.count)
    }
}

extension Duration {
    /// As a person says it: `8 s`, `3 min 20 s`, `2 h 5 min`.
    var spoken: String {
        let seconds = Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }

    var milliseconds: Double { self / .milliseconds(1) }
}

/// A number with that many digits after the point.
func decimal(_ number: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(number) * scale).rounded())
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % Int(scale))
    return "\(sign)\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
