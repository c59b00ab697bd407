import Imaging
import Stickers
import TestSupport
import Testing

/// What a box chooses, on photos into which a second real subject is pasted that the first look did not find.
@Suite struct BoxChoiceTests {
    private static let objects = ["astronaut", "chelsea", "coffee", "rocket"]

    /// A box around the pasted subject, drawn as roughly as a person does.
    private static func box(
        around matte: Matte, using random: inout some RandomNumberGenerator
    ) throws -> PhotoBox {
        let cells = try #require(matte.boundingBox(above: 0.5))
        func edge(_ place: Int, _ length: Int) -> Double {
            (Double(place) + Double(cells.size.longestSide) * Double.random(in: -0.03...0.1, using: &random)
                * (length < 0 ? -1 : 1)) / Double(abs(length))
        }
        return try #require(
            PhotoBox(
                between: .init(x: edge(cells.x, -matte.width), y: edge(cells.y, -matte.height)),
                and: .init(x: edge(cells.maxX, matte.width), y: edge(cells.maxY, matte.height))))
    }

    @Test func anObjectThatWasNotFoundIsFoundInItsBoxAndStandsAlone() throws {
        let segmenter = try SharedSegmenter.segmenter()
        var random = SeededGenerator(seed: 3)
        var overlaps: [Double] = []
        for object in Self.objects {
            for photo in Self.objects where photo != object {
                for _ in 0..<3 {
                    let side = Int.random(in: 60...140, using: &random)
                    let scene = try PastedSubject(
                        object, into: photo, side: side, x: Int.random(in: 0...(320 - side), using: &random),
                        y: Int.random(in: 0...(320 - side), using: &random))
                    let before = scene.subject(scene.first)
                    let box = try Self.box(around: scene.second, using: &random)
                    guard let choice = before.choice(of: box, overview: scene.photo, segmenter: segmenter) else {
                        overlaps.append(0)
                        continue
                    }
                    let after =
                        choice.stroke.map {
                            before.applying([$0], to: scene.photo, segmenter: segmenter)
                        } ?? before
                    let instances = Instances(of: after)
                    let chosen = instances.matte(keeping: choice.numbers.map { $0 - 1 })
                    let found = Self.onPhoto(chosen, of: after, scene.second.size)
                    overlaps.append(found.overlap(with: scene.second))
                    // What was found before is still there.
                    let all = instances.matte(keeping: 0..<instances.count)
                    #expect(Self.share(of: scene.first, in: all, of: after) > 0.9, "\(object) in \(photo)")
                }
            }
        }
        let mean = overlaps.reduce(0, +) / Double(overlaps.count)
        let median = overlaps.sorted()[overlaps.count / 2]
        #expect(overlaps.count == 36)
        // Small and thin ones, and those that lie on a subject of the same colours, are missed.
        #expect(mean > 0.6 && median > 0.8, "\(mean), median \(median), \(overlaps.sorted())")
    }

    /// The model of a shuttle beside an astronaut, whose shoulder and helmet reach into the box.
    @Test func whatLiesMostlyOutsideTheBoxIsLeftOut() throws {
        let photo = try ImageSource(Fixtures.bytes("reference/astronaut.input.png")).decode()
        let segmenter = try SharedSegmenter.segmenter()
        let before = PhotoSubject(matte: try segmenter.matte(of: photo), photoSize: photo.size)
        let box = try #require(PhotoBox(between: .init(x: 0.56, y: 0.005), and: .init(x: 0.885, y: 0.62)))
        let choice = try #require(before.choice(of: box, overview: photo, segmenter: segmenter))
        let stroke = try #require(choice.stroke, "she was chosen, who is known already")
        let after = before.applying([stroke], to: photo, segmenter: segmenter)
        let chosen = Instances(of: after).matte(keeping: choice.numbers.map { $0 - 1 })
        let found = try #require(Self.onPhoto(chosen, of: after, photo.size).boundingBox(above: 0.5))
        #expect(choice.numbers.count == 1 && found.x > photo.width / 2, "\(found)")
        #expect(found.height > photo.height / 2 && found.maxY < photo.height * 7 / 10, "\(found)")
    }

    private static func share(of part: Matte, in whole: Matte, of subject: PhotoSubject) -> Double {
        let found = onPhoto(whole, of: subject, part.size)
        var (both, all) = (0, 0)
        for index in part.samples.indices where part.samples[index] > 0.5 {
            all += 1
            both += found.samples[index] > 0.44 ? 1 : 0
        }
        return Double(both) / Double(max(1, all))
    }

    private static func onPhoto(_ matte: Matte, of subject: PhotoSubject, _ size: PixelSize) -> Matte {
        var whole = Matte(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let column = (x - subject.region.x) * matte.width / subject.region.width
                let row = (y - subject.region.y) * matte.height / subject.region.height
                if matte.bounds.intersection(PixelRect(x: column, y: row, width: 1, height: 1)).isEmpty { continue }
                whole[x, y] = matte[column, row]
            }
        }
        return whole
    }
}
