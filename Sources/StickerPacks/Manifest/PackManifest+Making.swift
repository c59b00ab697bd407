import Files
import Imaging
import Stickers

extension PackManifest.Entry {
    /// The entry of a sticker that was just made.
    ///
    /// - Parameters:
    ///   - file: where the sticker's file lies, from the pack's folder on.
    ///   - bytes: the sticker's file.
    ///   - source: the photo's path from the folder that was given on.
    ///   - digest: of the photo's file.
    init(
        _ sticker: Sticker, of photo: ProcessedPhoto, file: String, bytes: [UInt8], source: FilePath,
        digest: SHA256Digest, settings: String, origin: PackManifest.Origin?,
        metadata: StickerMetadata? = nil, options: PhotoOptions? = nil
    ) {
        self.init(
            file: file, byteCount: bytes.count, sha256: SHA256Digest(of: bytes).hex, source: source.escapedText,
            sourceSHA256: digest.hex, settings: settings, size: sticker.bitmap.size,
            photoSize: photo.photoSize, box: sticker.box, instance: sticker.instance,
            colors: photo.colorScheme.swatches.map(PackManifest.Color.init),
            textColor: photo.colorScheme.textColor.hex, confidence: photo.confidence, origin: origin,
            metadata: metadata, options: options)
    }
}
