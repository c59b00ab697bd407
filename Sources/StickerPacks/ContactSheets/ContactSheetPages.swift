import Imaging

/// The contact sheet, handed out page by page as soon as a page is full.
struct ContactSheetPages {
    struct Page {
        /// From 1.
        let number: Int
        let bitmap: Bitmap

        /// The page's file; `nil` where it cannot be encoded: the page is missing then, and its stickers are there.
        var png: [UInt8]? { try? ImageEncoder(.png()).encode(bitmap) }
    }

    private var sheet: ContactSheet
    private var pageCount = 0

    init(photoCount: Int) {
        sheet = ContactSheet(photoCount: photoCount)
    }

    mutating func add(_ tiles: [ContactSheetTile], photo: Int) -> [Page] { numbered(sheet.add(tiles, photo: photo)) }

    mutating func finish() -> [Page] { numbered(sheet.finish()) }

    private mutating func numbered(_ bitmaps: [Bitmap]) -> [Page] {
        bitmaps.map { bitmap in
            pageCount += 1
            return Page(number: pageCount, bitmap: bitmap)
        }
    }
}
