import Imaging
import TestSupport
import Testing

@testable import Stickers

/// The whole cut of pictures whose subject is known, and each of its numbers: changed by half, a picture shows it.
@Suite struct CutGuardTests {
    /// What a picture is there for, and how well it must be cut at least (``Matte/agreement(with:)``).
    struct Picture: CustomTestStringConvertible {
        let name: String
        let least: Double

        var testDescription: String { name }

        func cut() throws -> (cut: WholeCut, truth: Matte) {
            let mask = try ImageSource(Fixtures.bytes("cuts/\(name).mask.png")).decode()
            return (
                try WholeCut(Fixtures.bytes("cuts/\(name).\(Int(name) == nil ? "jpg" : "webp")")),
                Matte(size: mask.size, samples: (0..<mask.size.area).map { Float(mask.pixels[4 * $0]) / 255 })
            )
        }
    }

    /// A number, changed, and the picture that is cut worse then.
    struct Change: CustomTestStringConvertible {
        let name: String
        let picture: String
        let rules: CutRules

        var testDescription: String { "\(name), \(picture)" }

        init(
            _ path: WritableKeyPath<CutRules, Double>, times factor: Double, _ name: String, _ picture: String
        ) {
            var rules = CutRules()
            rules[keyPath: path] *= factor
            (self.name, self.picture, self.rules) = ("\(name) × \(factor)", picture, rules)
        }

        init(_ path: WritableKeyPath<CutRules, Float>, times factor: Float, _ name: String, _ picture: String) {
            var rules = CutRules()
            rules[keyPath: path] *= factor
            (self.name, self.picture, self.rules) = ("\(name) × \(factor)", picture, rules)
        }
    }

    private static let pictures = [
        Picture(name: "12", least: 0.98),  // a doubtful part
        Picture(name: "30", least: 0.9565),  // a soft edge
        Picture(name: "34", least: 0.948),  // an edge the network is unsure of
        Picture(name: "54", least: 0.4),  // a second look that disagrees
        Picture(name: "62", least: 0.99),  // a subject that a second look would lose
        Picture(name: "100", least: 0.9677),  // haze
        Picture(name: "106", least: 0.85),  // a large part at the frame
        Picture(name: "122", least: 0.99),  // a hole
        Picture(name: "136", least: 0.9537),  // haze
        Picture(name: "212", least: 0.94),  // a doubtful part at the frame
        Picture(name: "324", least: 0.62),  // haze and a doubtful part
        Picture(name: "332", least: 0.99),  // a ring before another thing
        Picture(name: "408", least: 0.985),  // a speck that is a subject
        Picture(name: "432", least: 0.99),  // a small subject
        Picture(name: "454", least: 0.85),  // a subject that is hardly one
        Picture(name: "10142", least: 0.9147),  // a small one on a photo
        Picture(name: "10225", least: 1),  // nothing
        Picture(name: "10319", least: 0.9),  // a second look that finds another thing
    ]

    /// Real photos, whose masks are cuts that were looked at and found right.
    private static let photos = [
        "checked-shirt", "flannel", "print-shirt", "flowered-dress", "plaid-shirt", "dark-shirt",
        "green-shirt", "jeans", "striped-shirt", "red-dress",
    ].map { Picture(name: $0, least: 0.97) }

