import Testing

@testable import Imaging
@testable import Stickers

/// What is done with the letters of a sticker's text.
@Suite struct LetteringTests {
    private static let colors = PhotoColorScheme(swatches: [
        Swatch(color: SRGBColor(red: 30, green: 80, blue: 160), share: 1)
    ])
    private static let subject = PixelRect(x: 200, y: 300, width: 600, height: 400)
    private static let red = SRGBColor(red: 255, green: 0, blue: 0)
    private static let blue = SRGBColor(red: 0, green: 0, blue: 255)

    private func setting(_ text: StickerText) throws -> TextSetting {
        try TextSetting(text, by: Self.subject, within: nil, style: .plain, colors: Self.colors)
    }

    /// The text alone on nothing, a pixel for one of the photo's, and where it lies there.
    private func drawn(_ text: StickerText) throws -> (bitmap: Bitmap, box: PixelRect, setting: TextSetting) {
        let setting = try setting(text)
        let canvas = PixelRect(x: -600, y: -600, width: 2400, height: 2400)
        let bitmap = setting.drawn(on: Bitmap(size: canvas.size), of: canvas, staysWithin: true).bitmap
        var box = try #require(bitmap.alphaBox(above: 10))
        (box.x, box.y) = (box.x + canvas.x, box.y + canvas.y)
        return (bitmap, box, setting)
    }

    private func count(_ bitmap: Bitmap, of color: SRGBColor) -> Int {
        stride(from: 0, to: bitmap.pixels.count, by: 4).count { index in
            bitmap.pixels[index] == color.red && bitmap.pixels[index + 1] == color.green
                && bitmap.pixels[index + 2] == color.blue && bitmap.pixels[index + 3] == color.alpha
        }
    }

    @Test func turnAndBendAreTakenToTheNearestThatIsAllowed() {
        let lettering = StickerText.Lettering(turn: 999, bend: -.infinity)
        #expect(lettering.turn == 180 && lettering.bend == 0)
        #expect(StickerText.Lettering(turn: .nan, bend: -400) == StickerText.Lettering(bend: -360))
        #expect(StickerText.Bubble(tail: .point(x: 9, y: .nan)).tail == .point(x: 1.5, y: 0.5))
    }

