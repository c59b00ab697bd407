import Glibc
import Imaging
import TestSupport
import Testing

@testable import Stickers

/// Pictures that are cut out already, as other programs give them: their edge and their colours stay.
@Suite struct OwnEdgeTests {
    private static let options = ProcessingOptions(size: .original, style: .plain, keepsFullFrame: true)

    private func processor(_ options: ProcessingOptions = Self.options) throws -> PhotoProcessor {
        try PhotoProcessor(
            segmenter: SharedSegmenter.ofRed(), options: options, executor: PhotoExecutor(threadCount: 1))
    }

    /// Fur in greys, with an edge of three pixels. What is clear is black, as after any change of size.
    @Test func coloursAtASoftEdgeStay() async throws {
        var random = SeededGenerator(seed: 11)
        var picture = Bitmap(size: PixelSize(width: 200, height: 200))
        for y in 0..<200 {
            for x in 0..<200 {
                let alpha = min(max((61.5 - hypot(Double(x) - 99.5, Double(y) - 99.5)) / 3, 0), 1)
                let byte = UInt8((alpha * 255).rounded())
                let grey = byte == 0 ? 0 : UInt8.random(in: 130...175, using: &random)
                picture[x, y] = SRGBColor(red: grey, green: grey, blue: grey, alpha: byte)
            }
        }
        let sticker = try await processor().process(data: ImageEncoder(.png()).encode(picture)).stickers[0].bitmap
        try #require(sticker.size == picture.size)
        var largest = 0
        for index in stride(from: 0, to: picture.pixels.count, by: 4) {
            guard picture.pixels[index + 3] > StickerRenderer.traceOfAlpha else { continue }
            for channel in index..<index + 4 {
                largest = max(largest, abs(Int(sticker.pixels[channel]) - Int(picture.pixels[channel])))
            }
        }
        #expect(largest <= 2)
    }

    private static func discs(_ discs: (x: Int, radius: Int, alpha: UInt8)...) -> Bitmap {
        var picture = Bitmap(size: PixelSize(width: 500, height: 240))
        for (center, radius, alpha) in discs {
            for y in 0..<240 {
                for x in 0..<500 where (x - center) * (x - center) + (y - 120) * (y - 120) < radius * radius {
                    picture[x, y] = SRGBColor(red: 20, green: 160, blue: 90, alpha: alpha)
                }
            }
        }
        return picture
    }

    /// A tear, a bee beside a cartoon; smoke, a ghost.
    @Test func smallAndTranslucentPartsStay() async throws {
        let picture = Self.discs((110, 100, 255), (250, 10, 255), (400, 60, 115))
        let data = try ImageEncoder(.png()).encode(picture)
        let sticker = try await processor().process(data: data).stickers[0].bitmap
        for x in [110, 250, 400] {
            #expect(abs(Int(sticker[x, 120].alpha) - Int(picture[x, 120].alpha)) <= 2, "\(x)")
        }
        // What is a subject of its own is as it was.
        var options = Self.options
        options.subjects = .each
        let each = try await processor(options).process(data: data).stickers
        #expect(each.map(\.instance) == [1])
        #expect(each[0].bitmap[400, 120].alpha == 0)
    }

    @Test func aGhostAloneIsASticker() async throws {
        let data = try ImageEncoder(.png()).encode(Self.discs((250, 100, 110)))
        let sticker = try await processor().process(data: data).stickers[0].bitmap
        #expect((108...112).contains(sticker[250, 120].alpha))
    }