    private static let changes = [
        Change(\.looks.leastPresence, times: 0.5, "leastPresence", "10225"),
        Change(\.looks.leastPresence, times: 1.5, "leastPresence", "454"),
        Change(\.looks.secondLookBelow, times: 0.5, "secondLookBelow", "432"),
        Change(\.looks.secondLookBelow, times: 1.5, "secondLookBelow", "62"),
        Change(\.looks.surroundings, times: 0.5, "surroundings", "332"),
        Change(\.looks.surroundings, times: 1.5, "surroundings", "122"),
        Change(\.looks.leastAgreement, times: 0.5, "leastAgreement", "54"),
        Change(\.looks.leastAgreement, times: 1.5, "leastAgreement", "10319"),
        Change(\.cleaning.softReach, times: 0.5, "softReach", "30"),
        Change(\.cleaning.leastConfidence, times: 0.5, "leastConfidence", "12"),
        Change(\.cleaning.leastConfidenceAtFrame, times: 0.5, "leastConfidenceAtFrame", "212"),
        Change(\.cleaning.smallAtFrame, times: 0.5, "smallAtFrame", "212"),
        Change(\.cleaning.smallAtFrame, times: 1.5, "smallAtFrame", "106"),
        Change(\.cleaning.smallestPart, times: 1.5, "smallestPart", "408"),
        Change(\.refining.contrast, times: 1.5, "contrast", "30"),
        Change(\.refining.unsureDoubt, times: 0.5, "unsureDoubt", "10142"),
        Change(\.refining.unsureDoubt, times: 1.5, "unsureDoubt", "34"),
        Change(\.refining.haze, times: 0.5, "haze", "136"),
        Change(\.refining.haze, times: 1.5, "haze", "100"),
        Change(\.refining.gain, times: 1.5, "gain", "324"),
    ]

    @Test(arguments: pictures + photos) func theWholeCutIsAsGoodAsEver(_ picture: Picture) async throws {
        let (cut, truth) = try picture.cut()
        let score = try await cut.alpha().agreement(with: truth)
        #expect(score >= picture.least, "\(score)")
    }

    @Test(arguments: changes) func aNumberChangedByHalfIsSeen(_ change: Change) async throws {
        let picture = try #require(Self.pictures.first { $0.name == change.picture })
        let (cut, truth) = try picture.cut()
        let score = try await cut.alpha(change.rules).agreement(with: truth)
        #expect(score < picture.least, "\(score)")
    }
}

/// The numbers that hardly a photo moves, or only in one direction, by answers of a network that are made for them.
@Suite struct CutNumberTests {
    private static let side = 320
    private static let size = PixelSize(width: side, height: side)

    private static func plane(_ value: (Int, Int) -> Float) -> Matte {
        var matte = Matte(size: size)
        for y in 0..<side { for x in 0..<side { matte[x, y] = value(x, y) } }
        return matte
    }

    /// Whether there is a subject, by two answers: the first of all of the photo, the second of what surrounds the
    /// subject.
    private func isFound(_ rules: CutRules, first: Matte, second: Matte) throws -> Bool {
        let photo = Bitmap(size: Self.size, filledWith: .white)
        let source = try ImageSource(ImageEncoder(.png(compression: 1)).encode(photo))
        let finder = SubjectFinder(rules: rules, family: .subject, inputSize: Self.size) { bitmap in
            (bitmap.size == Self.size ? first : second, bitmap)
        }
        do throws(StickerError) {
            _ = try finder.subject(in: photo, of: source)
            return true
        } catch {
            guard error.code == .noSubject else { throw error }
            return false
        }
    }

    /// A square of a hundred by a hundred, of which a part is firmly believed and the rest hardly.
    private static func believed(firmly share: Double) -> Matte {
        plane { x, y in
            guard (100..<200).contains(x), (100..<200).contains(y) else { return 0 }
            return Double(y - 100) < 100 * share ? 0.97 : 0.56
        }
    }

    /// What the second look sees: a strip that is this part of the subject, whose surroundings are 136 by 136 (130, in
    /// blocks of 8).
    private static func strip(_ part: Double) -> Matte {
        let (left, top) = (16.0 / 136 * 320, 120.0 / 136 * 320)
        let length = 100.0 / 136 * 320
        let height = Int((part * length).rounded())
        return plane { x, y in
            Double(x) >= left && Double(x) < left + length && Double(y) < top && y >= Int(top) - height ? 0.99 : 0
        }
    }

