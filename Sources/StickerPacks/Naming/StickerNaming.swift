package import Files

/// The names of a pack's sticker files: given to all photos in their order before any work starts, so that they do
/// not depend on which photo is ready first.
///
/// A name is the photo's, made safe for other systems and other programs, and differs from all others even where
/// upper and lower case are the same: `cat.png`, `cat-2.png`. Where each subject gets a sticker of its own, its number
/// follows: `cat-1.png`, `cat-2-1.png`. No name is longer than 255 bytes.
package struct StickerNaming: Hashable, Sendable {
    private let stems: [String]
    private let fileExtension: String
    private let numbersInstances: Bool

    /// - Parameters:
    ///   - sources: the photos' paths in their order; only their last components matter.
    ///   - fileExtension: `png`, `webp`; without a dot.
    ///   - numbersInstances: whether there is a sticker for each subject.
    package init(sources: [FilePath], fileExtension: String, numbersInstances: Bool = false) {
        self.fileExtension = fileExtension
        self.numbersInstances = numbersInstances
        var taken: Set<String> = []
        var lastNumbers: [String: Int] = [:]
        stems = sources.map { source in
            let stem = Self.safeStem(of: source)
            let key = Self.caseless(stem)
            if taken.insert(key).inserted { return stem }
            var number = lastNumbers[key, default: 1]
            repeat { number += 1 } while !taken.insert("\(key)-\(number)").inserted
            lastNumbers[key] = number
            return "\(stem)-\(number)"
        }
    }

    /// - Parameters:
    ///   - source: the photo's place in the order, from 0.
    ///   - instance: which of the photo's subjects, from 1; without meaning unless instances are numbered.
    ///   - pathExtension: of a sticker of another format than the pack's; without a dot.
    package func name(ofSource source: Int, instance: Int? = nil, pathExtension: String? = nil) -> String {
        let suffix = numbersInstances ? "-\(instance ?? 1)" : ""
        return "\(stems[source])\(suffix).\(pathExtension ?? fileExtension)"
    }

    /// What the file name of a path becomes in the name of a sticker: bytes that are not UTF-8, control characters and
    /// what another system or a URL does not take become `_`; never empty, never hidden, never like an option, and
    /// never with a mark at the beginning that belongs to a letter before it.
    static func safeStem(of source: FilePath) -> String {
        var stem = ""
        for scalar in String(decoding: source.stem.bytes, as: UTF8.self).unicodeScalars {
            stem.unicodeScalars.append(isSafe(scalar) ? scalar : "_")
        }
        while stem.utf8.count > maximumStemBytes { stem.removeLast() }
        // By scalars: a mark after a dot makes one character with it.
        while let last = stem.unicodeScalars.last, last == "." || last == " " { stem.unicodeScalars.removeLast() }
        guard let first = stem.unicodeScalars.first else { return "photo" }
        if first == "." || first == "-" || first == " " {
            stem = "_" + String(stem.unicodeScalars.dropFirst())
        } else if "/\(first)".count == 1 {
            // A combining mark, a joiner or a skin tone would be drawn on what stands before the name.
            stem = "_" + stem
        }
        let beforeDot = String(stem.unicodeScalars.prefix { $0 != "." }).uppercased()
        return reservedOnWindows.contains(beforeDot) ? "_" + stem : stem
    }

    /// Room for two numbers and the longest extension in the 255 bytes of a name.
    private static let maximumStemBytes = 200

    private static let reservedOnWindows: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] })

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{FFFD}", "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "%", "#": return false
        // Joiners belong to words of some scripts and to emoji.
        case "\u{200C}", "\u{200D}": return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }

    /// Equal for names that a file system without case takes for the same.
    private static func caseless(_ name: String) -> String {
        name.uppercased().lowercased()
    }
}