    /// Of what a soft eraser takes away in part, that part is left.
    @Test func aSoftEraserHasASoftEdge() async throws {
        var picture = Bitmap(size: PixelSize(width: 300, height: 300))
        for y in 50..<250 {
            for x in 50..<250 { picture[x, y] = SRGBColor(red: 20, green: 160, blue: 90) }
        }
        let data = try ImageEncoder(.png()).encode(picture)
        let found = try #require(try await processor().process(data: data).subject)
        let erased = found.applying(
            [
                MatteStroke(
                    mode: .remove, radius: 20.0 / 300, points: [.init(x: 0.5, y: 0.5)], tool: .brush, hardness: 0)
            ], to: picture)
        let sticker = try await processor().render(data: data, subject: erased).stickers[0].bitmap
        func alpha(_ x: Int) -> UInt8 { sticker[x, 150].alpha }
        #expect(alpha(150) < 30)
        #expect((60...200).contains(alpha(160)), "\(alpha(160))")
        #expect(alpha(175) == 255)
        // Elsewhere the edge is as it was.
        #expect(alpha(49) == 0 && alpha(50) == 255 && alpha(249) == 255 && alpha(250) == 0)
    }

    /// The stroke is on the raster of another size.
    @Test func farFromAStrokeTheEdgeStaysAtAnySize() async throws {
        var picture = Bitmap(size: PixelSize(width: 2000, height: 2000))
        for y in 333..<1667 {
            for x in 333..<1667 { picture[x, y] = SRGBColor(red: 20, green: 160, blue: 90) }
        }
        let data = try ImageEncoder(.webp(quality: 90)).encode(picture)
        let found = try #require(
            try await processor(ProcessingOptions(size: .longestSide(512), style: .plain)).process(data: data).subject)
        try #require(found.matte.width < 2000)
        let erased = found.applying(
            [MatteStroke(mode: .remove, radius: 0.02, points: [.init(x: 0.5, y: 0.5)], tool: .brush)], to: picture)
        let sticker = try await processor().render(data: data, subject: erased).stickers[0].bitmap
        #expect(sticker[1000, 1000].alpha < 30)
        for place in [333, 334, 335, 1664, 1665, 1666] {
            #expect(sticker[place, 500].alpha > 235, "\(place): \(sticker[place, 500].alpha)")
        }
        #expect(sticker[332, 500].alpha == 0 && sticker[1667, 500].alpha == 0)
    }
}

/// Where an edge comes to lie.
@Suite struct EdgePlaceTests {
    /// Nothing but the matte says where the subject ends.
    private static let even: Bitmap = {
        var bitmap = Bitmap(size: PixelSize(width: 200, height: 200))
        for index in bitmap.pixels.indices { bitmap.pixels[index] = index % 4 == 3 ? 255 : 120 }
        return bitmap
    }()

