package import Imaging

/// All stickers of a pack at a glance: a grid of tiles in the order of the photos, on white.
///
/// Tiles come in any order. A page holds ``tilesPerPage`` tiles; when there are more stickers, there are more pages,
/// and a page is handed out as soon as it is full. It takes one page of at most 45 MB, and 150 KB for each tile of a
/// photo one of whose predecessors is still in work. The caller bounds how far photos run ahead of the slowest one.
package struct ContactSheet: Sendable {
    /// 18 columns of 14 tiles.
    package static let tilesPerPage = maximumColumns * maximumRows
    private static let maximumColumns = 18
    private static let maximumRows = 14

    private let columns: Int
    private let rows: Int
    private var page: ContactSheetPage
    private var waiting: [Int: [ContactSheetTile]] = [:]
    private var nextPhoto = 0

    /// - Parameter photoCount: how many photos there are. Few make a grid a little wider than high.
    package init(photoCount: Int) {
        columns = min(Self.maximumColumns, max(1, Int((Double(photoCount) * 4 / 3).squareRoot().rounded(.up))))
        rows = min(Self.maximumRows, max(1, (photoCount + columns - 1) / columns))
        page = ContactSheetPage(columns: columns, expectedRows: rows)
    }

    /// Takes the tiles of a photo; none for one that became no sticker.
    ///
    /// - Parameter photo: its place in the order, from 0. Each is given once.
    /// - Returns: the pages that are full now, in their order.
    package mutating func add(_ tiles: [ContactSheetTile], photo: Int) -> [Bitmap] {
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
    package mutating func finish() -> [Bitmap] {
        var pages: [Bitmap] = []
        for (photo, tiles) in waiting.sorted(by: { $0.key < $1.key }) {
            pages += place(tiles)
            nextPhoto = photo + 1
        }
        waiting = [:]
        if page.count > 0 { pages.append(takePage()) }
        return pages
    }

    private mutating func place(_ tiles: [ContactSheetTile]) -> [Bitmap] {
        var pages: [Bitmap] = []
        for tile in tiles {
            page.place(tile)
            if page.count == columns * Self.maximumRows { pages.append(takePage()) }
        }
        return pages
    }

    private mutating func takePage() -> Bitmap {
        let full = page
        page = ContactSheetPage(columns: columns, expectedRows: rows)
        return full.finished()
    }
}
