public import Files
package import Imaging

/// The result of a run.
public struct SheetReport: Hashable, Sendable {
    /// The place of a sticker.
    package struct Place: Hashable, Sendable {
        /// The sticker's name.
        package var name: String
        /// The page's number, from 1.
        package var page: Int
        /// The box around the outermost line, in millimetres from the page's top left corner.
        package var box: Box
        /// The clockwise turn in degrees.
        package var turn: Double
    }

    /// A sticker that does not look sharp at its size.
    package struct Coarse: Hashable, Sendable {
        /// The sticker's name.
        package var name: String
        /// The pixels of its own for each printed inch.
        package var dotsPerInch: Int
        /// The largest size at which it looks sharp, in millimetres.
        package var largestSize: Int
    }

    /// The number of stickers, with copies.
    public var stickerCount: Int
    /// The number of pages, at least 1.
    package var pageCount: Int
    /// The part of the used page area, inside the margins, that the stickers cover inside their cut lines, 0…1; `nil`
    /// for pages of their own.
    package var density: Double?
    /// The number of pages if the same stickers were packed by the boxes around them, with the same gap.
    package var boxPageCount: Int?
    /// The ``density`` of that packing.
    package var boxDensity: Double?
    /// The places of all stickers, in the order of the pages.
    package var places: [Place]
    /// Stickers with fewer than ``SheetSettings/sharpDotsPerInch`` pixels an inch, in the order in which they were
    /// given.
    package var coarse: [Coarse]
    /// The files that were written.
    public var files: [FilePath]
    /// Pages of earlier runs beside the new ones, which were left alone: `sheet-3.png` beside a run of two pages.
    package var earlierFiles: [FilePath]
}