    /// The network's cells are finer than a small photo's pixels, and their edges lie between those.
    @Test(arguments: [(52, 97), (50, 100), (55, 91)]) func itLiesWhereTheMatteSays(x: Int, width: Int) throws {
        var matte = Matte(size: PixelSize(width: 320, height: 320))
        let inside = 61 * 1.6..<139 * 1.6
        for row in 0..<320 {
            for column in 0..<320 where inside.contains(Double(column) + 0.5) && inside.contains(Double(row) + 0.5) {
                matte[column, row] = 1
            }
        }
        let subject = PhotoSubject(matte: matte, photoSize: Self.even.size)
        let processor = PhotoProcessor(
            segmenter: try SharedSegmenter.ofRed(), options: ProcessingOptions(style: .plain),
            executor: PhotoExecutor(threadCount: 1))
        let extractor = StickerExtractor(
            by: processor, source: try ImageSource(try ImageEncoder(.png()).encode(Self.even)), overview: Self.even,
            subject: subject, colorScheme: nil)
        let wanted = PixelRect(x: x, y: x, width: width, height: width)
        let cut = try #require(try extractor.cut(matte, from: wanted, atScale: 6, longSide: 512))
        let row = cut.foreground.height / 2
        let seen = (0..<cut.foreground.width).filter { cut.foreground[$0, row].alpha > 127 }
        let scale = Double(cut.part.width) / Double(cut.foreground.width)
        let left = Double(cut.part.x) + Double(try #require(seen.first)) * scale
        let right = Double(cut.part.x) + Double(try #require(seen.last) + 1) * scale
        #expect(abs(left - 61) < 0.35 && abs(right - 139) < 0.35, "\(left) \(right)")
    }

    /// A flock: each is less than a hundredth of all.
    @Test func noneOfManyAlikeIsACrumb() async throws {
        let size = PixelSize(width: 440, height: 440)
        var (photo, matte) = (Bitmap(size: size), Matte(size: size))
        for y in 0..<440 {
            for x in 0..<440 {
                let isSubject = (10..<30).contains(x % 40) && (10..<30).contains(y % 40)
                photo[x, y] =
                    isSubject ? SRGBColor(red: 200, green: 30, blue: 20) : SRGBColor(red: 235, green: 235, blue: 230)
                if isSubject { matte[x, y] = 1 }
            }
        }
        let processor = PhotoProcessor(
            segmenter: try SharedSegmenter.ofRed(),
            options: ProcessingOptions(size: .original, style: .plain, keepsFullFrame: true),
            executor: PhotoExecutor(threadCount: 1))
        let rendered = try await processor.render(
            data: try ImageEncoder(.png()).encode(photo), subject: PhotoSubject(matte: matte, photoSize: size))
        let alpha = Matte(alphaOf: rendered.stickers[0].bitmap)
        #expect(ConnectedComponents(of: alpha, above: 0.5).components.count == 121)
    }

    /// A book on a plain ground looks like a picture in a frame. What stands out of it can be painted all the same.
    @Test func besideAThingWithStraightSidesTheBrushPaints() throws {
        let size = PixelSize(width: 1000, height: 1000)
        var random = SeededGenerator(seed: 5)
        var (photo, matte) = (Bitmap(size: size), Matte(size: size))
        for y in 0..<1000 {
            for x in 0..<1000 {
                let isBook = (150..<850).contains(x) && (150..<850).contains(y)
                let isRibbon = (290..<310).contains(x) && (850..<950).contains(y)
                let level = isBook ? UInt8.random(in: 40...160, using: &random) : isRibbon ? 90 : 245
                photo[x, y] = SRGBColor(red: level, green: level, blue: level)
                if isBook { matte[x, y] = 1 }
            }
        }
        let frame = try #require(PhotoFrame(of: photo))
        #expect(frame.inside.maxY < 900)
        let stroke = MatteStroke(
            mode: .keep, radius: 0.01, points: [.init(x: 0.3, y: 0.88), .init(x: 0.3, y: 0.93)], tool: .brush)
        let painted = PhotoSubject(matte: matte, photoSize: size).applying([stroke], to: photo)
        #expect(painted.matte[300 * painted.matte.width / 1000, 900 * painted.matte.height / 1000] > 0.5)
        // A picture in such a frame keeps nothing of it.
        let inner = PhotoSubject(matte: Matte(size: PixelSize(width: 10, height: 10)), photoSize: size)
            .applying([stroke], to: photo)
        #expect(!inner.matte.samples.contains { $0 > 0.5 })
    }

    /// Near to, a brush is narrower than the cells of the network's answer.
    @Test(arguments: [0.5, 0.501]) func aFineBrushTakesAwayAllOfItsWay(y: Double) {
        let (photo, cells) = (PixelSize(width: 4000, height: 4000), PixelSize(width: 320, height: 320))
        var overview = Bitmap(size: PixelSize(width: 1000, height: 1000))
        for index in overview.pixels.indices { overview.pixels[index] = index % 4 == 3 ? 255 : 120 }
        let subject = PhotoSubject(matte: Matte(size: cells, filledWith: 1), photoSize: photo)
        let erased = subject.applying(
            [
                MatteStroke(
                    mode: .remove, radius: 0.00125, points: [.init(x: 0.3, y: y), .init(x: 0.7, y: y)], tool: .brush,
                    hardness: 1)
            ], to: overview)
        func row(_ y: Double) -> [Float] {
            erased.matte.sampled(
                from: FractionalRect(erased.region), onto: FractionalRect(x: 1300, y: y - 0.5, width: 1400, height: 1),
                size: PixelSize(width: 1400, height: 1)
            ).samples
        }
        #expect(row(4000 * y).allSatisfy { $0 < 0.5 })
        // Not far beside it nothing is lost.
        #expect(row(4000 * y + 20).allSatisfy { $0 > 0.99 })
    }
}
