import Files
import Imaging
import Synchronization

/// The pictures of platforms that were written already, for others that ask for the same: Telegram's and Signal's
/// mostly are.
package final class EncodedPictures: Sendable {
    private struct Key: Hashable {
        var pixels: SHA256Digest
        var size: PixelSize
        var format: OutputFormat
    }

    private struct Written {
        var file: FilePath
        var digest: SHA256Digest
        var byteLimit: Int
        var fidelity: FittedPicture.Fidelity
    }

    private struct State {
        var written: [Key: Written] = [:]
        var reusedCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many pictures were not encoded again.
    package var reusedCount: Int { state.withLock { $0.reusedCount } }

    /// Encodes a picture for a platform, or takes what another platform has of it: the same bytes. Blocks.
    ///
    /// - Parameter file: where it will be once the platform's pack is written.
    func encode(
        _ bitmap: Bitmap, for rules: PictureRules, at file: FilePath
    ) throws(ImagingError) -> (bytes: [UInt8], fidelity: FittedPicture.Fidelity) {
        let format = rules.formats[0]
        let key = Key(pixels: SHA256Digest(of: bitmap.pixels), size: bitmap.size, format: format)
        if let picture = reused(key, within: rules.writtenByteLimit) { return picture }
        let picture = try format.encode(bitmap, within: rules.writtenByteLimit)
        let written = Written(
            file: file, digest: SHA256Digest(of: picture.bytes), byteLimit: rules.writtenByteLimit,
            fidelity: picture.fidelity)
        state.withLock { $0.written[key] = written }
        return (picture.bytes, picture.fidelity)
    }

    /// `nil` for a picture that would be encoded otherwise, and one whose file is not there: its pack broke a rule.
    private func reused(
        _ key: Key, within byteLimit: Int
    ) -> (bytes: [UInt8], fidelity: FittedPicture.Fidelity)? {
        guard let written = state.withLock({ $0.written[key] }),
            written.fidelity == .lossless || written.byteLimit == byteLimit,
            let bytes = try? written.file.readBytes(limit: byteLimit), SHA256Digest(of: bytes) == written.digest
        else { return nil }
        state.withLock { $0.reusedCount += 1 }
        return (bytes, written.fidelity)
    }
}
