import Imaging
import TestSupport
import Testing

@testable import Stickers

/// Stickers of whole photos that a person has arranged.
@Suite struct ArrangementTests {
    private func sticker(
        _ photo: Bitmap, _ arrangement: StickerArrangement, size: ProcessingOptions.Size = .longestSide(256),
        style: StickerStyle = .dieCut
    ) async throws -> Sticker {
        let processor = try PhotoProcessor(
            segmenter: SharedSegmenter.segmenter(),
            options: ProcessingOptions(size: size, style: style, arrangement: arrangement),
            executor: PhotoExecutor(threadCount: 2))
        return try await processor.process(data: ImageEncoder(.png(compression: 1)).encode(photo)).stickers[0]
    }

    /// A photo that is cut out already: an even rectangle of 220 × 140 at 40, 30.
    private static let card: Bitmap = {
        var bitmap = Bitmap(size: PixelSize(width: 300, height: 200))
        for y in 30..<170 {
            for x in 40..<260 { bitmap[x, y] = SRGBColor(red: 180, green: UInt8(x / 2), blue: UInt8(y)) }
        }
        return bitmap
    }()

    @Test func aCropIsMadeOfItsPartOfThePhotoAlone() async throws {
        let crop = try StickerArrangement.Crop(x: 0.5, y: 0, width: 0.5, height: 0.5)
        let style = StickerStyle(borderWidth: 0, margin: 0)
        let cropped = try await sticker(Self.card, StickerArrangement(crop: crop), size: .original, style: style)
        #expect(cropped.box == PixelRect(x: 150, y: 30, width: 110, height: 70))
        #expect(cropped.bitmap.size == PixelSize(width: 110, height: 70))
        let whole = try await sticker(Self.card, .identity, size: .original, style: style)
        #expect(whole.bitmap.size == PixelSize(width: 220, height: 140))
        #expect(cropped.bitmap == whole.bitmap.cropped(to: PixelRect(x: 110, y: 0, width: 110, height: 70)))
    }

    @Test func aCroppedEdgeIsStraightSmoothAndHasTheBorder() async throws {
        // Between two pixels: half of the first column is inside.
        let crop = try StickerArrangement.Crop(x: 150.5 / 300, y: 0, width: 0.4, height: 1)
        let bare = try await sticker(
            Self.card, StickerArrangement(crop: crop), size: .original, style: StickerStyle(borderWidth: 0, margin: 0))
        for y in 5..<bare.bitmap.height - 5 {
            #expect((127...128).contains(bare.bitmap[0, y].alpha) && bare.bitmap[1, y].alpha == 255)
        }
        let style = StickerStyle(borderWidth: 0.06, margin: 0)
        let bordered = try await sticker(Self.card, StickerArrangement(crop: crop), size: .original, style: style)
        let widths = (20..<bordered.bitmap.height - 20).map { y in
            (0..<40).prefix { bordered.bitmap[$0, y].green > 200 }.count
        }
        let border = Int((0.06 * Double(bordered.bitmap.size.shortestSide)).rounded())
        #expect(Set(widths).count == 1 && abs((widths.first ?? 0) - border) <= 1, "\(Set(widths)), \(border)")
    }

