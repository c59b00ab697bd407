import FuzzSupport
import Peel

private let file = FilePath(scratchFolder).appending("stickers.json")

/// Reads what may stand beside photos and in lists of parts, and colours. Records of workers are in FuzzAnswers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) {
        writeScratch(bytes, to: file.description)
        if let metadata = try? PackMetadata(readingFrom: file) {
            precondition(metadata.title?.unicodeScalars.count ?? 0 <= PackMetadata.longestText, "a title is bounded")
        }
        _ = try? PartManifest.read(file)
        _ = SRGBColor(String(decoding: bytes, as: UTF8.self))
    }
    return 0
}
