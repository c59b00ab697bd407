import Execution
import Imaging
import TestSupport
import Testing

@testable import Stickers

/// Subjects that are one in the matte, told apart between two places.
@Suite struct SubjectSplitTests {
    private static let size = PixelSize(width: 160, height: 120)

    private func subject(_ isInside: (Int, Int) -> Bool) -> PhotoSubject {
        var matte = Matte(size: Self.size)
        for y in 0..<matte.height {
            for x in 0..<matte.width where isInside(x, y) { matte[x, y] = 1 }
        }
        return PhotoSubject(matte: matte, photoSize: Self.size)
    }

    private func point(_ x: Double, _ y: Double) -> MatteStroke.Point {
        .init(x: x / Double(Self.size.width), y: y / Double(Self.size.height))
    }

    private func split(_ first: MatteStroke.Point, _ second: MatteStroke.Point) -> MatteStroke {
        MatteStroke(mode: .split, radius: 0, points: [first, second])
    }

    /// Two discs that a thread of four pixels holds together, all of one colour.
    private func isInDumbbell(_ x: Int, _ y: Int) -> Bool {
        let (left, right) = ((x - 40) * (x - 40), (x - 118) * (x - 118))
        let down = (y - 60) * (y - 60)
        return left + down < 900 || right + down < 400 || (40...118).contains(x) && (58...61).contains(y)
    }

