import Imaging
import Stickers
import TestSupport
import Testing

/// "A stroke over half of an object takes the whole of it and no more": the mean intersection over union of what came
/// over with the object, on photos into which a second real subject is pasted, with strokes drawn at random over one
/// half of it. "No more" has a bound of its own: what came over beside the object, as a part of its area.
@Suite struct StrokeObjectTests {
    private static let objects = ["astronaut", "chelsea", "coffee", "rocket"]

    /// Without a network, colours and edges decide alone; with one they are told how far the object reaches.
    @Test(arguments: [(MatteStroke.Mode.keep, 0.65, 0.85, 0.1), (.remove, 0.55, 0.7, 0.2)])
    func wholeOfItAndNoMore(mode: MatteStroke.Mode, bareGoal: Double, goal: Double, mostExcess: Double) throws {
        let segmenter = try SharedSegmenter.segmenter()
        var random = SeededGenerator(seed: 7)
        var bare: [Double] = []
        var seen: [Double] = []
        var excess: [Double] = []
        for object in Self.objects {
            for photo in Self.objects where photo != object {
                for half in 0..<4 {
                    let side = Int.random(in: 70...150, using: &random)
                    let scene = try PastedSubject(
                        object, into: photo, side: side, x: Int.random(in: 0...(320 - side), using: &random),
                        y: Int.random(in: 0...(320 - side), using: &random))
                    guard let stroke = scene.scribble(mode, half: half, using: &random) else { continue }
                    let before = scene.subject(mode == .keep ? scene.first : scene.both)
                    bare.append(scene.overlap(before.applying([stroke], to: scene.photo), from: before))
                    let after = before.applying([stroke], to: scene.photo, segmenter: segmenter)
                    seen.append(scene.overlap(after, from: before))
                    excess.append(scene.excess(after, from: before))
                }
            }
        }
        #expect(seen.count > 30)
        #expect(Self.mean(bare) > bareGoal, "\(Self.mean(bare))")
        #expect(Self.mean(excess) < mostExcess, "\(Self.mean(excess)), largest \(excess.max() ?? 0)")
        #expect(Self.mean(seen) > goal, "\(Self.mean(seen)), median \(seen.sorted()[seen.count / 2])")
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
}
