/// Raw files of cameras, which must be developed before they are pictures.
package enum CameraRaw {
    /// What the names of raw files end with, in lower case.
    package static let pathExtensions: Set = [
        "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "fff", "iiq", "mrw", "nef", "nrw", "orf", "pef", "raf", "rw2",
        "rwl", "sr2", "srf", "srw", "x3f",
    ]

    /// Whether the first bytes belong to a raw format. Most raw formats are TIFF files, which ``TIFFPicture`` finds.
    static func hasSignature(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            Array("FUJIFILMCCD-RAW".utf8), Array("FOVb".utf8), [0] + Array("MRM".utf8), Array("IIU\0".utf8),
            Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8), Array("II\u{1A}\0\0\0HEAPCCDR".utf8),
        ]
        return starts.contains { bytes.starts(with: $0) } || bytes.dropFirst(4).starts(with: "ftypcrx ".utf8)
    }

    /// Whether a TIFF is Canon's CR2: its sensor's data has no kind of its own, and the picture before it is a preview.
    static func isCR2(_ tiff: [UInt8]) -> Bool {
        tiff.prefix(12).elementsEqual([0x49, 0x49, 42, 0, 16, 0, 0, 0] + Array("CR".utf8) + [2, 0])
    }

    static let refusal = ImagingError(
        .unknownFormat,
        "a camera's raw file must be developed first; export it as JPEG, PNG or TIFF from your photo program, or take "
            + "the JPEG that the camera saved beside it")
}
