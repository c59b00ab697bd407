import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct ContactSheetTests {
    private static let red = SRGBColor(red: 255, green: 0, blue: 0)
    private static let blue = SRGBColor(red: 0, green: 0, blue: 255)

    /// A tile that can be told from others by its colour.
    private static func tile(_ number: Int) -> ContactSheetTile {
        let color = SRGBColor(red: UInt8(number), green: 0, blue: 200)
        let sticker = Bitmap(size: PixelSize(width: 200, height: 200), filledWith: color)
        return ContactSheetTile(sticker: sticker, gradient: Gradient([color]))
    }

    /// The number of the tile at a place of the grid.
    private static func number(in page: Bitmap, column: Int, row: Int) -> Int {
        let color = page[32 + 96 + column * 208, 32 + 96 + row * 208]
        return color.blue == 200 ? Int(color.red) : -1
    }

    @Test func tilesStandInTheOrderOfThePhotosWhateverOrderTheyComeIn() {
        var generator = SeededGenerator(seed: 5)
        var inOrder = ContactSheet(photoCount: 30)
        for photo in 0..<30 { #expect(inOrder.add(Self.tiles(of: photo), photo: photo).isEmpty) }
        let expected = inOrder.finish()
        #expect(expected.count == 1)
        for _ in 0..<3 {
            var sheet = ContactSheet(photoCount: 30)
            for photo in (0..<30).shuffled(using: &generator) { _ = sheet.add(Self.tiles(of: photo), photo: photo) }
            #expect(sheet.finish() == expected)
        }
    }

    /// None for every fifth photo, two for every seventh.
    private static func tiles(of photo: Int) -> [ContactSheetTile] {
        photo % 5 == 0 ? [] : Array(repeating: tile(photo), count: photo % 7 == 0 ? 2 : 1)
    }

    @Test func theGridIsEvenAndMissingPhotosLeaveNoHole() throws {
        var sheet = ContactSheet(photoCount: 12)
        _ = sheet.add([Self.tile(1), Self.tile(2)], photo: 1)
        _ = sheet.add([Self.tile(3)], photo: 4)
        _ = sheet.add([], photo: 5)
        _ = sheet.add([Self.tile(4), Self.tile(5)], photo: 11)
        let page = try #require(sheet.finish().first)
        #expect(page.size == PixelSize(width: 64 + 4 * 208 - 16, height: 64 + 2 * 208 - 16))
        #expect(!page.hasTransparency)
        #expect((0..<4).map { Self.number(in: page, column: $0, row: 0) } == [1, 2, 3, 4])
        #expect((0..<4).map { Self.number(in: page, column: $0, row: 1) } == [5, -1, -1, -1])
        #expect(page[0, 0] == .white && page[31, 100] == .white && page[32 + 192 + 8, 100] == .white)
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 2), (4, 3), (12, 4), (75, 10), (5_000, 18)])
    func fewPhotosMakeASmallGridManyFillEighteenColumns(_ photos: Int, _ columns: Int) throws {
        var sheet = ContactSheet(photoCount: photos)
        for photo in 0..<min(photos, 18) { _ = sheet.add([Self.tile(photo)], photo: photo) }
        let page = try #require(sheet.finish().first)
        #expect(page.width == 64 + columns * 208 - 16)
    }

    @Test func manyStickersMakeSeveralPagesEachHandedOutWhenItIsFull() {
        var sheet = ContactSheet(photoCount: 1_000)
        let tile = Self.tile(9)
        var pages: [Int: Int] = [:]
        // The first photo comes last: nothing can be placed before it.
        for photo in 1..<600 { #expect(sheet.add([tile], photo: photo).isEmpty) }
        pages[0] = sheet.add([tile], photo: 0).count
        pages[1] = sheet.finish().count
        #expect(pages == [0: 2, 1: 1])
        #expect(sheet.finish().isEmpty)
    }

    @Test func withoutStickersThereIsNoPage() {
        var sheet = ContactSheet(photoCount: 3)
        #expect(sheet.add([], photo: 0).isEmpty)
        #expect(sheet.finish().isEmpty)
    }

    @Test func aTileIsTheGradientAt0Point7OnWhiteWithRoundCorners() {
        let clear = Bitmap(size: PixelSize(width: 10, height: 10))
        let side = ContactSheetTile.side
        let flat = ContactSheetTile(sticker: clear, gradient: Gradient([Self.red])).bitmap
        #expect(flat.size == PixelSize(width: side, height: side))
        for (x, y) in [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)] { #expect(flat[x, y] == .white) }
        #expect(flat[side / 2, side / 2] == SRGBColor(red: 255, green: 76, blue: 76), "0.7 of 255 is 179")
        #expect(flat[side / 2, 0] == flat[side / 2, side / 2] && flat[side - 1, side / 2] == flat[0, side / 2])
        #expect(!flat.hasTransparency)

        let tile = ContactSheetTile(sticker: clear, gradient: Gradient([Self.red, Self.blue])).bitmap
        #expect(tile[8, 8].red > tile[8, 8].blue + 100)
        #expect(tile[side - 9, side - 9].blue > tile[side - 9, side - 9].red + 100)
        #expect(tile[side - 9, 8] == tile[8, side - 9], "the gradient runs along the diagonal")
    }

    @Test func aDoubtfulStickerBearsAMarkAtTheTopRightAndNowhereElse() {
        let sticker = Bitmap(size: PixelSize(width: 100, height: 100), filledWith: Self.red)
        let gradient = Gradient([Self.blue])
        let plain = ContactSheetTile(sticker: sticker, gradient: gradient).bitmap
        let marked = ContactSheetTile(sticker: sticker, gradient: gradient, isDoubtful: true).bitmap
        let side = ContactSheetTile.side
        #expect(marked[side - 28, 28] == .white, "the stroke")
        #expect(marked[side - 28, 36] == .white, "the dot")
        #expect(marked[side - 37, 28] == SRGBColor(red: 245, green: 158, blue: 11))
        for y in 0..<side {
            for x in 0..<side where x < side - 46 || y > 46 || x > side - 10 || y < 10 {
                guard marked[x, y] != plain[x, y] else { continue }
                Issue.record("\(x), \(y) changed")
                return
            }
        }
    }

    @Test func aTileIsMadeFromTheStickersFileLossyOrNotAndMarkedByItsEntry() throws {
        let sticker = SyntheticPhoto.ball().bitmap
        var entry = PackManifestTests.entry("stickers/a.webp")
        entry.colors = [PackManifest.Color(Swatch(color: Self.blue, share: 1))]
        for format in [ImageEncoder(.png()), ImageEncoder(.webp(quality: 50))] {
            let file = try format.encode(sticker)
            let decoded = try ImageSource(file).decode()
            for (confidence, isDoubtful) in [(nil, false), (0.859, true), (0.86, false)] as [(Double?, Bool)] {
                entry.confidence = confidence
                let expected = ContactSheetTile(
                    sticker: decoded, gradient: try #require(entry.colorScheme).gradient, isDoubtful: isDoubtful)
                #expect(ContactSheetTile(entry, file: file) == expected)
            }
        }
        #expect(ContactSheetTile(entry, file: [1, 2, 3]) == nil)
    }

    @Test(arguments: [
        PixelSize(width: 1, height: 1), PixelSize(width: 512, height: 100), PixelSize(width: 3, height: 3_000),
        PixelSize(width: 3_000, height: 1), PixelSize(width: 512, height: 512),
    ])
    func aStickerFitsInTheMiddleAndKeepsItsShape(_ size: PixelSize) throws {
        let sticker = Bitmap(size: size, filledWith: Self.red)
        let tile = ContactSheetTile(sticker: sticker, gradient: Gradient([.white])).bitmap
        let side = ContactSheetTile.side
        var box = PixelRect(x: side, y: side, width: 0, height: 0)
        for y in 0..<side {
            for x in 0..<side where tile[x, y] == Self.red {
                let right = max(box.width == 0 ? 0 : box.maxX, x + 1)
                let bottom = max(box.height == 0 ? 0 : box.maxY, y + 1)
                box.x = min(box.x, x)
                box.y = min(box.y, y)
                box.width = right - box.x
                box.height = bottom - box.y
            }
        }
        #expect(box.size.longestSide == 164)
        #expect(abs(box.x - (side - box.maxX)) <= 1 && abs(box.y - (side - box.maxY)) <= 1)
        let expected = 164 * size.shortestSide / size.longestSide
        #expect(abs(box.size.shortestSide - max(1, expected)) <= 1)
    }
}
