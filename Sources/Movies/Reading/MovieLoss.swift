/// The missing part of a file that is cut short, or damaged in the middle.
package struct MovieLoss: Hashable, Sendable, CustomStringConvertible {
    /// The number of listed frames that did not come; `nil` if the file has no list.
    package var missingFrames: Int?
    /// The number of frames that the file lists.
    package var listedFrames: Int?
    /// The missing seconds at the end; `nil` if the file does not say how long it is.
    package var missingSeconds: Double?
    /// The number of frames that were left out, or shown in part.
    package var damagedFrames = 0
    /// The reason why reading ended early, or the sound did; `nil` if the file just ended.
    package var reason: String?

    var isNothing: Bool { (missingFrames ?? 0) == 0 && missingSeconds == nil && damagedFrames == 0 && reason == nil }

    /// A sentence about the missing part, without the file's name.
    package var description: String {
        var parts: [String] = []
        if let missingFrames, let listedFrames {
            parts.append("\(missingFrames) of its \(listedFrames) frames are missing")
        } else if let missingSeconds {
            parts.append("its last \(max(0.1, (missingSeconds * 10).rounded() / 10)) seconds are missing")
        }
        if damagedFrames > 0 {
            parts.append(damagedFrames == 1 ? "1 frame is damaged" : "\(damagedFrames) frames are damaged")
        }
        if let reason { parts.append(reason) }
        return "the movie is incomplete: " + parts.joined(separator: ", ")
    }
}