    @Test func aCropIsTheSamePartInEverySizeAndStyle() async throws {
        let photo = SyntheticPhoto.ball().bitmap
        let crop = try StickerArrangement.Crop(x: 0.4, y: 0.1, width: 0.3, height: 0.5)
        let small = try await sticker(photo, StickerArrangement(crop: crop), size: .longestSide(128), style: .plain)
        let large = try await sticker(photo, StickerArrangement(crop: crop), size: .longestSide(256), style: .plain)
        let bold = try await sticker(
            photo, StickerArrangement(crop: crop), style: StickerStyle(borderWidth: 0.1, hasShadow: true, margin: 0.1))
        for box in [large.box, bold.box] {
            for (one, other) in zip(box.edges, small.box.edges) { #expect(abs(one - other) <= 2, "\(box)") }
        }
        #expect(small.box.x == 160 && small.box.maxX == 280 && small.box.maxY == 180)
        let shrunk = large.bitmap.resized(to: small.bitmap.size)
        #expect(shrunk.meanDifference(from: small.bitmap) < 3)
    }

    @Test func whatIsEnlargedHasThePhotosOwnPixels() async throws {
        // Checks of four pixels, which are two on the sticker unless it is enlarged.
        var photo = Bitmap(size: PixelSize(width: 1000, height: 1000))
        for y in 100..<900 {
            for x in 100..<900 { photo[x, y] = (x / 4 + y / 4) % 2 == 0 ? .black : .white }
        }
        let style = StickerStyle(borderWidth: 0, margin: 0)
        let enlarged = try await sticker(photo, StickerArrangement(scale: 2), size: .longestSide(400), style: style)
        #expect(enlarged.bitmap.size == PixelSize(width: 400, height: 400) && abs(enlarged.scale - 1) < 0.01)
        // A sticker's own pixels, enlarged.
        let plain = try await sticker(photo, .identity, size: .longestSide(400), style: style).bitmap
        let blurred = plain.resized(to: PixelSize(width: 800, height: 800))
            .cropped(to: PixelRect(x: 200, y: 200, width: 400, height: 400))
        // The subject's box is known to a cell of the overview, so the photo's pixels are not met one by one.
        #expect(enlarged.bitmap.contrast > 1.2 * blurred.contrast, "\(enlarged.bitmap.contrast), \(blurred.contrast)")
    }

    @Test(arguments: [0, 25] as [Double]) func enlargedItIsInTheSamePlace(_ turn: Double) async throws {
        let photo = SyntheticPhoto(
            size: PixelSize(width: 800, height: 600),
            balls: [.init(x: 330, y: 300, radius: 200, color: SyntheticPhoto.red)]
        ).bitmap
        let style = StickerStyle(borderWidth: 0, margin: 0)
        // The middle of a sticker that is twice as large is what is seen of one that was enlarged by two.
        let large = try await sticker(
            photo, StickerArrangement(turn: turn == 0 ? 0.01 : turn), size: .longestSide(384), style: style)
        let enlarged = try await sticker(
            photo, StickerArrangement(turn: turn, scale: 2), size: .longestSide(192), style: style)
        let middle = large.bitmap.cropped(to: PixelRect(x: 96, y: 96, width: 192, height: 192))
        let difference = enlarged.bitmap.meanDifference(from: middle)
        for (x, y) in [(98, 96), (94, 96), (96, 98), (96, 94)] {
            let moved = large.bitmap.cropped(to: PixelRect(x: x, y: y, width: 192, height: 192))
            #expect(enlarged.bitmap.meanDifference(from: moved) > 1.2 * difference, "two pixels are seen")
        }
    }

    /// A subject at the left of a photo that is cut out already, darker to the right.
    private func mirrored(_ text: StickerText?, _ arrangement: StickerArrangement) async throws -> (Bitmap, Bitmap) {
        let style = StickerStyle(borderWidth: 0, margin: 0, text: text)
        let plain = try await sticker(Self.card, arrangement, size: .original, style: style)
        let other = try await sticker(Self.card, arrangement.mirrored(true), size: .original, style: style)
        #expect(plain.box == other.box, "both are of the same part of the photo")
        return (plain.bitmap, other.bitmap)
    }

    private func flipped(_ bitmap: Bitmap) -> Bitmap {
        var flipped = bitmap
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width { flipped[bitmap.width - 1 - x, y] = bitmap[x, y] }
        }
        return flipped
    }

    @Test func aMirroredStickerHasLeftAndRightExchanged() async throws {
        let crop = try StickerArrangement.Crop(x: 0.2, y: 0, width: 0.5, height: 1)
        for arrangement in [.identity, try StickerArrangement(crop: crop), try StickerArrangement(y: 0.25)] {
            let (plain, mirrored) = try await mirrored(nil, arrangement)
            #expect(flipped(plain) == mirrored && plain != mirrored)
        }
        let (large, mirrored) = try await mirrored(nil, try StickerArrangement(scale: 2))
        #expect(flipped(large).meanDifference(from: mirrored) < 1)
        #expect(large.meanDifference(from: mirrored) > 5)
    }

    @Test func wordsStayAsTheyAreReadOnAMirroredSticker() async throws {
        // A letter that is no picture of itself in a mirror, over the middle of the subject.
        let text = try StickerText("F", place: .middle, size: 0.4, color: .white)
        let (plain, mirrored) = try await mirrored(text, .identity)
        let white = { (bitmap: Bitmap) in
            (0..<bitmap.size.area).map { bitmap.pixels[4 * $0] == 255 && bitmap.pixels[4 * $0 + 2] == 255 }
        }
        #expect(white(plain).count { $0 } > 200 && white(plain) == white(mirrored))
    }