    @Test func aThreadIsCutAtItsNeck() throws {
        let before = subject(isInDumbbell)
        #expect(Instances(of: before).count == 1)
        let after = before.applying(
            [split(point(40, 60), point(118, 60))], to: Bitmap(size: Self.size, filledWith: .white))
        let picker = SubjectPicker(after)
        #expect(picker.all == [1, 2])
        #expect(picker.number(at: point(20, 60)) == 1 && picker.number(at: point(130, 60)) == 2)
        // All of the discs remains, and the seam is as narrow as one cell.
        let left = Instances(of: after).matte(keeping: [0])
        let right = Instances(of: after).matte(keeping: [1])
        var lost = 0
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width where isInDumbbell(x, y) {
                lost += left[x, y] > 0.5 || right[x, y] > 0.5 ? 0 : 1
            }
        }
        #expect(left[60, 60] == 1 && right[102, 60] == 1, "each disc is whole")
        #expect(lost <= 8, "\(lost) cells")
        #expect(after.isFixedByHand && after.overviewMatte == after.matte)
    }

    /// One rectangle, whose halves have two colours.
    @Test func anEdgeBetweenColorsIsTheLine() throws {
        let before = subject { x, y in (20..<140).contains(x) && (30..<90).contains(y) }
        var photo = Bitmap(size: Self.size, filledWith: SRGBColor(red: 90, green: 90, blue: 90))
        for y in 30..<90 {
            for x in 20..<140 {
                let isLeft = x < 70 + (y - 60) / 3
                photo[x, y] = SRGBColor(red: isLeft ? 190 : 70, green: 80, blue: isLeft ? 60 : 150)
            }
        }
        let after = before.applying([split(point(35, 60), point(120, 60))], to: photo)
        #expect(Instances(of: after).count == 2)
        for y in stride(from: 33, to: 88, by: 9) {
            let edge = Double(70 + (y - 60) / 3)
            let picker = SubjectPicker(after)
            let left = picker.number(at: point(edge - 4, Double(y)))
            #expect(left == picker.number(at: point(35, 60)), "row \(y)")
            #expect(picker.number(at: point(edge + 4, Double(y))) == picker.number(at: point(120, 60)), "row \(y)")
        }
    }

    /// The halves go over into each other, and in one is a stripe, whose edges are strong.
    @Test func aStripeInOneOfTwoIsNoLine() throws {
        let before = subject { x, y in (20..<140).contains(x) && (30..<90).contains(y) }
        var photo = Bitmap(size: Self.size, filledWith: SRGBColor(red: 90, green: 90, blue: 90))
        for y in 30..<90 {
            for x in 20..<140 {
                let way = UInt8(min(max(x - 64, 0), 12))
                photo[x, y] =
                    (96..<100).contains(x) ? .white : SRGBColor(red: 190 - 10 * way, green: 80, blue: 54 + 8 * way)
            }
        }
        let picker = SubjectPicker(before.applying([split(point(45, 60), point(122, 60))], to: photo))
        #expect(picker.all == [1, 2])
        for y in [35, 60, 85.0] {
            #expect(picker.number(at: point(63, y)) == picker.number(at: point(45, 60)))
            #expect(picker.number(at: point(78, y)) == picker.number(at: point(122, 60)))
        }
    }

    @Test func whereThereIsNoLineNothingChanges() {
        let before = subject(isInDumbbell)
        let photo = Bitmap(size: Self.size, filledWith: .white)
        #expect(before.applying([split(point(40, 60), point(41, 60))], to: photo) == before, "one place")
        #expect(before.applying([split(point(40, 60), point(80, 10))], to: photo) == before, "beside it")
        let apart = before.applying([split(point(40, 60), point(118, 60))], to: photo)
        #expect(apart.applying([split(point(40, 60), point(118, 60))], to: photo) == apart, "two subjects already")
        #expect(before.applying([MatteStroke(mode: .split, radius: 0, points: [])], to: photo) == before)
    }

    /// Two real subjects side by side, of which one hides a little of the other, found as one.
    @Test func realSubjectsThatTouchAreToldApart() throws {
        let objects = ["astronaut", "chelsea", "coffee", "rocket"]
        var (before, after): ([Double], [Double]) = ([], [])
        for first in objects {
            for second in objects where second != first {
                let pair = try TouchingPair(first, second)
                let parted = pair.subject.applying([split(pair.places[1], pair.places[0])], to: pair.photo)
                let picker = SubjectPicker(parted)
                let number = try #require(picker.number(at: pair.places[1]))
                let piece = picker.instances.matte(keeping: [number - 1])
                before.append(pair.subject.matte.overlap(with: pair.alphas[1]))
                after.append(piece.overlap(with: pair.alphas[1]))
            }
        }
        let means = [before, after].map { $0.reduce(0, +) / Double($0.count) }
        // Once parted, all but the rocket are whole: its own edges are stronger than that between the two.
        #expect(after.count { $0 > 0.95 } >= 9, "\(after)")
        #expect(after.count == 12 && means[0] < 0.6 && means[1] > 0.8, "\(means[0]) to \(means[1]): \(after)")
    }

    /// Two cut-outs on one ground.
    private struct TouchingPair {
        private(set) var photo = Bitmap(
            size: PixelSize(width: 320, height: 160), filledWith: SRGBColor(red: 150, green: 165, blue: 170))
        private(set) var alphas: [Matte] = []
        /// Inside each, where a person would tap.
        private(set) var places: [MatteStroke.Point] = []

        var subject: PhotoSubject {
            PhotoSubject(
                matte: Matte(size: photo.size, samples: zip(alphas[0].samples, alphas[1].samples).map { max($0, $1) }),
                photoSize: photo.size)
        }

        init(_ first: String, _ second: String) throws {
            var end = 0
            for name in [first, second] {
                let photo = try ImageSource(Fixtures.bytes("reference/\(name).input.png")).decode()
                let stored = try ImageSource(Fixtures.bytes("pasting/\(name).alpha.png")).decode()
                let whole = Matte(
                    size: stored.size, samples: (0..<stored.size.area).map { Float(stored.pixels[4 * $0]) / 255 })
                let box = try #require(whole.boundingBox(above: 0.5))
                let scale = 140 / Double(box.size.longestSide)
                let size = box.size.scaled(by: scale)
                let left = end == 0 ? 10 : end - 12
                paste(photo.cropped(to: box).resized(to: size), whole.cropped(to: box).resampled(to: size), x: left)
                end = left + size.width
            }
        }

        private mutating func paste(_ cutout: Bitmap, _ alpha: Matte, x left: Int) {
            var own = Matte(size: photo.size)
            for y in 0..<alpha.height {
                for x in 0..<alpha.width where left + x < photo.width {
                    let share = alpha[x, y]
                    let (front, back) = (cutout[x, y], photo[left + x, y + 10])
                    func mix(_ front: UInt8, _ back: UInt8) -> UInt8 {
                        UInt8((Float(front) * share + Float(back) * (1 - share)).rounded())
                    }
                    photo[left + x, y + 10] = SRGBColor(
                        red: mix(front.red, back.red), green: mix(front.green, back.green),
                        blue: mix(front.blue, back.blue))
                    own[left + x, y + 10] = share
                    if alphas.count == 1 { alphas[0][left + x, y + 10] *= 1 - share }
                }
            }
            let depth = own.boxBlurred(radius: 12).boxBlurred(radius: 12)
            let inmost = depth.samples.indices.max { depth.samples[$0] < depth.samples[$1] } ?? 0
            places.append(
                .init(
                    x: (Double(inmost % own.width) + 0.5) / Double(own.width),
                    y: (Double(inmost / own.width) + 0.5) / Double(own.height)))
            alphas.append(own)
        }
    }
}

