import Imaging

/// A page of a contact sheet that grows downwards, a row of tiles at a time: tiles are drawn as they come, so that a
/// page takes no more memory than its picture.
struct ContactSheetPage: Sendable {
    static let gap = 16
    static let margin = 32
    static let step = ContactSheetTile.side + gap

    private let columns: Int
    private let expectedRows: Int
    private(set) var count = 0
    private var pixels: [UInt8] = []

    /// - Parameter expectedRows: more are fine, but cost a copy of the page.
    init(columns: Int, expectedRows: Int) {
        self.columns = columns
        self.expectedRows = expectedRows
    }

    private var width: Int { Self.side(columns) }

    private static func side(_ tiles: Int) -> Int { 2 * margin + tiles * step - gap }

    mutating func place(_ tile: ContactSheetTile) {
        if count == 0 {
            pixels.reserveCapacity(4 * width * Self.side(expectedRows))
            appendWhite(rows: Self.margin)
        }
        if count % columns == 0 { appendWhite(rows: count == 0 ? ContactSheetTile.side : Self.step) }
        draw(tile.bitmap, x: Self.margin + count % columns * Self.step, y: Self.margin + count / columns * Self.step)
        count += 1
    }

    /// - Precondition: there is a tile.
    consuming func finished() -> Bitmap {
        precondition(count > 0, "a page has a tile")
        appendWhite(rows: Self.margin)
        let rowCount = pixels.count / (4 * width)
        let bitmap = Bitmap(size: PixelSize(width: width, height: rowCount), pixels: pixels)
        // A row that is not full has no empty places when it is the only one.
        return bitmap.cropped(
            to: PixelRect(x: 0, y: 0, width: Self.side(min(columns, count)), height: rowCount))
    }

    private mutating func appendWhite(rows: Int) {
        pixels += [UInt8](repeating: 255, count: 4 * width * rows)
    }

    private mutating func draw(_ tile: Bitmap, x: Int, y: Int) {
        let rowBytes = 4 * width
        pixels.withUnsafeMutableBytes { tile.copyRows(to: $0, rowBytes: rowBytes, x: x, y: y) }
    }
}
