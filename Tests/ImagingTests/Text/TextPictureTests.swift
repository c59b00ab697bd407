import Testing

@testable import Imaging

@Suite struct TextPictureTests {
    @Test func whatIsDrawnHasTheMeasuredSize() throws {
        let text = TextPicture("Hello", family: .sans, lineWidth: 20)
        let measure = text.measure
        #expect(measure.missingCharacters == 0)
        let drawn = try #require(text.drawn(em: 200, color: .black, margin: 3))
        let box = try #require(drawn.alphaBox(above: 0))
        #expect(
            abs(Double(box.width) - 200 * measure.width) <= 2 && abs(Double(box.height) - 200 * measure.height) <= 2)
        #expect((2...4).contains(box.x) && (2...4).contains(box.y))
    }

    @Test func lettersHaveTheColourThatWasAskedForWithStraightAlpha() throws {
        let orange = SRGBColor(red: 255, green: 128, blue: 0)
        let drawn = try #require(
            TextPicture("HI", family: .sans, lineWidth: 9).drawn(em: 60, color: orange, margin: 0))
        for offset in stride(from: 0, to: drawn.pixels.count, by: 4) where drawn.pixels[offset + 3] > 40 {
            let (red, green, blue) = (drawn.pixels[offset], drawn.pixels[offset + 1], drawn.pixels[offset + 2])
            #expect(red > 247 && (120...136).contains(green) && blue < 8)
        }
        #expect(drawn.pixels.contains(255))
    }

    @Test func linesBreakWhereTheyReachTheWidthAlikeAtEverySize() throws {
        let text = TextPicture("one two three four", family: .serif, lineWidth: 4)
        #expect(text.measure.width <= 4 && text.measure.height > 2)
        let shapes = try [20.0, 200.0].map { em in
            let size = try #require(text.drawn(em: em, color: .black, margin: 0)).size
            return Double(size.width) / Double(size.height)
        }
        #expect(abs(shapes[0] - shapes[1]) < 0.05)
    }

    @Test func aWordThatFitsIntoALineIsNotBrokenThoughALineMayBreakWithinIt() {
        // A line may break after a hyphen, as between any two Chinese characters, and "i bbb-" would fit.
        let word = TextPicture("bbb-ccc", family: .sans, lineWidth: 20).measure
        let text = TextPicture("i bbb-ccc", family: .sans, lineWidth: word.width * 1.1).measure
        #expect(abs(text.width - word.width) < 0.01 && text.height > 1.5 * word.height)
    }

    private func width(of text: String) -> Double { TextPicture(text, family: .sans, lineWidth: 100).measure.lineWidth }

    @Test func linesBreakBetweenWordsOnly() {
        let text = TextPicture("Happy Birthday!", family: .sans, lineWidth: 3)
        #expect(text.lines == ["Happy ", "Birthday!"])
        #expect(abs(text.measure.lineWidth - width(of: "Birthday!")) < 0.01 && text.measure.lineWidth > 3)
        let hyphen = TextPicture("Hamburger-Restaurant", family: .sans, lineWidth: 6)
        #expect(hyphen.lines == ["Hamburger-", "Restaurant"], "Unicode allows it there")
        let fixed = TextPicture("12\u{A0}km far", family: .sans, lineWidth: 2)
        #expect(fixed.lines == ["12\u{A0}km ", "far"])
    }

    @Test func aWordIsCutBetweenGraphemesOnlyIfThatIsAskedFor() {
        let words = String(repeating: "e\u{301}", count: 20)
        #expect(TextPicture(words, family: .sans, lineWidth: 4).lines == [words])
        let cut = TextPicture(words, family: .sans, lineWidth: 4, cutsWords: true)
        #expect(cut.measure.lineWidth <= 4 && cut.lines.count > 2)
        #expect(cut.lines.joined() == words && cut.lines.allSatisfy { $0.unicodeScalars.first == "e" })
    }

    /// No font need have the characters: a box is drawn in place of each, as wide as any other.
    @Test(arguments: [
        "生日快乐呀", "お誕生日！", "一二三四五六", "一\n生日快乐呀", "生日快乐呀呀 啊", "スーパー 啊", "生日快乐呀呀、\u{3000}啊！",
    ])
    func noCharacterOfChineseOrJapaneseStandsAloneOnTheLastLine(_ words: String) {
        let paragraph = words.split(separator: "\n").last.map(String.init) ?? words
        let all = width(of: paragraph)
        for share in [0.95, 0.8, 0.7, 0.55] {
            let lines = TextPicture(words, family: .sans, lineWidth: share * all).lines
            let last = (lines.last ?? "").filter { !$0.isPunctuation && !$0.isWhitespace }
            #expect(last.count >= 2 && lines.count >= 2, "\(lines)")
            #expect(lines.joined() == words.filter { $0 != "\n" })
        }
    }

    @Test func spacesAloneAreNothingToDraw() {
        #expect(TextPicture(" ", family: .mono, lineWidth: 4).drawn(em: 50, color: .black, margin: 0) == nil)
    }

    @Test func textsAreTheSameOnManyThreadsAtOnce() async throws {
        let text = TextPicture("Hello 12", family: .sans, lineWidth: 9)
        let expected = text.drawn(em: 80, color: .black, margin: 2)
        let all = await withTaskGroup(of: Bitmap?.self) { group in
            for _ in 0..<24 { group.addTask { text.drawn(em: 80, color: .black, margin: 2) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all.count == 24 && all.allSatisfy { $0 == expected })
    }

    // MARK: Turned and bent

    /// Letters that fill their height, so that what they take can be worked out.
    private func bars(_ count: Int, turn: Double = 0, bend: Double = 0) -> TextPicture {
        TextPicture(
            String(repeating: "H", count: count), family: .sans, lineWidth: 100, turn: turn, bend: bend)
    }

    @Test func aTextAlongHalfACircleTakesAsMuchAsTheCircleDoes() {
        let straight = bars(12).measure
        let radius = straight.width / .pi
        let up = bars(12, bend: 180).measure
        #expect(abs(up.width - 2 * (radius + straight.height / 2)) < 0.05 * up.width)
        #expect(abs(up.height - (radius + straight.height / 2)) < 0.05 * up.height)
        #expect(abs(up.top + straight.height / 2) < 0.03, "its middle stays where it was")
        let down = bars(12, bend: -180).measure
        #expect(abs(down.width - 2 * (radius + straight.height / 2)) < 0.05 * down.width)
        #expect(abs(down.top + down.height - straight.height / 2) < 0.03)
    }

    @Test func aShortTextIsBentOnlyAsFarAsItsLettersStayApart() {
        let straight = bars(1).measure
        let most = bars(1, bend: 360).measure
        #expect(most == bars(1, bend: 200).measure && most.width < 2.5 * straight.width)
    }

    @Test func aTextIsTurnedAroundItsMiddle() {
        let (straight, turned) = (bars(6).measure, bars(6, turn: 90).measure)
        #expect(abs(turned.width - straight.height) < 0.03 && abs(turned.height - straight.width) < 0.03)
        #expect(abs(turned.left + turned.width / 2) < 0.02 && abs(turned.top + turned.height / 2) < 0.02)
    }

    @Test(arguments: [(0.0, 120.0), (30, 0), (-20, -90), (0, 360)])
    func whatIsDrawnOfABentTextHasTheMeasuredSize(turn: Double, bend: Double) throws {
        let text = TextPicture("Hello 안녕 سلام", family: .sans, lineWidth: 100, turn: turn, bend: bend)
        let measure = text.measure
        let drawn = try #require(text.drawn(em: 100, color: .black, margin: 4))
        let box = try #require(drawn.alphaBox(above: 0))
        #expect(
            abs(Double(box.width) - 100 * measure.width) <= 4 && abs(Double(box.height) - 100 * measure.height) <= 4)
        #expect((2...7).contains(box.x) && (2...7).contains(box.y))
    }

    @Test func bendingKeepsTheLettersAsHeavyAsTheyAre() throws {
        func ink(_ text: TextPicture) throws -> Double {
            let drawn = try #require(text.drawn(em: 100, color: .black, margin: 2))
            return stride(from: 3, to: drawn.pixels.count, by: 4).reduce(0) { $0 + Double(drawn.pixels[$1]) / 255 }
        }
        let (straight, bent) = (try ink(bars(12)), try ink(bars(12, bend: 120)))
        #expect(abs(bent / straight - 1) < 0.02)
    }

    @Test func theMachinesFamiliesAreNamedEachOnce() {
        let families = TextPicture.families()
        #expect(!families.isEmpty && Set(families).count == families.count)
        #expect(families == families.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) })
    }
}
