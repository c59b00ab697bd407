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
        for number in 0..<3 { pairs.add(number, stamp: Int64(number) * 40_000_000) }
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
        pairs.add(3, stamp: 120_000_000)
        found = drain(&pairs)
        #expect(found == ["2c", "3d"] && !pairs.isWaiting)
        pairs.add(4, stamp: 160_000_000)
        found = drain(&pairs)
        #expect(found == ["4e"])
    }

    @Test func alphaIsShownUntilTheNext() {
        var pairs = Pairs()
        pairs.add(alpha: "a", stamp: 10_000_000)
        for stamp in [0, 10, 20, 30] { pairs.add(stamp, stamp: Int64(stamp) * 1_000_000) }
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
        for number in 0..<Pairs.mostWaiting + 2 { pairs.add(number, stamp: Int64(number) * 40_000_000) }
        var found = drain(&pairs)
        #expect(found == ["0-", "1-"])
        pairs.add(100, stamp: nil)
        found = drain(&pairs, isEnd: true)
        #expect(found.count == Pairs.mostWaiting + 1 && found.last == "100-")
    }
}