    @Test func aSubjectThatIsNotSeenAgainMustHaveBeenSure() throws {
        let nothing = Matte(size: Self.size)
        var rules = CutRules()
        #expect(try isFound(rules, first: Self.believed(firmly: 0.75), second: nothing), "0.87 is sure")
        #expect(try !isFound(rules, first: Self.believed(firmly: 0.55), second: nothing), "0.79 is not")
        rules.looks.sureAlone *= 0.5
        #expect(try isFound(rules, first: Self.believed(firmly: 0.55), second: nothing))
        rules.looks.sureAlone *= 3
        #expect(try !isFound(rules, first: Self.believed(firmly: 0.75), second: nothing))
    }

    @Test func aPieceIsLessThanBeingSeenAgain() throws {
        let doubtful = Self.believed(firmly: 0.55)
        var rules = CutRules()
        #expect(try !isFound(rules, first: doubtful, second: Self.strip(0.015)))
        #expect(try isFound(rules, first: doubtful, second: Self.strip(0.026)))
        rules.looks.nothingSeenAgain *= 0.5
        #expect(try isFound(rules, first: doubtful, second: Self.strip(0.015)))
        rules.looks.nothingSeenAgain *= 3
        #expect(try !isFound(rules, first: doubtful, second: Self.strip(0.026)))
    }

    /// A disc with a hole whose colours are its own.
    private func isFilled(_ rules: CutRules, holeShare: Double) -> Bool {
        let (radius, hole) = (100.0, 100 * holeShare.squareRoot())
        func distance(_ x: Int, _ y: Int) -> Double {
            let (dx, dy) = (Double(x) - 160, Double(y) - 160)
            return (dx * dx + dy * dy).squareRoot()
        }
        let answer = Self.plane { x, y in distance(x, y) < hole ? 0.2 : distance(x, y) < radius ? 0.95 : 0.02 }
        var photo = Bitmap(size: Self.size, filledWith: .white)
        for y in 0..<Self.side {
            for x in 0..<Self.side where distance(x, y) < radius {
                photo[x, y] = SRGBColor(red: 180, green: 60, blue: 40)
            }
        }
        return MatteCleaning(rules.cleaning).cleaned(answer, of: photo)[160, 160] == 1
    }

    @Test func aDoubtfulHoleIsSmall() {
        var rules = CutRules()
        #expect(isFilled(rules, holeShare: 0.05) && !isFilled(rules, holeShare: 0.07))
        rules.cleaning.largestDoubtfulHole *= 0.5
        #expect(!isFilled(rules, holeShare: 0.05))
        rules.cleaning.largestDoubtfulHole *= 3
        #expect(isFilled(rules, holeShare: 0.07))
    }

    /// An answer of a sure square, 100 by 100, with a little haze around it, and of whatever else is asked for.
    private static func square(and other: (Int, Int) -> Float = { _, _ in 0 }) -> Matte {
        plane { x, y in
            if (100..<200).contains(x), (100..<200).contains(y) { return 0.97 }
            return (80..<220).contains(x) && (80..<220).contains(y) ? 0.3 : other(x, y)
        }
    }

    /// Whether something of an answer is left at a place.
    private func isLeft(_ x: Int, _ y: Int, of answer: Matte, by rules: CutRules) -> Bool {
        MatteCleaning(rules.cleaning).cleaned(answer, of: Bitmap(size: Self.size, filledWith: .white))[x, y] > 0
    }

    @Test func aSoftEdgeReachesAFiftiethOfTheSide() {
        var rules = CutRules()
        #expect(isLeft(204, 150, of: Self.square(), by: rules) && !isLeft(207, 150, of: Self.square(), by: rules))
        rules.cleaning.softReach *= 0.5
        #expect(!isLeft(204, 150, of: Self.square(), by: rules))
        rules.cleaning.softReach *= 3
        #expect(isLeft(207, 150, of: Self.square(), by: rules))
    }

