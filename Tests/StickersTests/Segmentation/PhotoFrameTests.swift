import Execution
import Imaging
import TestSupport
import Testing

@testable import Stickers

/// Frames that were put around photos are not looked at.
@Suite struct PhotoFrameTests {
    private static let black = SRGBColor(red: 3, green: 2, blue: 4)

    private static func photo(_ name: String) throws -> Bitmap {
        try ImageSource(Fixtures.bytes("reference/\(name).input.png")).decode()
    }

    /// A photo with so many lines of a colour around it.
    private static func framed(
        _ photo: Bitmap, top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0, color: SRGBColor = black
    ) -> Bitmap {
        var framed = Bitmap(
            size: PixelSize(width: left + photo.width + right, height: top + photo.height + bottom), filledWith: color)
        for y in 0..<photo.height {
            for x in 0..<photo.width { framed[left + x, top + y] = photo[x, y] }
        }
        return framed
    }

    /// Where frame and photo meet, two lines of the photo are left out, too.
    @Test(
        arguments: ["astronaut", "chelsea", "coffee", "rocket"],
        [black, .white, SRGBColor(red: 20, green: 40, blue: 90)])
    func framesAreFound(name: String, color: SRGBColor) throws {
        let photo = try Self.photo(name)
        let framed = Self.framed(photo, top: 9, left: 12, bottom: 30, right: 15, color: color)
        #expect(
            PhotoFrame(of: framed)?.inside
                == PixelRect(x: 14, y: 11, width: photo.width - 4, height: photo.height - 4))
        // Bars of a film, and a frame with a line on its inner side.
        let bars = Self.framed(photo, top: 40, bottom: 40, color: color)
        #expect(
            PhotoFrame(of: bars)?.inside == PixelRect(x: 0, y: 42, width: photo.width, height: photo.height - 4))
        let line = SRGBColor(red: 250, green: 90, blue: 120)
        let lined = Self.framed(
            Self.framed(photo, top: 2, left: 2, bottom: 2, right: 2, color: line), top: 5, left: 5, bottom: 5, right: 5,
            color: color)
        #expect(
            PhotoFrame(of: lined)?.inside == PixelRect(x: 9, y: 9, width: photo.width - 4, height: photo.height - 4))
    }

    /// Below such a photo there is often a caption.
    @Test func aFrameOnThreeSidesIsOne() throws {
        let photo = try Self.photo("coffee")
        var framed = Self.framed(photo, top: 3, left: 2, bottom: 40, right: 2, color: .white)
        for x in stride(from: 20, to: framed.width - 20, by: 6) {
            for y in framed.height - 25..<framed.height - 10 { framed[x, y] = .black }
        }
        #expect(
            PhotoFrame(of: framed)?.inside
                == PixelRect(x: 4, y: 5, width: photo.width - 4, height: framed.height - 5))
    }

    /// A portrait in front of a plain wall has lines of one colour, too: they are the picture's.
    @Test func aWallBehindTheFrameIsNone() throws {
        var photo = try Self.photo("coffee")
        for y in 0..<60 {
            for x in 0..<photo.width where y < 40 || abs(x - photo.width / 2) > 40 {
                photo[x, y] = SRGBColor(red: 120, green: 125, blue: 130)
            }
        }
        let framed = Self.framed(photo, top: 10, left: 10, bottom: 10, right: 10, color: .white)
        let inside = PixelRect(x: 12, y: 12, width: photo.width - 4, height: photo.height - 4)
        #expect(PhotoFrame(of: framed)?.inside == inside)
        // Also where the wall is as thin as a line.
        for y in 4..<40 {
            for x in 0..<photo.width where abs(x - photo.width / 2) < 40 { photo[x, y] = .black }
        }
        let close = Self.framed(photo, top: 10, left: 10, bottom: 10, right: 10, color: .white)
        #expect(PhotoFrame(of: close)?.inside == inside)
    }

    /// A book on a table has straight sides, too, and is seen whole; so is what the network sees with its ground alone.
    @Test(arguments: [true, false]) func aThingWithStraightSidesIsNoPicture(isBook: Bool) throws {
        let framed = Self.framed(try Self.photo("coffee"), top: 40, left: 40, bottom: 40, right: 40, color: .white)
        let size = PixelSize(width: 64, height: 64)
        let finder = SubjectFinder(rules: CutRules(), family: .subject, inputSize: size) { bitmap in
            var matte = Matte(size: size)
            let thing = isBook ? 7..<57 : 20..<44
            if bitmap.size == framed.size {
                for y in thing { for x in thing { matte[x, y] = 1 } }
            }
            return (matte, bitmap)
        }
        let data = try ImageEncoder(.png(compression: 1)).encode(framed)
        let subject = try finder.subject(in: framed, of: ImageSource(data))
        let box = try #require(subject.overviewMatte.boundingBox(above: 0.5))
        #expect(box.width >= (isBook ? 48 : 22) && box.width < (isBook ? 54 : 28), "\(box)")
        #expect(subject.region.x < 12 || !isBook, "\(subject.region)")
    }

    @Test func whatCompressionMakesOfAFrameIsOne() throws {
        let photo = try Self.photo("coffee")
        let framed = Self.framed(photo, top: 10, left: 10, bottom: 10, right: 10, color: .white)
        let stored = try ImageSource(ImageEncoder(.webp(quality: 80)).encode(framed)).decode()
        let found = PhotoFrame(of: stored)
        let inside = try #require(found).inside
        #expect((11...14).contains(inside.x) && (11...14).contains(inside.y))
    }

    @Test func whatLooksLikeAFrameIsNone() throws {
        let photo = try Self.photo("chelsea")
        #expect(PhotoFrame(of: photo) == nil)
        #expect(PhotoFrame(of: Self.framed(photo, top: 20)) == nil, "on one side")
        let twoColors = Self.framed(Self.framed(photo, top: 20), bottom: 20, color: .white)
        #expect(PhotoFrame(of: twoColors) == nil, "of two colours")
        #expect(PhotoFrame(of: Bitmap(size: PixelSize(width: 300, height: 200), filledWith: .white)) == nil)
        // A thing on a ground of one colour: no edge goes across.
        let ball = SyntheticPhoto.Ball(x: 150, y: 100, radius: 60, color: SyntheticPhoto.red)
        var plain = Bitmap(size: PixelSize(width: 300, height: 200), filledWith: .white)
        for y in 0..<200 {
            for x in 0..<300 where ball.coverage(x: x, y: y) > 0.5 { plain[x, y] = SyntheticPhoto.red }
        }
        #expect(PhotoFrame(of: plain) == nil)
        let narrow = Self.framed(photo, left: 2, right: 2, color: .white)
        #expect(PhotoFrame(of: narrow) == nil, "less than a hundredth on two sides alone")
        let tiny = Bitmap(size: PixelSize(width: 3, height: 1), filledWith: .black)
        #expect(PhotoFrame(of: tiny) == nil)
        // More than a quarter on each side is a small picture on a large ground.
        let small = try Self.photo("coffee").resized(to: PixelSize(width: 120, height: 80))
        #expect(PhotoFrame(of: Self.framed(small, top: 90, left: 90, bottom: 90, right: 90)) == nil)
    }

    /// The sticker of a framed photo is that of the photo, and has nothing of the frame.
    @Test func aFrameIsNoPartOfTheSticker() async throws {
        let photo = try Self.photo("chelsea")
        let processor = PhotoProcessor(
            segmenter: try SharedSegmenter.segmenter(), options: ProcessingOptions(size: .original, style: .plain),
            executor: PhotoExecutor(threadCount: 1))
        let encoder = ImageEncoder(.png(compression: 1))
        let bare = try await processor.process(data: encoder.encode(photo.cropped(to: photo.bounds.insetBy(2))))
        let framed = Self.framed(photo, top: 24, left: 24, bottom: 24, right: 24)
        let made = try await processor.process(data: encoder.encode(framed))
        let subject = try #require(made.subject)
        #expect(PixelRect(framed.size).insetBy(26).intersection(subject.region) == subject.region)
        let (box, wanted) = (made.stickers[0].box, bare.stickers[0].box)
        #expect(
            box == PixelRect(x: wanted.x + 26, y: wanted.y + 26, width: wanted.width, height: wanted.height),
            "\(box), \(wanted)")
        #expect(made.stickers[0].bitmap == bare.stickers[0].bitmap)
    }

    /// A brush that is moved along the photo's edge keeps nothing of the frame, and takes away what a person wants.
    @Test(arguments: [MatteStroke.Tool.brush, .smart]) func noStrokeKeepsAFrame(tool: MatteStroke.Tool) throws {
        let photo = try Self.photo("chelsea")
        let framed = Self.framed(photo, top: 24, left: 24, bottom: 24, right: 24)
        let empty = PhotoSubject(matte: Matte(size: framed.size), photoSize: framed.size)
        func stroke(_ mode: MatteStroke.Mode) -> MatteStroke {
            let x = 30 / Double(framed.width)
            return MatteStroke(
                mode: mode, radius: 0.06, points: [.init(x: x, y: 0.3), .init(x: x, y: 0.7)], tool: tool)
        }
        let kept = empty.applying([stroke(.keep)], to: framed)
        let inside = try #require(PhotoFrame(of: framed)).inside
        let middle = framed.height / 2
        #expect(kept.matte[inside.x + 3, middle] > 0.9)
        for y in 0..<framed.height {
            for x in 0..<inside.x - 1 { #expect(kept.matte[x, y] < 0.1, "\(x), \(y)") }
        }
        // As wide as a brush gets.
        let wide = MatteStroke(
            mode: .keep, radius: 0.12, points: [.init(x: 0.1, y: 0.3), .init(x: 0.1, y: 0.7)], tool: tool)
        let widely = empty.applying([wide], to: framed)
        #expect(widely.matte[inside.x + 3, middle] > 0.9)
        for x in 0..<inside.x - 1 { #expect(widely.matte[x, middle] == 0, "\(x)") }
        let full = PhotoSubject(
            matte: Matte(size: framed.size, filledWith: 1), photoSize: framed.size)
        #expect(full.applying([stroke(.remove)], to: framed).matte[26, middle] < 0.1)
    }
}
