package import Imaging
package import Stickers

/// Marks of a clip whose frames come one by one: from its frame on, each holds for those that follow.
struct StreamedMarks: Sendable {
    private var waiting: ArraySlice<MatteStroke>
    private var carried: [CarriedMarks] = []
    private let segmenter: SubjectSegmenter

    init(_ marks: [MatteStroke], _ segmenter: SubjectSegmenter) {
        waiting = marks.sorted { $0.time ?? 0 < $1.time ?? 0 }[...]
        self.segmenter = segmenter
    }

    /// Whether there is nothing to carry.
    var isEmpty: Bool { waiting.isEmpty && carried.isEmpty }

    /// What holds for the next frame.
    ///
    /// - Parameters:
    ///   - before: the frame before and the motion from there; `nil` of the first.
    ///   - look: with the network's own matte.
    /// - Throws: ``ClipError`` with `.nothingToShow` for a mark with which no subject is found.
    mutating func next(
        after before: (look: FrameLook, motion: FrameMotion)?, _ look: FrameLook
    ) throws(ClipError) -> FrameHold? {
        if let before, !carried.isEmpty {
            let step = FrameStep(
                to: look.light, from: before.look.light, back: before.motion.back, forth: before.motion.forth)
            let matte = look.rasterMatte
            for index in carried.indices { carried[index].advance(step, matte: matte) }
        }
        var due: [MatteStroke] = []
        while let mark = waiting.first, mark.isDue(at: look.frame.time) {
            due.append(mark)
            waiting.removeFirst()
        }
        if !due.isEmpty {
            let marks = FrameMarks(due, on: look, after: owners, segmenter)
            if let missed = marks.missed.first { throw .nothingToShow(missed.missedWords(in: look.frameSize)) }
            carried.append(CarriedMarks(marks, raster: look.light.levels[0].size))
        }
        guard !carried.isEmpty else { return nil }
        let said = carried.compactMap(\.said)
        return FrameHold(said: said.dropFirst().reduce(said.first) { $0?.overlaid(by: $1) }, owners: owners)
    }

    private var owners: SubjectOwners? {
        let all = carried.compactMap(\.owners)
        return all.dropFirst().reduce(all.first) { $0?.overlaid(by: $1) }
    }
}

extension MatteStroke {
    /// Times in files are rounded, in nanoseconds.
    private static let tolerance: Int64 = 1_000_000

    /// Whether it counts on a frame at this time, in nanoseconds: it was made then, or before.
    package func isDue(at frameTime: Int64) -> Bool { frameTime >= Int64(time ?? 0) * 1_000_000 - Self.tolerance }

    /// What to say where no subject is found.
    ///
    /// - Parameter frame: the size in whose pixels the place is told.
    package func missedWords(in frame: PixelSize) -> String {
        let places = points.map { "\(Int($0.x * Double(frame.width))),\(Int($0.y * Double(frame.height)))" }
        let when = time.map { "the frame at \(Double($0) / 1000) s" } ?? "the first frame"
        return points.count > 1
            ? "nothing stands out between \(places.joined(separator: " and ")) in \(when)"
            : "there is no subject at \(places.joined()) in \(when)"
    }
}