    @Test func aPartIsBelieved() {
        func isKept(_ rules: CutRules, believed confidence: Float) -> Bool {
            let answer = Self.square { x, y in (20..<60).contains(x) && (20..<60).contains(y) ? confidence : 0 }
            return isLeft(40, 40, of: answer, by: rules)
        }
        var rules = CutRules()
        #expect(isKept(rules, believed: 0.8) && !isKept(rules, believed: 0.65))
        rules.cleaning.leastConfidence *= 0.5
        #expect(isKept(rules, believed: 0.65))
        rules.cleaning.leastConfidence *= 3
        #expect(!isKept(rules, believed: 0.8))
    }

    @Test func aSmallPartAtTheFrameIsBelievedMore() {
        func isKept(_ rules: CutRules, believed confidence: Float) -> Bool {
            isLeft(10, 10, of: Self.square { x, y in max(x, y) < 30 ? confidence : 0 }, by: rules)
        }
        var rules = CutRules()
        #expect(isKept(rules, believed: 0.92) && !isKept(rules, believed: 0.84))
        rules.cleaning.leastConfidenceAtFrame *= 0.5
        #expect(isKept(rules, believed: 0.84))
        rules.cleaning.leastConfidenceAtFrame *= 3
        #expect(!isKept(rules, believed: 0.92))
    }

    @Test func aPartIsAFiftiethOfTheLargest() {
        func isKept(_ rules: CutRules, share: Double) -> Bool {
            let answer = Self.square { x, y in
                (20..<40).contains(x) && (20..<20 + Int(500 * share)).contains(y) ? 0.97 : 0
            }
            return isLeft(30, 23, of: answer, by: rules)
        }
        var rules = CutRules()
        #expect(isKept(rules, share: 0.026) && !isKept(rules, share: 0.014))
        rules.cleaning.smallestPart *= 0.5
        #expect(isKept(rules, share: 0.014))
        rules.cleaning.smallestPart *= 3
        #expect(!isKept(rules, share: 0.026))
    }

    /// The alpha in the middle of a wide haze on a photo of one colour, whose colours tell nothing, by a number times
    /// one half, by the number and by it times one and a half.
    private func decided(_ belief: Float, _ path: WritableKeyPath<CutRules.Refining, Float>) -> [Float] {
        let haze = Self.plane { x, y in (60..<260).contains(x) && (60..<260).contains(y) ? belief : 0 }
        return [0.5, 1, 1.5].map { (factor: Float) -> Float in
            var rules = CutRules().refining
            rules[keyPath: path] *= factor
            let refiner = AlphaRefiner(strength: 0, rules: rules)
            return refiner.refine(haze, guide: Bitmap(size: Self.size, filledWith: .white))[160, 160]
        }
    }

    @Test func whatIsHalfBelievedIsRatherADoubt() {
        let alphas = decided(0.47, \.contrast)
        #expect(alphas[0] > 0.17 && (0.135...0.17).contains(alphas[1]) && alphas[2] < 0.135, "\(alphas)")
    }

    @Test func aWideHazeIsDecided() {
        let alphas = decided(0.52, \.gain)
        #expect(alphas[0] < 0.68 && (0.68...0.78).contains(alphas[1]) && alphas[2] > 0.78, "\(alphas)")
    }

    @Test func aCrumbIsLessThanAHundredth() {
        func isKept(_ rules: CutRules, oneIn parts: Double) -> Bool {
            let matte = Self.plane { x, y in
                y < 200 && x < 200 || (250..<270).contains(x) && Double(y) < 40000 / parts / 20 ? 1 : 0
            }
            return matte.withoutCrumbs(belowOneIn: rules.crumbsBelowOneIn)[260, 5] > 0
        }
        var rules = CutRules()
        #expect(isKept(rules, oneIn: 80) && !isKept(rules, oneIn: 125))
        rules.crumbsBelowOneIn = 50
        #expect(!isKept(rules, oneIn: 80))
        rules.crumbsBelowOneIn = 150
        #expect(isKept(rules, oneIn: 125))
    }
}
