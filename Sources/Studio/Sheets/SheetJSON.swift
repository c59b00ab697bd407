import PhotoLibrary
import Printing

/// Pages of stickers before they are written, as the API writes them. Lengths are in millimetres.
struct SheetJSON: Hashable, Sendable, Encodable {
    struct Size: Hashable, Sendable, Encodable {
        let width: Double
        let height: Double
    }

    struct Page: Hashable, Sendable, Encodable {
        let width: Double
        let height: Double
        /// Copies counted.
        let stickers: Int
        /// As SVG's commands.
        let cut: String
        /// As SVG's commands; `nil` without a line through the backing.
        let backing: String?
    }

    struct LeftOut: Hashable, Sendable, Encodable {
        /// The photo's.
        let id: String
        let name: String
        /// As the codes of errors are.
        let reason: String
        let message: String
    }

    /// A sticker that does not look sharp in its size.
    struct Coarse: Hashable, Sendable, Encodable {
        let name: String
        let dotsPerInch: Int
        let largestSize: Int
    }

    /// Names the sheet.
    let id: String
    /// On all pages, copies counted.
    let stickers: Int
    let pages: [Page]
    /// Of a page inside its margins; `nil` where each sticker has a page of its own.
    let room: Size?
    let leftOut: [LeftOut]
    let coarse: [Coarse]

    /// - Parameter stickers: of which the plan is.
    init(_ plan: SheetPlan, of stickers: [DoneSticker], id: String) {
        self.id = id
        pages = plan.pages.map { page in
            Page(
                width: page.size.x.inHundredths, height: page.size.y.inHundredths, stickers: page.stickerCount,
                cut: page.cut, backing: page.backing)
        }
        self.stickers = pages.reduce(0) { $0 + $1.stickers }
        room = plan.settings.room.map { Size(width: $0.x.inHundredths, height: $0.y.inHundredths) }
        coarse = plan.coarse.map {
            Coarse(name: $0.name, dotsPerInch: $0.dotsPerInch, largestSize: $0.largestSize)
        }
        leftOut = plan.leftOut.map { left in
            let photo = stickers[left.index].photo
            return LeftOut(
                id: photo.id.text, name: photo.name, reason: left.error.code.word, message: "\(left.error)")
        }
    }
}

/// A file of a sheet that can be downloaded.
struct SheetFileJSON: Hashable, Sendable, Encodable {
    let name: String
    let bytes: Int
}

extension Double {
    fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
