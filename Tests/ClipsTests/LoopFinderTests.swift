import Glibc
import TestSupport
import Testing

@testable import Clips

struct LoopFinderTests {
    /// Small pictures of a bright spot, whose place is given for each frame, with noise.
    private func looks(_ places: [Double]) -> [[Float]] {
        var random = SeededGenerator(seed: 7)
        return places.map { place in
            (0..<64).map { column in
                let distance = (Double(column) - place) / 6
                return Float(exp(-distance * distance) + Double.random(in: -0.004...0.004, using: &random))
            }
        }
    }

    private func finder(_ places: [Double], step: Int64 = 40_000_000, longest: Int64 = 3_000_000_000) -> LoopFinder {
        LoopFinder(looks(places), starts: (0...places.count).map { Int64($0) * step }, longest: longest)
    }

    private func pendulum(period: Double, count: Int) -> [Double] {
        (0..<count).map { 32 + 20 * sin(2 * .pi * Double($0) / period + 0.4) }
    }

    @Test(arguments: [17.0, 24, 31]) func aPendulumIsCutToWholePeriods(period: Double) {
        let plan = finder(pendulum(period: period, count: 75)).plan(.best)
        #expect(plan.loop == .none && plan.steps.allSatisfy { $0.fade == nil })
        #expect(Double(plan.steps.count).truncatingRemainder(dividingBy: period) == 0, "\(plan.steps.count)")
        #expect(plan.steps.count > 75 - Int(period) - 1)
        #expect(zip(plan.steps, plan.steps.dropFirst()).allSatisfy { $0.frame + 1 == $1.frame })
    }

    @Test func aClipThatRepeatsIsTakenWhole() {
        let plan = finder(pendulum(period: 20, count: 20)).plan(.best)
        #expect(plan.loop == .none && plan.steps.map(\.frame) == Array(0..<20))
    }

    /// The first frames are alike by chance, and the others are not.
    @Test(arguments: [(count: 6, least: 6), (20, 13)]) func aPartThatLooksLikeATwitchIsNotTaken(count: Int, least: Int)
    {
        let places = (0..<count).map { $0 < 4 ? 30 : 30 + 1.5 * Double($0 - 3) }
        for wish in LivingOptions.Loop.allCases {
            let plan = finder(places).plan(wish)
            // Of those that go over, the frames before them are no steps.
            #expect(plan.steps.count >= (wish == .fade ? min(least, 5) : least), "\(wish): \(plan.steps.map(\.frame))")
            if wish == .fade { #expect(plan.loop == .fade) }
        }
    }

    @Test func whatStandsStillIsTakenAsLongAsItMayBe() {
        let plan = finder([Double](repeating: 30, count: 90)).plan(.best)
        #expect(plan.loop == .none && plan.steps.count == 75)
    }

    @Test func whatLeavesAndDoesNotComeBackGoesBackAndForth() {
        let plan = finder((0..<60).map { Double($0) }).plan(.best)
        #expect(plan.loop == .bounce)
        let frames = plan.steps.map(\.frame)
        // Each frame follows a neighbour, also at the seam.
        #expect(zip(frames, frames.dropFirst() + [frames[0]]).allSatisfy { abs($0 - $1) == 1 }, "\(frames)")
        #expect(plan.steps.reduce(0) { $0 + $1.duration } <= 3_000_000_000)
        #expect(frames.count > 60)
    }

    @Test func endsThatAreNearlyAlikeAreFaded() {
        // A nod that ends a little lower than it began.
        let places = (0..<50).map { (number: Int) -> Double in
            let part = Double(number) / 50
            return 30 + 6 * sin(2 * .pi * part) + 3.5 * part
        }
        let plan = finder(places).plan(.fade)
        #expect(plan.loop == .fade)
        let faded = plan.steps.filter { $0.fade != nil }
        #expect(faded.count == 6 && plan.steps.suffix(6).allSatisfy { $0.fade != nil })
        // It ends before the first frame: what is faded in goes over into it.
        #expect(plan.steps.last?.fade?.frame == plan.steps[0].frame - 1)
        let shares = faded.compactMap(\.fade?.share)
        #expect(shares == shares.sorted() && shares[0] > 0 && shares[5] < 1)
    }

    @Test func withoutALoopItBeginsAtTheBeginning() {
        let plan = finder(pendulum(period: 24, count: 90)).plan(.none)
        #expect(plan.loop == .none && plan.steps.map(\.frame) == Array(0..<75))
    }

    @Test(arguments: LivingOptions.Loop.allCases, [1, 2, 3, 5]) func fewFramesAreEnough(
        wish: LivingOptions.Loop, count: Int
    ) {
        let plan = finder((0..<count).map { 10 * Double($0) }).plan(wish)
        #expect(!plan.steps.isEmpty && plan.steps.allSatisfy { $0.frame < count && $0.duration > 0 })
    }

    @Test(arguments: LivingOptions.Loop.allCases, [2, 3]) func framesThatLastLongAreTwoAllTheSame(
        wish: LivingOptions.Loop, count: Int
    ) {
        let plan = finder((0..<count).map { 20 * Double($0) }, step: 2_000_000_000).plan(wish)
        #expect(plan.steps.map(\.frame) == [0, 1] && plan.steps.allSatisfy { $0.duration == 1_500_000_000 })
    }

    @Test(arguments: LivingOptions.Loop.allCases) func noneIsTooLong(wish: LivingOptions.Loop) {
        let plan = finder(pendulum(period: 40, count: 120), longest: 1_000_000_000).plan(wish)
        #expect(plan.steps.reduce(0) { $0 + $1.duration } <= 1_000_000_000)
    }
}
