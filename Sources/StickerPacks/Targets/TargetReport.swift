package import Files

/// What was written for a platform: `report.json` in its folder. It holds no times: the same run gives the same bytes,
/// but for Signal's key and what is encrypted with it.
package struct TargetReport: Hashable, Sendable, Codable {
    /// The value of ``format``, by which a report is told from other JSON.
    package static let format = "peel-target"
    /// The version of the layout that this package writes.
    package static let version = 1
    /// The name of the file in a platform's folder.
    package static let fileName = "report.json"

    /// A sticker's picture and what encoding has left of it.
    package struct Picture: Hashable, Sendable, Codable {
        /// From the platform's folder on.
        package var file: String
        /// The sticker that it is made of: its path from the pack's folder on, or ``PackExport/Sticker/source``.
        package var source: String
        /// The bytes of the file.
        package var byteCount: Int
        /// `lossless`, `quality 83` or `64 colours`.
        package var fidelity: String
    }

    /// `peel-target`.
    package var format = Self.format
    /// The version of the layout.
    package var version = Self.version
    /// Each sticker that was written, in the order of the packs.
    package var pictures: [Picture]
    /// Of the platform's folder, besides the reports.
    package var files: [String]
    /// The platform's rules, checked on the files.
    package var check: PackReport

    init(pictures: [Picture], files: [String], check: PackReport) {
        self.pictures = pictures
        self.files = files
        self.check = check
    }

    /// Reads the report of a platform's folder. Blocks.
    ///
    /// - Throws: ``PackError`` when there is none, or it is damaged or of a later version.
    package init(readingFrom path: FilePath) throws(PackError) {
        let bytes = try asPackError { () throws(FileError) in try path.readBytes(limit: PackFiles.largestFile) }
        guard let report = try? CheckedJSON.decode(Self.self, from: bytes), report.format == Self.format,
            report.version == Self.version
        else {
            throw PackError(
                .damagedManifest, path, "\(path) is not a report of a pack, is of a later version, or is damaged")
        }
        self = report
    }
}
