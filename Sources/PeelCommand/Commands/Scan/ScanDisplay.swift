import Peel
import SlitScan

/// Shows on standard error how far a scan is, in one line that is written over.
@MainActor
struct ScanDisplay {
    let status: StatusLine

    /// At most ten times a second.
    func show(_ snapshot: CaptureSnapshot) {
        status.draw { elapsed, width, _ in
            let text = Self.line(snapshot, elapsed: elapsed)
            return text.count < width ? text : nil
        }
    }

    /// How the scan went.
    func sentence(_ metadata: ScanMetadata) -> String {
        let elapsed = status.elapsed / .seconds(1)
        let frames = metadata.frames == 1 ? "1 frame" : "\(metadata.frames) frames"
        var sentence = "\(frames) in \(decimal(elapsed, digits: 1)) s"
        if elapsed > 0 { sentence += " (\(decimal(Double(metadata.frames) / elapsed, digits: 0)) a second)" }
        if metadata.droppedFrames > 0 { sentence += "; the camera lost \(metadata.droppedFrames)" }
        if let lost = Self.lostSound(metadata.droppedSound) { sentence += "; \(lost) of sound lost" }
        return sentence
    }

    static func line(_ snapshot: CaptureSnapshot, elapsed: Duration) -> String {
        let (size, seconds) = (snapshot.resultSize, elapsed / .seconds(1))
        var parts = ["\(snapshot.frames) frames", "\(size.width) x \(size.height)"]
        if let progress = snapshot.progress { parts.append("\(Int(progress * 100)) %") }
        if seconds > 0 { parts.append("\(decimal(Double(snapshot.frames) / seconds, digits: 0))/s") }
        if let recording = snapshot.recording {
            parts.append("movie \(decimal(recording.seconds, digits: 1)) s")
            if recording.droppedFrames > 0 { parts.append("\(recording.droppedFrames) not recorded") }
        }
        if snapshot.droppedFrames > 0 { parts.append("\(snapshot.droppedFrames) lost") }
        if let lost = lostSound(snapshot.droppedSound + (snapshot.recording?.droppedSound ?? 0)) {
            parts.append("\(lost) of sound lost")
        }
        if snapshot.soundError != nil { parts.append("no sound any more") }
        return parts.joined(separator: ", ")
    }

    /// `nil` for none.
    private static func lostSound(_ seconds: Double) -> String? {
        seconds > 0 ? "\(decimal(max(0.01, seconds), digits: 2)) s" : nil
    }
}
