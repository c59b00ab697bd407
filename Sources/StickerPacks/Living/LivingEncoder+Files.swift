import Clips
package import Files

extension LivingEncoder {
    /// Encodes a sticker as packs keep it.
    ///
    /// - Parameters:
    ///   - path: an animated WebP.
    ///   - limit: of the file, in bytes.
    ///   - kept: what was encoded before; `nil` keeps nothing.
    package func bytes(ofFileAt path: FilePath, limit: Int, kept: KeptPictures?) async throws(PackError) -> [UInt8] {
        try await encode(fileAt: path, limit: limit, kept: kept).bytes
    }

    func encode(
        fileAt path: FilePath, limit: Int, kept: KeptPictures?
    ) async throws(PackError) -> KeptPictures.Picture {
        let bytes = try asPackError { () throws(FileError) in try path.readBytes(limit: limit) }
        let key = KeptPictures.Key(sticker: SHA256Digest(of: bytes), living: rules)
        if let found = kept?.find([key])?.first { return found }
        let made = try await encode(try LivingSticker(bytes, from: path), named: path)
        let picture = KeptPictures.Picture(bytes: made.bytes, fidelity: made.fidelity)
        kept?.keep(picture, as: key)
        return picture
    }
}
