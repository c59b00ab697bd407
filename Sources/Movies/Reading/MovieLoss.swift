/// What a file should have given and did not: it is cut short, or damaged in the middle.
public struct MovieLoss: Hashable, Sendable, CustomStringConvertible {
    /// Frames that the file lists and that did not come; `nil` where it has no list.
    public var missingFrames: Int?
    /// How many it lists.
    public var listedFrames: Int?
    /// What is missing at the end, in seconds; `nil` where the file does not say how long it is.
    public var missingSeconds: Double?
    /// Frames that were left out, or shown as far as they go.
    public var damagedFrames = 0
    /// Why reading ended before the end; `nil` where the file simply ended.
    public var reason: String?

    var isNothing: Bool { (missingFrames ?? 0) == 0 && missingSeconds == nil && damagedFrames == 0 && reason == nil }

    /// What is missing, in a sentence without the file's name.
    public var description: String {
        var parts: [String] = []
        if let missingFrames, let listedFrames {
            parts.append("\(missingFrames) of its \(listedFrames) frames are missing")
        } else if let missingSeconds {
            parts.append("its last \(Int(missingSeconds.rounded())) seconds are missing")
        }
        if damagedFrames > 0 {
            parts.append(damagedFrames == 1 ? "1 frame is damaged" : "\(damagedFrames) frames are damaged")
        }
        if let reason { parts.append(reason) }
        return "the movie is incomplete: " + parts.joined(separator: ", ")
    }
}
