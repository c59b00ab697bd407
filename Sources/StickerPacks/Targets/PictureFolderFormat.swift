import Files
import Imaging

/// A platform to which pictures are uploaded one by one, or as a ZIP of them: what differs is data.
struct PictureFolderFormat: TargetFormat {
    /// How files are called.
    enum Naming: Hashable, Sendable {
        /// `01-cat.png`
        case named
        /// `01_cat.png`: lower-case ASCII letters, digits and `_`.
        case shortcode
        /// `01.png`, from 1, or `00.png`, from 0; a number in each pack.
        case numbered(from: Int)

        func allows(_ stem: String) -> Bool {
            switch self {
            case .named: (2...30).contains(stem.count)
            case .shortcode:
                (2...100).contains(stem.count)
                    && stem.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLowerLetter || $0.isDigit }
            case .numbered: stem.count == 2 && stem.utf8.allSatisfy(\.isDigit)
            }
        }

        var limit: String {
            switch self {
            case .named: "2 to 30 characters"
            case .shortcode: "a-z, 0-9 and _, 2 or more"
            case .numbered(let first): "two digits, from 0\(first)"
            }
        }
    }

    /// A picture that a pack has besides its stickers.
    struct Extra: Hashable, Sendable {
        let name: String
        let rules: PictureRules
        /// What is asked of it in a pack of stickers that move; `nil` where it is a still one there, too.
        var living: LivingRules?
    }

    /// A ZIP that has all pictures of a pack.
    struct Archive: Hashable, Sendable {
        let name: String
        /// `nil` where the platform names none.
        var byteLimit: Int?
        /// The same of a pack of stickers that move; `nil` where it is that of others.
        var livingByteLimit: Int?

        func limit(isLiving: Bool) -> Int? { isLiving ? livingByteLimit ?? byteLimit : byteLimit }
    }

    /// A list of what is typed in beside each picture.
    struct Details: Hashable, Sendable {
        let fileName: String
        /// Characters of a name.
        let nameLength: ClosedRange<Int>
        /// Characters of a description that is not empty.
        let descriptionLength: ClosedRange<Int>
    }

    /// An entry of that list.
    struct Detail: Hashable, Sendable, Codable {
        var file: String
        var name: String
        var emoji: String
        var description: String
    }

    let displayName: String
    let rules: TargetRules
    let howTo: String
    let naming: Naming
    var extras: [Extra] = []
    var archive: Archive?
    var details: Details?

    func path(of sticker: TargetSticker, in pack: TargetPack) -> String {
        let ending = moves(sticker, in: pack) ? rules.living?.format.pathExtension : nil
        return "\(pack.folder())\(stem(of: sticker, in: pack))."
            + (ending ?? rules.sticker.formats[0].pathExtension)
    }

    private func moves(_ sticker: TargetSticker, in pack: TargetPack) -> Bool {
        sticker.isLiving && (rules.movingInPack.map { pack.stickers.prefix($0).contains(sticker) } ?? true)
    }

    private func stem(of sticker: TargetSticker, in pack: TargetPack) -> String {
        switch naming {
        case .named: String(sticker.name.prefix(30))
        case .shortcode:
            String(sticker.name.lowercased().map { $0 == "-" ? "_" : $0 })
        case .numbered(let first):
            String((pack.stickers.firstIndex(of: sticker) ?? 0) + first + 100).suffix(2).description
        }
    }

    /// The pack's cover also gives the pictures besides the stickers that move with them.
    func livingPictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: LivingRules)] {
        guard moves(sticker, in: pack), let living = rules.living else { return [] }
        let own = [(path(of: sticker, in: pack), living)]
        guard sticker == pack.cover else { return own }
        return own + extras.compactMap { extra in extra.living.map { (pack.folder() + extra.name, $0) } }
    }

    func writeDocuments(_ packs: [TargetPack], in folder: TargetFolder) throws(PackError) {
        for pack in packs where !folder.isStopped() {
            let prefix = pack.folder()
            for extra in extras where extra.living == nil || !pack.cover.isLiving {
                try folder.writeCover(
                    extra.rules, of: pack.cover, at: path(of: pack.cover, in: pack),
                    to: prefix + extra.name)
            }
            if let details {
                try folder.write(
                    PackManifest.json(pack.stickers.map { detail(of: $0, in: pack, details) }),
                    to: prefix + details.fileName)
            }
            guard let archive else { continue }
            let names = pack.stickers.map { path(of: $0, in: pack) } + extras.map { prefix + $0.name }
            try ZipArchive.write(
                names.map {
                    ZipArchive.Entry(name: String($0.rest(after: prefix) ?? $0[...]), file: folder.path.appending($0))
                }, to: folder.path.appending(prefix + archive.name))
        }
    }

    /// A name of the sticker's own as it is, whatever its length: the check says what is wrong with it.
    private func detail(of sticker: TargetSticker, in pack: TargetPack, _ details: Details) -> Detail {
        let name = sticker.title ?? ownName(of: sticker, in: pack, details.nameLength)
        let description = sticker.description ?? ""
        let path = path(of: sticker, in: pack)
        return Detail(
            file: String(path.rest(after: pack.folder()) ?? path[...]), name: name,
            emoji: sticker.emoji.first ?? "",
            description: description.count < details.descriptionLength.lowerBound ? "" : description)
    }

    /// The name of a sticker that has none of its own keeps the rule: `猫.jpg` is called 猫 3 as the third of its pack.
    private func ownName(of sticker: TargetSticker, in pack: TargetPack, _ length: ClosedRange<Int>) -> String {
        let name = PackExport.shortened(sticker.description ?? sticker.name, to: length.upperBound)
        guard name.count < length.lowerBound else { return name }
        let number = (pack.stickers.firstIndex(of: sticker) ?? 0) + 1
        return name.isEmpty ? String(sticker.name.prefix(length.upperBound)) : "\(name) \(number)"
    }
}

extension UInt8 {
    fileprivate var isLowerLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
