import Testing

@testable import Imaging
@testable import Stickers

/// Words that any font has: which letters are drawn depends on the fonts that are installed.
@Suite struct StickerTextTests {
    private static let colors = PhotoColorScheme(swatches: [
        Swatch(color: SRGBColor(red: 30, green: 80, blue: 160), share: 1)
    ])
    private static let subject = PixelRect(x: 40, y: 60, width: 300, height: 200)

    private func setting(
        _ text: StickerText, style: StickerStyle = .dieCut, within frame: PixelRect? = nil
    ) throws -> TextSetting {
        try TextSetting(text, by: Self.subject, within: frame, style: style, colors: Self.colors)
    }

    @Test(arguments: ["", "  \n ", String(repeating: "a", count: 81), "1\n2\n3\n4\n5", "a\u{7}b", "a\tb"])
    func wordsThatBreakARuleAreRefused(words: String) {
        #expect { try StickerText(words) } throws: { ($0 as? StickerError)?.code == .text }
    }

    @Test func oneCharacterOfManyMarksIsRefused() {
        let word = "a" + String(repeating: "\u{301}", count: 2_000)
        #expect(word.count == 1)
        #expect { try StickerText(word) } throws: { ($0 as? StickerError)?.description.contains("bytes") == true }
    }

    @Test func sizeAndPlaceAreTakenToTheNearestThatIsAllowed() throws {
        #expect(try StickerText("a", size: 9).size == 0.4)
        #expect(try StickerText("a", size: .nan).size == 0.14)
        #expect(try StickerText("a", place: .point(x: -7, y: .infinity)).place == .point(x: -0.5, y: 0.5))
    }