    @Test func whereTheWordsAreIsWhereTheyAreSeenAndTheyCanBeShownAloneOrLeftOut() async throws {
        let text = try StickerText("HH", place: .point(x: 0.9, y: 0.1), size: 0.3, color: .black)
        let style = StickerStyle(text: text)
        for arrangement in [.identity, try StickerArrangement(x: 0.1, turn: 30, scale: 0.8)] {
            func shown(_ shown: ShownText) async throws -> Sticker {
                var processor = try PhotoProcessor(
                    segmenter: SharedSegmenter.segmenter(),
                    options: ProcessingOptions(size: .longestSide(256), style: style, arrangement: arrangement),
                    executor: PhotoExecutor(threadCount: 2))
                processor.shownText = shown
                return try await processor.process(data: ImageEncoder(.png(compression: 1)).encode(Self.card))
                    .stickers[0]
            }
            let (all, alone) = (try await shown(.all), try await shown(.textAlone))
            let without = try await shown(.withoutText).bitmap
            let place = try #require(all.textPlace)
            #expect(alone.textPlace == place && alone.bitmap.size == all.bitmap.size && without.size == all.bitmap.size)
            let box = try #require(alone.bitmap.alphaBox(above: 10))
            let (middleX, middleY) = (Double(2 * box.x + box.width) / 2, Double(2 * box.y + box.height) / 2)
            #expect(abs(middleX - place.middle.x * Double(all.bitmap.width)) < 4)
            #expect(abs(middleY - place.middle.y * Double(all.bitmap.height)) < 4)
            #expect(abs(place.point.x - 0.9) < 1e-6 && abs(place.point.y - 0.1) < 1e-6)
            // Where the words are not, both are the same, but for the border's line; where they are, not.
            let (width, height) = (all.bitmap.width, all.bitmap.height)
            let outside = PixelRect(x: 0, y: height * 2 / 3, width: width / 2, height: height / 3)
            #expect(without.cropped(to: outside).meanDifference(from: all.bitmap.cropped(to: outside)) < 0.1)
            #expect(without.cropped(to: box).meanDifference(from: all.bitmap.cropped(to: box)) > 10)
        }
    }

    @Test func theWordsTurnWithTheSticker() async throws {
        let style = StickerStyle(text: try StickerText("Hello", place: .bottom, color: .black))
        let photo = SyntheticPhoto.ball().bitmap
        let once = try await sticker(photo, StickerArrangement(turn: 90), style: style).bitmap
        let twice = try await sticker(photo, StickerArrangement(turn: 180), style: style).bitmap
        var turned = Bitmap(size: once.size)
        for y in 0..<256 {
            for x in 0..<256 { turned[255 - y, x] = once[x, y] }
        }
        #expect(turned.meanDifference(from: twice) < 0.1)
        let plain = try await sticker(photo, StickerArrangement(turn: 90)).bitmap
        #expect(plain.meanDifference(from: once) > 5, "the words are seen")
    }

    @Test func movedAwayOrCroppedToNothingItIsRefused() async throws {
        let empty = try StickerArrangement.Crop(x: 0, y: 0, width: 0.1, height: 0.1)
        for (arrangement, words) in [
            (try StickerArrangement(x: 1, y: 1), "left on its canvas"),
            (try StickerArrangement(scale: 0.25, crop: empty), "crop has nothing"),
        ] {
            let error = await #expect(throws: StickerError.self) { try await sticker(Self.card, arrangement) }
            #expect(error?.code == .arrangement && error?.description.contains(words) == true)
        }
    }
}

extension PixelRect {
    fileprivate var edges: [Int] { [x, y, maxX, maxY] }
}

extension Bitmap {
    /// How far red is from the middle of its range, on average, 0…128.
    fileprivate var contrast: Double {
        let sum = stride(from: 0, to: pixels.count, by: 4).reduce(0) { $0 + abs(Int(pixels[$1]) - 128) }
        return Double(sum) / Double(size.area)
    }

    /// Of all channels, 0…255.
    fileprivate func meanDifference(from other: Bitmap) -> Double {
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(pixels.count)
    }
}
