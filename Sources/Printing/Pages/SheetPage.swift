import Imaging

/// A page as all formats draw it.
struct SheetPage {
    /// In millimetres.
    var size: Point
    var placements: [Nester.Placement]
    var marks: [Box]
}

/// What the lines are called, in PDF as separations and layers, in SVG as groups.
enum CutLine: String, CaseIterable {
    /// Through the sticker, not through the backing: what printers and their cutters look for by this name.
    case sticker = "CutContour"
    /// Through the backing, too: what Roland's and others' programs call a perforated cut.
    case backing = "PerfCutContour"

    /// How it looks in a program that does not know the separation: cyan, magenta, yellow, black, each 0 or 1.
    var processColor: [Int] {
        switch self {
        case .sticker: [0, 1, 0, 0]
        case .backing: [1, 0, 0, 0]
        }
    }

    /// The same for screens.
    var webColor: String {
        switch self {
        case .sticker: "#ff00ff"
        case .backing: "#00ffff"
        }
    }

    /// A quarter of a point, in millimetres.
    static let width = 0.25 / pointsPerMillimetre

    func outline(of sticker: PreparedSticker) -> Outline? {
        switch self {
        case .sticker: sticker.cut
        case .backing: sticker.backing
        }
    }
}

extension Nester.Placement {
    /// A place of the sticker, on the page.
    func place(_ point: Point) -> Point { point.turned(by: angle) + shift }
}
