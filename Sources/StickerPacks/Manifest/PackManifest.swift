package import Imaging
package import Stickers

/// What is in a pack: `pack.json`. It holds no times, so that the same run gives the same bytes.
public struct PackManifest: Hashable, Sendable, Codable {
    /// The value of ``format``, by which a manifest is told from other JSON.
    package static let format = "peel-pack"
    /// The version of the layout that this package writes. It reads earlier ones, too.
    package static let version = 1
    /// The version of the layout for packs of many photos: the lists are files beside the manifest, see ``lists``.
    package static let versionWithLists = 2

    /// What made the pack.
    package struct Program: Hashable, Sendable, Codable {
        /// The program's name.
        package var name: String
        /// The program's version.
        package var version: String

        /// A program by name and version.
        package init(name: String = "peel", version: String) {
            self.name = name
            self.version = version
        }

        /// This version of this package.
        package static var peel: Program { Program(version: peelVersion) }
    }

    /// The network that found the subjects.
    package struct Model: Hashable, Sendable, Codable {
        /// The network's name.
        package var name: String
        /// Of the file, in hexadecimal digits.
        package var sha256: String

        /// A network by name and digest.
        package init(name: String, sha256: String) {
            self.name = name
            self.sha256 = sha256
        }
    }

    /// The origin of a photo from the web, and the credit that must be shown with its sticker.
    public struct Origin: Hashable, Sendable, Codable {
        /// The title of the photo.
        package var title: String
        /// The owner of the photo. `nil` if it is in the public domain or the owner is unknown.
        package var credit: String?
        /// Its day, as `2025-06-16`.
        package var date: String?
        /// Where the photo was found.
        package var address: String

        /// An origin of its parts.
        public init(title: String, credit: String?, date: String?, address: String) {
            self.title = title
            self.credit = credit
            self.date = date
            self.address = address
        }
    }

    /// One sticker of the pack.
    public struct Entry: Hashable, Sendable, Codable {
        /// The sticker's file from the pack's folder on: `stickers/cat.png`.
        public var file: String
        /// Of the sticker's file.
        package var byteCount: Int
        /// Of the sticker's file, in hexadecimal digits.
        package var sha256: String
        /// The photo's path from the folder that was given on, as `FilePath.escapedText`.
        public var source: String
        /// Of the photo's file, in hexadecimal digits.
        package var sourceSHA256: String
        /// `SettingsFingerprint` of what the sticker was made with.
        package var settings: String
        /// Of the sticker, in pixels.
        package var size: PixelSize
        /// Of the whole, upright photo, in pixels.
        package var photoSize: PixelSize
        /// Where the subject stands in the whole, upright photo, in pixels.
        package var box: PixelRect
        /// Which of the photo's subjects it is, from 1, the largest first; missing when it has all of them.
        package var instance: Int?
        /// The photo's colours, the largest share first.
        package var colors: [Color]
        /// As `#rrggbb`: can be read on the gradient of the colours.
        package var textColor: String
        /// How sure the network is of the subject and of its edge, 0…1; missing where it has no say, as for a photo
        /// with an alpha of its own, and in packs of earlier versions.
        public var confidence: Double?
        /// How many of the sticker's pixels, in a row, stand for one of the photo's; missing where it is not enlarged,
        /// and in packs of earlier versions.
        package var scale: Double?
        /// Missing for photos of the disk.
        package var origin: Origin?
        /// Missing where nothing was said of the photo.
        package var metadata: StickerMetadata?
        /// What it was made with in place of the options of all; missing where there is nothing of that kind.
        package var options: PhotoOptions?
        /// How it moves; missing where it does not. Its file is an animated WebP then.
        package var living: Living?

        /// The name of the file in the folder of the stickers.
        package var fileName: String {
            String(decoding: file.utf8.dropFirst(PackFolder.stickersName.utf8.count + 1), as: UTF8.self)
        }
    }

    /// The movement of a sticker.
    package struct Living: Hashable, Sendable, Codable {
        /// Pictures of a round.
        package var frames: Int
        /// The time of a round.
        package var milliseconds: Int

        init(_ picture: MovingPicture) {
            (frames, milliseconds) = (picture.durations.count, picture.duration)
        }
    }

    /// A colour of a photo.
    package struct Color: Hashable, Sendable, Codable {
        /// `#rrggbb`
        package var hex: String
        /// 0…1, to six decimals.
        package var share: Double

        init(_ swatch: Swatch) {
            hex = swatch.color.hex
            share = (swatch.share * 1e6).rounded() / 1e6
        }
    }

    /// A photo that became no sticker.
    public struct Failure: Hashable, Sendable, Codable {
        /// The path of the photo, written as ``Entry/source`` is.
        public var source: String
        /// The reason, one sentence for a person.
        public var reason: String

        /// A photo and why it has no sticker.
        package init(source: String, reason: String) {
            self.source = source
            self.reason = reason
        }
    }

    /// The files that hold the stickers and failures of a pack of many photos, a JSON object a line.
    package struct Lists: Hashable, Sendable, Codable {
        /// Of ``Entry``: `stickers.jsonl`.
        package var stickers = PackFolder.stickerListName
        /// Of ``Failure``: `failures.jsonl`.
        package var failures = PackFolder.failureListName
        /// How many stickers there are.
        package var stickerCount: Int
        /// How many failures there are.
        package var failureCount: Int
    }

    /// `peel-pack`.
    package var format = Self.format
    /// The version of the layout.
    package var version = Self.version
    /// The program that made the pack.
    package var program: Program
    /// The network that found the subjects.
    package var model: Model
    /// The stickers in the order of the photos, a photo's instances one after the other.
    public var stickers: [Entry]
    /// The photos without a sticker, in their order.
    public var failures: [Failure]
    /// The pages of the contact sheet: files in the pack's folder.
    package var contactSheets: [String]
    /// The pack as one file, where it was asked for: a file in the pack's folder.
    package var archive: String?
    /// Where the stickers and failures stand, if not in the manifest: in a pack of more than
    /// `PartMerger.largestManifest` photos. What is read from the disk has them in ``stickers`` and ``failures`` all
    /// the same.
    package var lists: Lists?

    /// A manifest of its parts.
    package init(
        program: Program, model: Model, stickers: [Entry] = [], failures: [Failure] = [], contactSheets: [String] = [],
        archive: String? = nil
    ) {
        self.program = program
        self.model = model
        self.stickers = stickers
        self.failures = failures
        self.contactSheets = contactSheets
        self.archive = archive
    }
}

extension PackManifest {
    /// All files of the pack besides the manifest, as paths from the pack's folder on.
    var files: [String] {
        stickers.map(\.file) + contactSheets + (archive.map { [$0] } ?? [])
            + (lists.map { [$0.stickers, $0.failures] } ?? [])
    }
}

extension PackManifest.Entry {
    /// Whether the network is so little sure that a person should look at the sticker.
    package var isDoubtful: Bool { confidence.map { $0 < PhotoSubject.doubtfulConfidence } ?? false }

    /// The colours as the photo had them; `nil` when one is not a colour, or when no photo could have so many.
    package var colorScheme: PhotoColorScheme? {
        guard colors.count <= 256 else { return nil }
        let swatches = colors.compactMap { color in
            SRGBColor(color.hex).map { Swatch(color: $0, share: color.share) }
        }
        return swatches.count == colors.count ? PhotoColorScheme(swatches: swatches) : nil
    }
}