/// What marks in the options make of a photo.
@Suite struct SubjectMarksTests {
    private static let balls = [
        SyntheticPhoto.Ball(x: 150, y: 150, radius: 70, color: SyntheticPhoto.red),
        SyntheticPhoto.Ball(x: 285, y: 150, radius: 70, color: SRGBColor(red: 40, green: 80, blue: 200)),
    ]
    private static let size = PixelSize(width: 440, height: 300)

    /// The photo of two balls that touch, and its subject: both as one.
    private func rendered(_ marks: SubjectMarks) async throws -> ProcessedPhoto {
        let photo = SyntheticPhoto(size: Self.size, balls: Self.balls).bitmap
        var matte = Matte(size: Self.size)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                matte[x, y] = Float(Self.balls.map { $0.coverage(x: x, y: y) }.max() ?? 0)
            }
        }
        let options = ProcessingOptions(size: .original, style: .plain, subjects: .marked(marks))
        let processor = PhotoProcessor(
            segmenter: try SharedSegmenter.segmenter(), options: options, executor: PhotoExecutor(threadCount: 1))
        return try await processor.render(
            data: ImageEncoder(.png(compression: 1)).encode(photo),
            subject: PhotoSubject(matte: matte, photoSize: Self.size))
    }

    @Test func oneOfTwoThatTouchStandsAlone() async throws {
        let made = try await rendered(
            SubjectMarks(at: [.init(x: 150, y: 150)], notAt: [.init(x: 285, y: 150)]))
        #expect(made.stickers.count == 1 && made.instanceCount == 2)
        let box = made.stickers[0].box
        #expect(abs(box.x - 80) < 8 && abs(box.maxX - 220) < 10, "\(box)")
        // Without the one is the same as with the other.
        let without = try await rendered(SubjectMarks(at: [.init(x: 285, y: 150)], notAt: [.init(x: 150, y: 150)]))
        #expect(abs(without.stickers[0].box.x - 216) < 10, "\(without.stickers[0].box)")
    }

    @Test func severalPlacesAreOneStickerOrOneEach() async throws {
        let places = [SubjectMarks.Place(x: 150, y: 150), .init(x: 285, y: 150)]
        let together = try await rendered(SubjectMarks(at: places))
        #expect(together.stickers.count == 1 && together.stickers[0].box.width > 260)
        let each = try await rendered(SubjectMarks(at: places, isEach: true))
        #expect(each.stickers.count == 2 && each.stickers.allSatisfy { $0.box.width < 160 })
    }

    /// The astronaut's head and the shuttle behind her, which the photo as a whole does not show, without her suit.
    @Test func aBoxAndPlacesGoTogether() async throws {
        let photo = try ImageSource(Fixtures.bytes("reference/astronaut.input.png")).decode()
            .resized(to: PixelSize(width: 640, height: 640))
        let marks = SubjectMarks(
            at: [.init(x: 275, y: 160)], notAt: [.init(x: 288, y: 544)],
            boxes: [PixelRect(x: 357, y: 3, width: 210, height: 395)])
        let options = ProcessingOptions(size: .original, style: .plain, subjects: .marked(marks))
        let processor = PhotoProcessor(
            segmenter: try SharedSegmenter.segmenter(), options: options, executor: PhotoExecutor(threadCount: 1))
        let made = try await processor.process(data: ImageEncoder(.png(compression: 1)).encode(photo))
        let box = try #require(made.stickers.first).box
        #expect(made.stickers.count == 1 && made.instanceCount >= 3)
        #expect(abs(box.x - 192) < 14 && abs(box.maxX - 568) < 14 && box.y < 14 && abs(box.maxY - 366) < 20, "\(box)")
    }

    @Test func aMarkThatMeansNothingIsNamed() async throws {
        for (marks, word) in [
            (SubjectMarks(at: [.init(x: 5, y: 5)]), "5,5"),
            (SubjectMarks(at: [.init(x: 150, y: 150)], notAt: [.init(x: 3, y: 290)]), "3,290"),
            (SubjectMarks(at: [.init(x: 150, y: 150)], notAt: [.init(x: 151, y: 150)]), "no line"),
            (SubjectMarks(notAt: [.init(x: 150, y: 150)]), "nothing is left"),
            (SubjectMarks(boxes: [PixelRect(x: 500, y: 5, width: 9, height: 9)]), "500,5,9,9"),
        ] {
            let error = await #expect(throws: StickerError.self) { _ = try await rendered(marks) }
            #expect(error?.code == .noSuchInstance && error?.description.contains(word) == true, "\(error as Any)")
        }
    }
}
