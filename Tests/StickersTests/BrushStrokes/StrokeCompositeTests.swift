import Glibc
import Imaging
import Stickers
import TestSupport
import Testing

/// Strokes as a person draws them, on composites with known alpha and mattes made wrong on purpose: intersection over
/// union with the true subject, before and after.
@Suite struct StrokeCompositeTests {
    private func subject(_ alpha: Matte) -> PhotoSubject {
        PhotoSubject(
            matte: alpha.resampled(to: PixelSize(width: 320, height: 320)).boxBlurred(radius: 1), photoSize: alpha.size)
    }

    private func overlap(_ subject: PhotoSubject, _ truth: Matte) -> Double {
        subject.matte.resampled(to: truth.size).overlap(with: truth)
    }

    private func stroke(
        _ mode: MatteStroke.Mode, _ points: [(Double, Double)], radius: Double, on size: PixelSize
    ) -> MatteStroke {
        MatteStroke(
            mode: mode, radius: radius / Double(size.longestSide),
            points: points.map { .init(x: $0.0 / Double(size.width), y: $0.1 / Double(size.height)) }, tool: .object)
    }

    @Test func halfOfASubjectThatIsMissingComesBack() {
        let composite = CutoutComposite(.blob, over: .textured)
        var half = composite.alpha
        for y in 0..<360 {
            for x in 180..<360 { half[x, y] = 0 }
        }
        let before = subject(half)
        let drawn = stroke(.keep, [(205, 130), (210, 180), (205, 235)], radius: 12, on: half.size)
        let after = before.applying([drawn], to: composite.photo)
        #expect(overlap(before, composite.alpha) < 0.6)
        #expect(overlap(after, composite.alpha) > 0.97, "\(overlap(after, composite.alpha))")
    }

    @Test func strokeOverAHoleFillsItAndTheRealHoleStays() {
        let composite = CutoutComposite(.ring, over: .textured)
        var holed = composite.alpha
        for y in 0..<360 {
            for x in 0..<360 where hypot(Double(x - 180), Double(y - 258)) < 20 { holed[x, y] = 0 }
        }
        let before = subject(holed)
        let after = before.applying(
            [stroke(.keep, [(170, 256), (190, 260)], radius: 6, on: holed.size)], to: composite.photo)
        #expect(overlap(before, composite.alpha) < 0.98)
        #expect(overlap(after, composite.alpha) > 0.99, "\(overlap(after, composite.alpha))")
        #expect(after.matte[160, 160] < 0.01)
    }

    /// Somebody whom the network has not seen, and somebody whom it has and nobody wants.
    @Test(arguments: [("astronaut", 88, 8, 130), ("astronaut", 120, 190, 60), ("chelsea", 110, 60, 90)])
    func wholeSubjectFromAStrokeOverHalfOfIt(name: String, side: Int, x: Int, y: Int) throws {
        let composite = try PastedSubject(name, into: "rocket", side: side, x: x, y: y)
        let scale = Double(side) / 320
        // One stands before a mast that belongs to the photo's subject.
        let touches = x == 190
        let half =
            name == "astronaut"
            ? [(145.0, 60.0), (150.0, 150.0), (90.0, 220.0)] : [(70.0, 60.0), (160.0, 70.0), (190.0, 180.0)]
        let points = half.map { (Double(x) + $0.0 * scale, Double(y) + $0.1 * scale) }
        let size = composite.photo.size
        let missing = subject(composite.first)
        let found = missing.applying([stroke(.keep, points, radius: 7, on: size)], to: composite.photo)
        #expect(
            overlap(found, composite.both) > overlap(missing, composite.both) && overlap(found, composite.both) > 0.8,
            "\(overlap(missing, composite.both)) to \(overlap(found, composite.both))")
        let marked = subject(composite.both)
        let freed = marked.applying([stroke(.remove, points, radius: 7, on: size)], to: composite.photo)
        #expect(
            overlap(freed, composite.first) > overlap(marked, composite.first)
                && overlap(freed, composite.first) > (touches ? 0.6 : 0.85),
            "\(overlap(marked, composite.first)) to \(overlap(freed, composite.first))")
    }

    /// The sticker, too, has what was kept by hand: its edges are refined on the photo.
    @Test func stickerHasWhatWasKept() async throws {
        let photo = SyntheticPhoto.twoBalls()
        let data = try photo.png()
        let processor = PhotoProcessor(
            segmenter: try SharedSegmenter.segmenter(), options: ProcessingOptions(size: .original, style: .plain))
        let size = photo.bitmap.size
        var left = Matte(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { left[x, y] = Float(photo.balls[0].coverage(x: x, y: y)) }
        }
        let before = PhotoSubject(matte: left, photoSize: size)
        let ball = photo.balls[1]
        let drawn = stroke(
            .keep, [(ball.x - 35, ball.y - 25), (ball.x, ball.y - 10), (ball.x + 20, ball.y + 35)], radius: 12, on: size
        )
        let overview = try await processor.strokeOverview(data: data)
        let after = try await processor.render(data: data, subject: before.applying([drawn], to: overview))
        #expect(after.instanceCount == 2)
        #expect(after.instanceBoxes.count == 2)
        let box = try #require(after.instanceBoxes.last)
        #expect(abs(Double(box.x) - (ball.x - ball.radius)) <= 6, "\(box)")
        #expect(abs(Double(box.maxX) - (ball.x + ball.radius)) <= 6, "\(box)")
        #expect(abs(Double(box.maxY) - (ball.y + ball.radius)) <= 6, "\(box)")
    }
}
