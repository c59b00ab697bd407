import Testing

@testable import Movies

@Suite struct AlphaPairsTests {
    private typealias Pairs = AlphaPairs<Int, String>

    /// All that comes out, as `picture alpha`.
    private func drain(_ pairs: inout Pairs, isEnd: Bool = false) -> [String] {
        var found: [String] = []
        while let pair = pairs.next(isEnd: isEnd) { found.append("\(pair.picture)\(pair.alpha ?? "-")") }
        return found
    }

    @Test func whateverComesFirstWaitsForTheOther() {
        var pairs = Pairs()
        for number in 0..<3 { pairs.add(number, stamp: Int64(number) * 40_000_000, byteCount: 1) }
        var found = drain(&pairs)
        #expect(found.isEmpty && pairs.isWaiting)
        pairs.add(alpha: "a", stamp: 0)
        // Tracks count times in units of their own.
        pairs.add(alpha: "b", stamp: 40_000_400)
        found = drain(&pairs)
        #expect(found == ["0a", "1b"])
        for (alpha, stamp) in [("c", 80), ("d", 120), ("e", 160)] as [(String, Int64)] {
            pairs.add(alpha: alpha, stamp: stamp * 1_000_000)
        }
        pairs.add(3, stamp: 120_000_000, byteCount: 1)
        found = drain(&pairs)
        #expect(found == ["2c", "3d"] && !pairs.isWaiting)
        pairs.add(4, stamp: 160_000_000, byteCount: 1)
        found = drain(&pairs)
        #expect(found == ["4e"])
    }

    @Test func alphaIsShownUntilTheNext() {
        var pairs = Pairs()
        pairs.add(alpha: "a", stamp: 10_000_000)
        for stamp in [0, 10, 20, 30] { pairs.add(stamp, stamp: Int64(stamp) * 1_000_000, byteCount: 1) }
        var found = drain(&pairs)
        // That of the picture at 20 may still come.
        #expect(found == ["0a", "10a"])
        pairs.add(alpha: "b", stamp: 25_000_000)
        found = drain(&pairs)
        #expect(found == ["20a"])
        found = drain(&pairs, isEnd: true)
        #expect(found == ["30b"])
    }

    @Test func picturesDoNotWaitForEver() {
        var pairs = Pairs()
        for number in 0..<Pairs.mostWaiting + 2 { pairs.add(number, stamp: Int64(number) * 40_000_000, byteCount: 1) }
        var found = drain(&pairs)
        #expect(found == ["0-", "1-"])
        pairs.add(100, stamp: nil, byteCount: 1)
        found = drain(&pairs, isEnd: true)
        #expect(found.count == Pairs.mostWaiting + 1 && found.last == "100-")
    }

    @Test func largePicturesWaitInSmallerNumbers() {
        var pairs = Pairs()
        for number in 0..<Pairs.leastWaiting {
            pairs.add(number, stamp: Int64(number) * 40_000_000, byteCount: Pairs.mostBytes)
        }
        var found = drain(&pairs)
        #expect(found.isEmpty)
        for number in 0..<3 { pairs.add(10 + number, stamp: 400_000_000, byteCount: Pairs.mostBytes / 4) }
        found = drain(&pairs)
        // Three quarters are left.
        #expect(found == ["0-", "1-"])
    }

    @Test func alphaThatNoPictureTakesIsForgotten() {
        var pairs = Pairs()
        let alphas = (0..<Pairs.mostWaiting + 36).map { "#\($0)" }
        for (number, alpha) in alphas.enumerated() { pairs.add(alpha: alpha, stamp: Int64(number) * 40_000_000) }
        pairs.add(0, stamp: 0, byteCount: 1)
        let found = drain(&pairs)
        #expect(found == ["0#36"])
    }

    @Test func timesThatNoNumberCanSayEndNothing() {
        var pairs = Pairs()
        var found: [String] = []
        for (number, stamp) in [Int64.min, .max, .min, 0, .max].enumerated() {
            pairs.add(alpha: "a\(number)", stamp: stamp)
            pairs.add(number, stamp: stamp, byteCount: 1)
            found += drain(&pairs)
        }
        #expect(found == ["0a0", "1a1", "2a2", "3a3", "4a4"])
        // The pictures go back before their alpha.
        pairs.add(5, stamp: .min, byteCount: 1)
        found = drain(&pairs, isEnd: true)
        #expect(found == ["5a4"])
    }

    @Test func alphaFollowsTimesThatJumpBack() {
        var pairs = Pairs()
        var found: [String] = []
        for (number, stamp) in [1_000, 1_040, 0, 40, 20, 60].enumerated() {
            pairs.add(alpha: "a\(number)", stamp: Int64(stamp) * 1_000_000)
            pairs.add(number, stamp: Int64(stamp) * 1_000_000, byteCount: 1)
            found += drain(&pairs)
        }
        #expect(found == ["0a0", "1a1", "2a2", "3a3", "4a4", "5a5"])
    }

    @Test func picturesThatJumpBackWaitForTheirAlpha() {
        var pairs = Pairs()
        pairs.add(alpha: "a", stamp: 1_000_000_000)
        pairs.add(alpha: "b", stamp: 1_040_000_000)
        for (number, stamp) in [1_000, 0, 40].enumerated() {
            pairs.add(number, stamp: Int64(stamp) * 1_000_000, byteCount: 1)
        }
        var found = drain(&pairs)
        #expect(found == ["0a"])
        pairs.add(alpha: "c", stamp: 0)
        found = drain(&pairs)
        #expect(found == ["1c"])
        // None comes for the last one.
        found = drain(&pairs, isEnd: true)
        #expect(found == ["2c"])
    }
}
