import Imaging
import Stickers
import TestSupport
import Testing

struct AlphaRefinerTests {
    private func error(_ alpha: Matte, _ truth: Matte) -> Float {
        zip(alpha.samples, truth.samples).reduce(0) { $0 + abs($1.0 - $1.1) }
    }

    @Test(arguments: CutoutComposite.Subject.allCases, CutoutComposite.Background.allCases)
    func isMuchNearerToTheTruthThanTheCoarseMatte(
        subject: CutoutComposite.Subject, background: CutoutComposite.Background
    ) {
        let composite = CutoutComposite(subject, over: background)
        let refined = AlphaRefiner().refine(composite.coarse(), guide: composite.photo)
        let enlarged = composite.coarse().resampled(to: composite.photo.size)
        let part: Float = subject == .coat ? 0.36 : 0.25
        #expect(error(refined, composite.alpha) < part * error(enlarged, composite.alpha))
    }

    @Test func isExactAwayFromTheEdge() {
        let composite = CutoutComposite(.ring, over: .textured)
        let refined = AlphaRefiner().refine(composite.coarse(), guide: composite.photo)
        let around = composite.alpha.boxBlurred(radius: 7)
        for index in refined.samples.indices {
            if around.samples[index] < 1e-5 { #expect(refined.samples[index] == 0) }
            if around.samples[index] > 1 - 1e-5 { #expect(refined.samples[index] == 1) }
        }
    }

    @Test func staysSolidUpToTheFrame() {
        let composite = CutoutComposite(.blob, over: .textured)
        let half = PixelRect(x: 180, y: 0, width: 180, height: 360)
        let refined = AlphaRefiner().refine(
            composite.coarse().cropped(to: PixelRect(x: 100, y: 0, width: 100, height: 200)),
            guide: composite.photo.cropped(to: half))
        #expect((120..<240).allSatisfy { refined[0, $0] == 1 })
        #expect(FrameSides(cutting: refined) == .left)
    }

    @Test func strengthTakesMoreOrLess() {
        let composite = CutoutComposite(.fur, over: .textured)
        let sums = [-1, -0.5, 0, 0.5, 1].map { strength in
            AlphaRefiner(strength: strength).refine(composite.coarse(), guide: composite.photo).samples.reduce(0, +)
        }
        #expect(sums == sums.sorted())
        #expect(sums[4] > 1.02 * sums[0])
    }

    @Test func whatIsTransparentInThePhotoStaysSo() {
        var composite = CutoutComposite(.blob, over: .white).photo
        composite[180, 180].alpha = 0
        let refined = AlphaRefiner().refine(
            Matte(size: PixelSize(width: 8, height: 8), filledWith: 1), guide: composite)
        #expect(refined[180, 180] == 0)
        #expect(refined[100, 180] == 1)
    }

    @Test(arguments: [0, 1] as [Float]) func evenMattesStayEven(sample: Float) {
        for size in [PixelSize(width: 1, height: 1), PixelSize(width: 7, height: 300)] {
            let coarse = Matte(size: PixelSize(width: 320, height: 320), filledWith: sample)
            let refined = AlphaRefiner().refine(coarse, guide: Bitmap(size: size, filledWith: .white))
            #expect(refined.samples.allSatisfy { $0 == sample })
        }
    }

    @Test func nothingInNothingOut() {
        let none = PixelSize(width: 0, height: 0)
        #expect(AlphaRefiner().refine(Matte(size: none), guide: Bitmap(size: none)).samples.isEmpty)
    }
}

struct ForegroundEstimatorTests {
    @Test(arguments: CutoutComposite.Subject.allCases, CutoutComposite.Background.allCases)
    func edgesAreFreeOfTheBackground(
        subject: CutoutComposite.Subject, background: CutoutComposite.Background
    ) {
        let composite = CutoutComposite(subject, over: background)
        let known = ForegroundEstimator().foreground(of: composite.photo, alpha: composite.alpha)
        // One hair among others of other tints may have any of their colours.
        #expect(composite.colorError(of: known) < (subject == .coat ? 3.2 : subject == .spotted ? 2 : 0.7))
        let alpha = AlphaRefiner().refine(composite.coarse(), guide: composite.photo)
        let found = ForegroundEstimator().foreground(of: composite.photo, alpha: alpha)
        #expect(composite.colorError(of: found) < (subject == .coat ? 6.4 : subject == .spotted ? 3.5 : 1.1))
    }

    /// A border would shine through a hole.
    @Test(arguments: [0.99, 0.992, 0.995, 0.9979, 254.5 / 255] as [Float])
    func singlePixelsOfALittleLessAlphaAreNoHoles(sample: Float) {
        let size = PixelSize(width: 64, height: 64)
        let photo = Bitmap(size: size, filledWith: SRGBColor(red: 20, green: 18, blue: 22))
        var alpha = Matte(size: size, samples: [Float](repeating: 1, count: size.area))
        for index in [0, 33 * 64 + 17, 40 * 64 + 40, 40 * 64 + 41] { alpha.samples[index] = sample }
        let cutout = ForegroundEstimator().foreground(of: photo, alpha: alpha)
        for index in 0..<size.area {
            #expect(abs(Int(cutout.pixels[4 * index + 3]) - Int((alpha.samples[index] * 255).rounded())) <= 1)
            #expect(cutout.pixels[4 * index] == 20)
        }
    }

    @Test func nothingIsLeftUnderTransparentPixels() {
        let composite = CutoutComposite(.fur, over: .textured)
        let cutout = ForegroundEstimator().foreground(of: composite.photo, alpha: composite.alpha)
        for y in 0..<cutout.height {
            for x in 0..<cutout.width {
                #expect(cutout[x, y].alpha == UInt8((composite.alpha[x, y] * 255).rounded()))
                if cutout[x, y].alpha == 0 { #expect(cutout[x, y] == .clear) }
                if cutout[x, y].alpha == 255 { #expect(cutout[x, y] == composite.photo[x, y]) }
            }
        }
    }
}

struct InstancesTests {
    private func matte(_ rows: [String]) -> Matte {
        let samples = rows.joined().map { $0 == "#" ? Float(1) : $0 == "+" ? 0.3 : 0 }
        return Matte(size: PixelSize(width: rows[0].count, height: rows.count), samples: samples)
    }

    @Test func theLargestComesFirst() {
        let instances = Instances(of: matte(["##...###", "##...###", "........"]))
        #expect(instances.all.map(\.area) == [6, 4])
        #expect(instances.all[0].box == PixelRect(x: 5, y: 0, width: 3, height: 2))
        #expect(instances.instance(at: 0.1, 0.1) == 1)
        #expect(instances.instance(at: 0.9, 0.1) == 0)
        #expect(instances.instance(at: 0.9, 7) == nil)
        // One cell beside the region, and on its edge, the nearest is meant.
        #expect(instances.instance(at: -0.1, 0.1) == 1 && instances.instance(at: 1, 0.1) == 0)
        #expect(instances.instance(at: 1.2, 0.1) == nil && instances.instance(at: .nan, 0.1) == nil)
        let second = instances.matte(keeping: [1])
        #expect(second[0, 0] == 1 && second[6, 0] == 0)
    }

    @Test func softPartsHangOnAndDirtDoesNot() {
        let wide = String(repeating: "#", count: 60)
        let dots = String(repeating: ".", count: 60)
        let tail = dots.dropLast(4) + "+.+#"
        let instances = Instances(
            of: matte(["+" + wide.dropFirst(), wide, wide, dots, String(tail), String(dots.dropLast(2) + ".+")]))
        #expect(instances.count == 1)
        let all = instances.matte(keeping: [0])
        #expect(all[0, 0] == 0.3)
        #expect(all[59, 4] == 0)
        #expect(all[56, 4] == 0)
    }

    @Test func noSubjectNoInstance() {
        #expect(Instances(of: Matte(size: PixelSize(width: 9, height: 9))).count == 0)
    }
}
