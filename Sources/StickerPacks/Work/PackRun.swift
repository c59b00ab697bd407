import Files
import Imaging
import Stickers

/// What all stickers of a run have in common. The output of workers has the stickers of one run, so that what is merged
/// was made alike: it is a file there.
struct PackRun: Hashable, Sendable, Codable {
    static let format = "peel-part-run"

    var format = Self.format
    var version = 1
    /// What makes the stickers.
    var program: PackManifest.Program
    /// The network that finds the subjects.
    var model: PackManifest.Model
    /// `SettingsFingerprint` of the stickers.
    var settings: String
    /// Of the stickers' files: `webp`, `png`.
    var pathExtension: String
    /// Whether each subject gets a sticker of its own.
    var numbersInstances: Bool
    /// 0…1; photos that the network is less sure of are left out.
    var minimumConfidence: Double
    /// Whether stickers may have more pixels than their photos.
    var allowsEnlargement: Bool
}

extension PackRun {
    static let folder = "runs"

    init(_ processor: PhotoProcessor, _ settings: PackSettings) {
        let model = processor.segmenter.model
        let digest = SHA256Digest(of: model.bytes)
        var encoding = "\(settings.encoder.format) \(processor.segmenter.device)"
        if settings.motion != .asGiven { encoding += " \(settings.motion)" }
        let fingerprint = SettingsFingerprint(
            options: processor.options, encoding: encoding,
            modelSHA256: digest, programVersion: settings.program.version)
        self.init(
            program: settings.program,
            model: PackManifest.Model(name: FilePath(model.name).lastComponent.description, sha256: digest.hex),
            settings: fingerprint.description, pathExtension: settings.encoder.format.output.pathExtension,
            numbersInstances: processor.options.subjects == .each, minimumConfidence: settings.minimumConfidence,
            allowsEnlargement: processor.allowsEnlargement)
    }

    /// - Returns: `nil` for what is not a run, or is damaged.
    init?(reading bytes: [UInt8]) {
        guard let read = try? CheckedJSON.decode(Self.self, from: bytes), read.format == Self.format,
            read.version == 1, SHA256Digest(hex: read.settings) != nil,
            !read.pathExtension.isEmpty, read.pathExtension.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self = read
    }

    /// Two runs that differ in anything have another name.
    var name: String { "\(SHA256Digest(of: bytes).hex).json" }
    var bytes: [UInt8] { PackManifest.json(self) }

    /// `SettingsFingerprint` of a photo's stickers.
    func settings(of photo: PartPhoto) -> String {
        SettingsFingerprint(hex: settings)?.with(photo.options).description ?? settings
    }

    /// The entries of the stickers that were made of a photo.
    ///
    /// - Parameters:
    ///   - files: the stickers' files, one for each.
    ///   - content: SHA-256 of the photo's file.
    ///   - name: of a sticker's file from the pack's folder on, by its instance and ending.
    func entries(
        _ made: ProcessedPhoto, _ files: [[UInt8]], of photo: PartPhoto, _ content: SHA256Digest,
        metadata: StickerMetadata? = nil, name: (Int?, String) -> String
    ) -> [PackManifest.Entry] {
        precondition(files.count == made.stickers.count, "there must be a file for each sticker")
        let settings = settings(of: photo)
        let colors = made.colorScheme.swatches.map(PackManifest.Color.init)
        return zip(made.stickers, files).map { sticker, file in
            let moving = MovingPicture(file)
            let scale = (sticker.scale * 10_000).rounded() / 10_000
            return PackManifest.Entry(
                file: name(sticker.instance, moving == nil ? pathExtension : OutputFormat.webp.pathExtension),
                byteCount: file.count, sha256: SHA256Digest(of: file).hex,
                source: photo.source.escapedText, sourceSHA256: content.hex, settings: settings,
                size: sticker.bitmap.size, photoSize: made.photoSize, box: sticker.box, instance: sticker.instance,
                colors: colors, textColor: made.colorScheme.textColor.hex, confidence: made.confidence,
                scale: scale > 1 ? scale : nil, origin: photo.origin, metadata: metadata, options: photo.options,
                living: moving.map(PackManifest.Living.init))
        }
    }
}
