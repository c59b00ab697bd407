/// What cameras write instead of pictures: it must be developed before it is one.
enum CameraRaw {
    /// Whether the first bytes are of a kind of its own. Most kinds are TIFF files: ``TIFFPicture`` finds them.
    static func hasSignature(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            Array("FUJIFILMCCD-RAW".utf8), Array("FOVb".utf8), [0] + Array("MRM".utf8), Array("IIU\0".utf8),
            Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8), Array("II\u{1A}\0\0\0HEAPCCDR".utf8),
        ]
        return starts.contains { bytes.starts(with: $0) } || bytes.dropFirst(4).starts(with: "ftypcrx ".utf8)
    }

    static let refusal = ImagingError(
        .unknownFormat,
        "a camera's raw file must be developed first; export it as JPEG, PNG or TIFF from your photo program, or take the "
            + "JPEG that the camera saved beside it")
}