    @Test func nothingOfATextIsDrawnOutsideOfItsBox() throws {
        let bubble = StickerText.Bubble(color: .white, tail: .point(x: 0.1, y: 1.2))
        let letterings: [StickerText.Lettering] = [
            .plain, .init(turn: 33), .init(bend: 150), .init(turn: -60, bend: -90, shadow: .black),
            .init(shadow: .black, bubble: bubble), .init(turn: 20, bend: 60, bubble: .init()),
        ]
        for place in [StickerText.Place.top, .middle, .bottom, .point(x: 1.4, y: -0.4)] {
            for lettering in letterings {
                let (_, box, setting) = try drawn(
                    try StickerText("Hello you", place: place, color: .black, lettering: lettering))
                let content = setting.box
                #expect(Double(box.x) >= content.x - 1.5 && Double(box.y) >= content.y - 1.5)
                #expect(
                    Double(box.maxX) <= content.x + content.width + 1.5
                        && Double(box.maxY) <= content.y + content.height + 1.5)
                // And the box has no more than a thin rim of nothing.
                #expect(Double(box.width) > content.width - 0.2 * setting.em)
            }
        }
    }

    @Test func aBentTextAboveASubjectEndsWhereAStraightOneDoes() throws {
        let straight = try drawn(try StickerText("Happy birthday", place: .top, size: 0.08, color: .black)).box
        let bent = try drawn(
            try StickerText("Happy birthday", place: .top, size: 0.08, color: .black, lettering: .init(bend: 120))
        ).box
        #expect(abs(bent.maxY - straight.maxY) <= 4 && bent.height > 2 * straight.height)
        #expect(abs(bent.x + bent.width / 2 - 500) <= 4)
    }

    @Test func aTurnedTextKeepsItsMiddleAtItsPoint() throws {
        for turn in [0.0, 45, 90, -170] {
            let (_, _, setting) = try drawn(
                try StickerText("Hi", place: .point(x: 0.3, y: 0.6), color: .black, lettering: .init(turn: turn)))
            #expect((setting.middle - Point(200 + 0.3 * 600, 300 + 0.6 * 400)).length < 0.01)
        }
    }

    @Test func outlineAndShadowHaveTheirColours() throws {
        let plain = try drawn(try StickerText("Hi", size: 0.3, color: .black))
        let text = try StickerText(
            "Hi", size: 0.3, color: .black, lettering: .init(outline: Self.red, shadow: Self.blue))
        let (bitmap, box, setting) = try drawn(text)
        #expect(count(bitmap, of: .black) > 1000 && count(bitmap, of: Self.red) > 1000)
        #expect(count(bitmap, of: Self.blue) > 200)
        // The shadow reaches as much farther to the lower right.
        let offset = TextSetting.shadowOffset * setting.em
        #expect(abs(Double(box.maxX - plain.box.maxX) - offset.x) <= 1.5 && box.x == plain.box.x)
        #expect(abs(Double(box.maxY - plain.box.maxY) - offset.y) <= 1.5 && box.y == plain.box.y)
        let clear = SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
        let bare = try drawn(
            try StickerText("Hi", size: 0.3, color: .black, lettering: .init(outline: clear, shadow: clear)))
        #expect(Double(plain.box.width - bare.box.width) > 1.5 * TextSetting.edge * bare.setting.em)
    }

    @Test func lettersInABubbleCanBeReadWhateverItsColourIs() throws {
        for (fill, letters) in [(SRGBColor.white, SRGBColor.black), (.black, .white), (Self.blue, .white)] {
            let text = try StickerText("Hi", size: 0.3, lettering: .init(bubble: .init(color: fill)))
            let (bitmap, _, setting) = try drawn(text)
            #expect(setting.colors.letters == letters && setting.colors.outline == letters)
            #expect(count(bitmap, of: fill) > 3000 && count(bitmap, of: letters) > 1000)
        }
    }

    @Test func aBubblesTailEndsAtItsPoint() throws {
        let bubble = StickerText.Bubble(color: Self.red, tail: .point(x: 0.5, y: 0.25))
        let text = try StickerText(
            "Hello", place: .point(x: 1.2, y: -0.3), size: 0.1, color: .white,
            lettering: .init(outline: Self.blue, bubble: bubble))
        let (bitmap, box, setting) = try drawn(text)
        let tip = Point(200 + 300, 300 + 100)
        #expect(abs(Double(box.x) - tip.x) < 8 && abs(Double(box.maxY) - tip.y) < 8)
        // On the way there is the bubble's colour, and just beyond it nothing.
        let inner = tip + (setting.middle - tip) * 0.35
        #expect(bitmap[Int(inner.x) + 600, Int(inner.y) + 600] == Self.red)
        let beyond = tip - (setting.middle - tip).normalized * 10
        #expect(bitmap[Int(beyond.x) + 600, Int(beyond.y) + 600].alpha == 0)
    }

    @Test func withoutAPointATailPointsToTheSubjectAndNoneCanBeHad() throws {
        func box(_ tail: StickerText.Tail) throws -> PixelRect {
            try drawn(
                try StickerText(
                    "Hi", place: .point(x: 1.3, y: -0.3), size: 0.1, lettering: .init(bubble: .init(tail: tail)))
            ).box
        }
        let (with, without) = (try box(.subject), try box(.nowhere))
        #expect(with.x < without.x && with.maxY > without.maxY, "to the lower left")
        #expect(with.y == without.y && with.maxX == without.maxX)
    }

    // MARK: Fonts

    @Test func aFamilyIsFoundWhateverItsLettersCaseAnotherIsRefusedWithTheNearest() throws {
        // The longest: no other is as near to its misspelling.
        let family = try #require(StickerText.Font.installed().max { $0.count < $1.count })
        #expect(try StickerText.Font(family.uppercased()).found() == .family(family))
        #expect(try StickerText.Font("SERIF").found() == .serif)
        let error = #expect(throws: StickerError.self) { try StickerText.Font(family + "q").found() }
        #expect(error?.code == .text && error?.description.contains("did you mean '\(family)'?") == true)
        let unlike = #expect(throws: StickerError.self) { try StickerText.Font("zzzzzzqqqqqq").found() }
        #expect(unlike?.description.contains("no font of the family 'zzzzzzqqqqqq' is installed") == true)
        let drawn = #expect(throws: StickerError.self) {
            try setting(try StickerText("Hi", font: .family("zzzzzzqqqqqq")))
        }
        #expect(drawn?.code == .text)
    }

    @Test(.enabled(if: Set(StickerText.Font.forStickers).isSubset(of: Set(StickerText.Font.installed()))))
    func theFamiliesThatAreMadeForStickersDrawLettersOfTheirOwn() throws {
        let fonts = StickerText.Font.generic + StickerText.Font.forStickers.map { .family($0) }
        let pictures = try fonts.map { font in
            try drawn(try StickerText("Wow", color: .black, font: font)).bitmap.pixels
        }
        #expect(Set(pictures).count == fonts.count)
    }
}
