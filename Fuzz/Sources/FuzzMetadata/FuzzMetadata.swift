import FuzzSupport
import Glibc
import Peel

private let folder: FilePath = {
    let folder = FilePath("/tmp/peel-fuzz-metadata-\(getpid())")
    guard (try? folder.createFolder()) != nil else { preconditionFailure("the scratch folder can be made") }
    return folder
}()

/// Reads what may stand beside photos and in lists of parts, and colours. Records of workers are in FuzzAnswers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) {
        let file = folder.appending("stickers.json")
        guard (try? AtomicFile.write(bytes, to: file, durability: .deferred)) != nil else {
            preconditionFailure("the scratch file can be written")
        }
        if let metadata = try? PackMetadata(readingFrom: file) {
            precondition(metadata.title?.unicodeScalars.count ?? 0 <= PackMetadata.longestText, "a title is bounded")
        }
        _ = try? PartManifest.read(file)
        _ = SRGBColor(String(decoding: bytes, as: UTF8.self))
    }
    return 0
}
