/// The identifier of a pack: 16 random hexadecimal digits.
package struct PackID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package var description: String { text }

    /// Reads an identifier; `nil` for anything but 16 lower-case hexadecimal digits.
    package init?(_ text: String) {
        guard PhotoID.isLowercaseHex(text, count: 16) else { return nil }
        self.text = text
    }

    private init(_ number: UInt64) {
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func random() -> PackID { PackID(UInt64.random(in: 0 ... .max)) }
}

/// A pack of the library: photos of the selection with an order of its own. A photo can be in several.
package struct LibraryPack: Hashable, Sendable, Identifiable {
    /// The most packs, and the most photos in one.
    package static let mostPacks = 200
    package static let mostPhotos = 10_000

    package let id: PackID
    package internal(set) var name: String
    /// The photo that stands for the pack; `nil` for the first.
    package internal(set) var cover: PhotoID?
    /// In the pack's order. Those in the trash are not among them, but have their places when they are restored.
    package internal(set) var photos: [PhotoID]
}

/// A change of a pack: all of it is done or nothing, in the order of its members.
package struct LibraryPackChange: Hashable, Sendable {
    /// `nil` keeps the name.
    package var name: String?
    package var removed: [PhotoID] = []
    /// Put at the end. Those that are in the pack keep their places.
    package var added: [PhotoID] = []
    /// Put to the front in this order; the others follow in theirs.
    package var order: [PhotoID] = []
    /// `.some(nil)` lets the first photo stand for the pack, `nil` keeps what there is.
    package var cover: PhotoID??

    package init() {}
}