    @Test func aCharacterThatNoFontHasIsSaidNotDrawnAsABox() {
        // A private use character: fonts for people have no letter there.
        #expect {
            _ = try setting(try StickerText("a\u{10FFFD}"))
        } throws: { error in
            let error = error as? StickerError
            return error?.code == .text && error?.description.contains("install") == true
        }
    }

    @Test func aPlaceIsByTheSubject() throws {
        let middle = Double(Self.subject.x) + Double(Self.subject.width) / 2
        let above = try setting(try StickerText("Hi", place: .top)).box
        let centred = try setting(try StickerText("Hi", place: .middle)).box
        let below = try setting(try StickerText("Hi", place: .bottom)).box
        let point = try setting(try StickerText("Hi", place: .point(x: 1, y: 0))).box
        for box in [above, centred, below] { #expect(abs(box.x + box.width / 2 - middle) < 0.01) }
        #expect(above.y < Double(Self.subject.y) && above.y + above.height > Double(Self.subject.y))
        #expect(abs(centred.y + centred.height / 2 - 160) < 0.01)
        #expect(below.y < 260 && below.y + below.height > 260)
        #expect(abs(point.x + point.width / 2 - 340) < 0.01 && abs(point.y + point.height / 2 - 60) < 0.01)
    }

    @Test func aTextStaysWithinAFrameThatIsKept() throws {
        let frame = PixelRect(x: 0, y: 0, width: 360, height: 280)
        for place in [StickerText.Place.top, .middle, .bottom, .point(x: 1.25, y: 1.25), .point(x: -0.25, y: -0.25)] {
            let box = try setting(try StickerText("Hi", place: place), within: frame).box
            #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 280)
        }
    }

    @Test func aLongTextIsBrokenIntoLinesWithinTheSubjectsLongerSide() throws {
        let one = try setting(try StickerText("Hello", size: 0.1)).box
        let long = try setting(try StickerText("Hello hello hello hello hello", size: 0.1)).box
        #expect(long.height > 1.8 * one.height && long.width <= 300)
    }

    @Test(arguments: ["Congratulations!", "Hamburger", "Happy Birthday!", "Donaudampfschifffahrtskapitän"])
    func aWordThatIsTooWideMakesTheTextSmaller(_ words: String) throws {
        for size in [0.14, 0.4] {
            let made = try setting(try StickerText(words, size: size))
            let whole = words.split(separator: " ").map(String.init)
            #expect(made.picture.lines.map { $0.filter { $0 != " " } } == whole, "\(made.picture.lines)")
            #expect(made.box.width <= 300.5 && made.em <= size * 300 && made.em >= 12 && !made.isCut)
        }
        let frame = PixelRect(x: 0, y: 0, width: 200, height: 280)
        #expect(try setting(try StickerText(words, size: 0.4), within: frame).box.width <= 0.92 * 200 + 0.5)
    }

    @Test func onlyAtTheSmallestSizeAWordIsCutAndThatIsKnown() throws {
        let words = String(repeating: "M", count: 80)
        let made = try setting(try StickerText(words, size: 0.4))
        #expect(made.isCut && abs(made.em - 0.04 * 300) < 0.001 && made.box.width <= 300.5)
        #expect(made.picture.lines.count > 1 && made.picture.lines.joined() == words)
    }

    @Test func lettersCanBeToldFromTheirEdgeWhateverTheBordersColourIs() throws {
        for color in [
            SRGBColor.white, .black, SRGBColor(red: 250, green: 220, blue: 40), SRGBColor(red: 90, green: 90, blue: 90),
        ] {
            for border in [SRGBColor.white, .black, SRGBColor(red: 128, green: 128, blue: 128)] {
                let made = try setting(
                    try StickerText("a", color: color), style: StickerStyle(borderWidth: 0.02, borderColor: border))
                #expect(made.colors.outline.contrast(with: color) >= 3)
            }
        }
        // The border's own colour where that can be read, and the photo's text colour unless another is said.
        let plain = try setting(try StickerText("a", color: .black))
        #expect(plain.colors.outline == .white)
        #expect(try setting(try StickerText("a")).colors.letters == Self.colors.textColor)
    }

    @Test func aTextIsAsLargeOnAStickerOfAnySize() throws {
        let text = try StickerText("Hello", size: 0.2, color: .black)
        let setting = try setting(text)
        let part = PixelRect(x: 20, y: 40, width: 340, height: 240)
        let shares = [340, 680, 1360].map { width in
            let size = PixelSize(width: width, height: width * 240 / 340)
            let drawn = setting.drawn(on: Bitmap(size: size), of: part, staysWithin: false)
            let box = drawn.bitmap.alphaBox(above: 128) ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
            return Double(box.width) / Double(width)
        }
        #expect(abs(shares[0] - shares[2]) < 0.01 && abs(shares[1] - shares[2]) < 0.01 && shares[2] > 0.3)
    }

    @Test func theBorderGoesAroundSubjectAndTextTogether() throws {
        let text = try StickerText("Hello", place: .bottom, size: 0.25, color: .black)
        let style = StickerStyle(
            borderWidth: 0.03, borderColor: SRGBColor(red: 255, green: 0, blue: 255), text: text)
        let setting = try TextSetting(
            text, by: PixelRect(x: 0, y: 0, width: 400, height: 300), within: nil, style: style, colors: Self.colors)
        let box = PixelRect(x: 0, y: 0, width: 400, height: 300)
        let green = SRGBColor(red: 0, green: 160, blue: 0)
        let foreground = Bitmap(size: box.size, filledWith: green)
        let layout = StickerLayout(box: setting.content(with: box).size, style: style, size: .original)
        let lettered = setting.drawn(on: foreground, of: box, staysWithin: false)
        let sticker = StickerRenderer(style: style).render(lettered, layout: layout, cutSides: [])
        // Below the subject, the lowest pixel of each column that has one is the border's.
        var columns = 0
        for x in stride(from: sticker.width / 2 - 80, to: sticker.width / 2 + 80, by: 8) {
            guard let y = (0..<sticker.height).last(where: { sticker[x, $0].alpha > 250 }) else { continue }
            #expect(sticker[x, y].red > 200 && sticker[x, y].green < 60 && sticker[x, y].blue > 200)
            if y > 320 { columns += 1 }
        }
        #expect(columns > 10)
        let isBlack = { (color: SRGBColor) in color.red < 40 && color.green < 40 && color.blue < 40 && color.alpha > 250
        }
        let letters = (0..<sticker.size.area).count { isBlack(sticker[$0 % sticker.width, $0 / sticker.width]) }
        #expect(letters > 1000)

        // The matte of that sticker: the same size, the subject in the same place, no letters below it.
        let alone = StickerRenderer(style: style, drawsSubjectAlone: true).render(
            lettered, layout: layout, cutSides: [])
        #expect(alone.size == sticker.size)
        #expect(alone.alphaBox(above: 128)?.size == box.size)
        let corner = alone.alphaBox(above: 128) ?? box
        #expect(sticker[corner.x + 2, corner.y + 2] == green && alone[corner.x + 2, corner.y + 2] == green)
    }

    @Test func throughAColourWithAlphaOneSeesTheSubjectAndBeyondItTheBorder() throws {
        let color = SRGBColor(red: 0, green: 0, blue: 0, alpha: 128)
        let text = try StickerText("Hello", place: .bottom, size: 0.25, color: color)
        let magenta = SRGBColor(red: 255, green: 0, blue: 255)
        let box = PixelRect(x: 0, y: 0, width: 400, height: 300)
        let foreground = Bitmap(size: box.size, filledWith: SRGBColor(red: 0, green: 160, blue: 0))
        func sticker(_ style: StickerStyle) throws -> Bitmap {
            let setting = try TextSetting(text, by: box, within: nil, style: style, colors: Self.colors)
            let layout = StickerLayout(box: setting.content(with: box).size, style: style, size: .original)
            let lettered = setting.drawn(on: foreground, of: box, staysWithin: false)
            return StickerRenderer(style: style).render(lettered, layout: layout, cutSides: [])
        }
        func count(_ bitmap: Bitmap, of color: SRGBColor) -> Int {
            (0..<bitmap.size.area).count { index in
                let pixel = bitmap[index % bitmap.width, index / bitmap.width]
                return zip(
                    [pixel.red, pixel.green, pixel.blue, pixel.alpha],
                    [color.red, color.green, color.blue, color.alpha]
                ).allSatisfy { abs(Int($0) - Int($1)) <= 6 }
            }
        }
        let bordered = try sticker(StickerStyle(borderWidth: 0.03, borderColor: magenta, text: text))
        #expect(count(bordered, of: SRGBColor(red: 0, green: 80, blue: 0)) > 300)
        #expect(count(bordered, of: SRGBColor(red: 127, green: 0, blue: 127)) > 300)
        #expect(count(bordered, of: .black) == 0)
        // Without a border nothing lies under the words beyond the subject.
        let plain = try sticker(StickerStyle(borderWidth: 0, text: text))
        #expect(count(plain, of: SRGBColor(red: 0, green: 80, blue: 0)) > 300)
        #expect(count(plain, of: color) > 300)
    }

    @Test func wordsOfATransparentColourAreRefused() {
        let failure = #expect(throws: StickerError.self) {
            try setting(try StickerText("Hi", color: SRGBColor(red: 255, green: 0, blue: 0, alpha: 0)))
        }
        #expect(failure?.code == .text && failure?.description.contains("#ff000000, is transparent") == true)
    }
}
