import Files
package import Imaging

extension StickerText {
    /// A family of fonts. Characters that it does not have come from others.
    public enum Font: Hashable, Sendable {
        /// The machine's own without serifs.
        case sans
        /// The machine's own with serifs.
        case serif
        /// The machine's own whose letters are equally wide.
        case mono
        /// An installed one, by its name as the system lists it.
        case family(String)

        /// Those that each machine has.
        package static let generic: [Font] = [.sans, .serif, .mono]

        /// Families that are made for few, large words. All are free (OFL); Debian's package of Peel brings them along.
        package static let forStickers = ["Bebas Neue", "Comic Neue", "Leckerli One"]

        /// - Parameter name: `sans`, `serif`, `mono`, or the name of a family, which is not looked for.
        package init(_ name: String) {
            self = Self.generic.first { $0.name == name.lowercased() } ?? .family(name)
        }

        /// As ``init(_:)`` takes it.
        package var name: String {
            switch self {
            case .sans: "sans"
            case .serif: "serif"
            case .mono: "mono"
            case .family(let name): name
            }
        }

        /// The names of the families on this machine. Looks through its fonts: some milliseconds.
        package static func installed() -> [String] { TextPicture.families() }

        /// The same font with its family's name as the machine writes it.
        ///
        /// - Throws: ``StickerError`` with `.text` where no such family is installed; it names the nearest.
        package func found() throws(StickerError) -> Font {
            guard case .family(let name) = self else { return self }
            let families = Self.installed()
            if families.contains(name) { return self }
            if let same = families.first(where: { $0.lowercased() == name.lowercased() }) { return .family(same) }
            let folded = nearest(to: name.lowercased(), among: families.map { $0.lowercased() })
            let near = families.first { $0.lowercased() == folded }
            throw StickerError(
                .text,
                "no font of the family '\(name.prefix(80))' is installed; "
                    + (near.map { "did you mean '\($0)'?" }
                        ?? "sans, serif and mono always are, and fc-list : family lists the others"))
        }
    }
}

extension StickerText.Font {
    /// Its name in its own letters, black on nothing; `nil` when there is nothing to see of it.
    package func sample(em: Double) -> Bitmap? {
        TextPicture(name, family: family, lineWidth: 40).drawn(em: em, color: .black, margin: 2)
    }

    var family: TextPicture.Family {
        switch self {
        case .sans: .sans
        case .serif: .serif
        case .mono: .mono
        case .family(let name): .named(name)
        }
    }
}
