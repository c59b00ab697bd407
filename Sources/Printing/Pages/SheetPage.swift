import Imaging

/// A page for all formats.
struct SheetPage {
    /// The page's size in millimetres.
    var size: Point
    var placements: [Nester.Placement]
    var marks: [Box]
}

/// The names of the lines: separations and layers in PDF, groups in SVG.
enum CutLine: String, CaseIterable {
    /// The line through the sticker, not through the backing. Printers and their cutters look for this name.
    case sticker = "CutContour"
    /// The line through the backing, too. Roland's and others' programs call it a perforated cut.
    case backing = "PerfCutContour"

    /// The colour in a program that does not know the separation: cyan, magenta, yellow, black, each 0 or 1.
    var processColor: [Int] {
        switch self {
        case .sticker: [0, 1, 0, 0]
        case .backing: [1, 0, 0, 0]
        }
    }

    /// The colour on screens.
    var webColor: String {
        switch self {
        case .sticker: "#ff00ff"
        case .backing: "#00ffff"
        }
    }

    /// The width of the lines in millimetres: a quarter of a point.
    static let width = 0.25 / pointsPerMillimetre

    func outline(of sticker: PreparedSticker) -> Outline? {
        switch self {
        case .sticker: sticker.cut
        case .backing: sticker.backing
        }
    }
}

extension Nester.Placement {
    /// Returns the place of a point of the sticker on the page.
    func place(_ point: Point) -> Point { point.turned(by: angle) + shift }
}
