public import Imaging

/// All stickers of a pack at a glance: a grid of tiles in the order of the photos, on white.
///
/// Tiles come in any order. A page holds ``tilesPerPage`` tiles; when there are more stickers, there are more pages, and
/// a page is handed out as soon as it is full, so that memory stays bounded: one page, and the tiles of photos whose
/// predecessors are still being worked on.
public struct ContactSheet: Sendable {
    /// 10 columns of 25 tiles.
    public static let tilesPerPage = maximumColumns * maximumRows
    private static let maximumColumns = 10
    private static let maximumRows = 25
    private static let gap = 16
    private static let margin = 32

    private let columns: Int
    private var page: [ContactSheetTile] = []
    private var waiting: [Int: [ContactSheetTile]] = [:]
    private var nextPhoto = 0

    /// - Parameter photoCount: how many photos there are. Few make a grid about as wide as high.
    public init(photoCount: Int) {
        columns = min(Self.maximumColumns, max(1, Int((Double(photoCount) * 4 / 3).squareRoot().rounded(.up))))
    }

    /// Takes the tiles of a photo; none for one that became no sticker.
    ///
    /// - Parameter photo: its place in the order, from 0. Each is given once.
    /// - Returns: the pages that are full now, in their order.
    public mutating func add(_ tiles: [ContactSheetTile], photo: Int) -> [Bitmap] {
        precondition(photo >= nextPhoto && waiting[photo] == nil, "each photo is added once")
        waiting[photo] = tiles
        var pages: [Bitmap] = []
        while let tiles = waiting.removeValue(forKey: nextPhoto) {
            pages += place(tiles)
            nextPhoto += 1
        }
        return pages
    }

    /// The pages that are left, when no more photos come; those that never came are passed over. None when there is no
    /// sticker at all, or when the last page was full.
    public mutating func finish() -> [Bitmap] {
        var pages: [Bitmap] = []
        for (photo, tiles) in waiting.sorted(by: { $0.key < $1.key }) {
            pages += place(tiles)
            nextPhoto = photo + 1
        }
        waiting = [:]
        if !page.isEmpty { pages.append(drawPage()) }
        return pages
    }

    private mutating func place(_ tiles: [ContactSheetTile]) -> [Bitmap] {
        var pages: [Bitmap] = []
        for tile in tiles {
            page.append(tile)
            if page.count == Self.tilesPerPage { pages.append(drawPage()) }
        }
        return pages
    }

    private mutating func drawPage() -> Bitmap {
        let rows = (page.count + columns - 1) / columns
        let step = ContactSheetTile.side + Self.gap
        var bitmap = Bitmap(
            size: PixelSize(
                width: 2 * Self.margin + min(columns, page.count) * step - Self.gap,
                height: 2 * Self.margin + rows * step - Self.gap),
            filledWith: .white)
        for (index, tile) in page.enumerated() {
            bitmap.replace(
                x: Self.margin + index % columns * step, y: Self.margin + index / columns * step, with: tile.bitmap)
        }
        page = []
        return bitmap
    }
}
