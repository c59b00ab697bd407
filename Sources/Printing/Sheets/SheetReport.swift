public import Files
public import Imaging

/// What came of a run.
public struct SheetReport: Hashable, Sendable {
    /// Where each sticker lies.
    public struct Place: Hashable, Sendable {
        /// The sticker's name.
        public var name: String
        /// The page's number, from 1.
        public var page: Int
        /// The box around the outermost line, in millimetres from the page's top left corner.
        public var box: Box
        /// Clockwise, in degrees.
        public var turn: Double
    }

    /// A sticker that does not look sharp in its size.
    public struct Coarse: Hashable, Sendable {
        /// The sticker's name.
        public var name: String
        /// How many pixels of its own a printed inch has.
        public var dotsPerInch: Int
        /// The largest size in which it looks sharp, in millimetres.
        public var largestSize: Int
    }

    /// The number of stickers, with copies.
    public var stickerCount: Int
    /// The number of pages, at least 1.
    public var pageCount: Int
    /// The stickers' area inside their cut lines, of the pages inside their margins as far down as they are used; 0…1.
    /// `nil` for pages of their own.
    public var density: Double?
    /// Pages and density when the same stickers are packed by the boxes around them, with the same gap.
    public var boxPageCount: Int?
    /// The ``density`` of that packing.
    public var boxDensity: Double?
    /// The places of all stickers, in the order of the pages.
    public var places: [Place]
    /// Stickers with fewer than ``SheetSettings/sharpDotsPerInch`` pixels an inch, in the order in which they were
    /// given.
    public var coarse: [Coarse]
    /// What was written.
    public var files: [FilePath]
    /// Pages of earlier runs that lie beside the new ones and were left as they are: `sheet-3.png` beside a run of two
    /// pages.
    public var earlierFiles: [FilePath]
}
