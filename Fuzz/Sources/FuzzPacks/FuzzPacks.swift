import FuzzSupport
import Peel

private let folder = FilePath(scratchFolder)

/// Reads the same bytes as each document of other people's packs, and as their ZIP.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPacks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) {
        for (name, target): (FilePath, PackTarget) in [
            ("contents.json", .whatsapp), ("emoji.txt", .telegram), ("A.stickerpack/Contents.json", .imessage),
            ("details.json", .discord), ("title.txt", .whatsapp),
        ] {
            check(bytes, as: name, for: target)
        }
        let zip = "\(folder).zip"
        writeScratch(bytes, to: zip)
        _ = try? PackCheck(FilePath(zip)).run(for: [.whatsapp])
    }
    return 0
}

private func check(_ bytes: [UInt8], as name: FilePath, for target: PackTarget) {
    let file = folder.appending(name)
    try? file.parent.createFolder()
    writeScratch(bytes, to: file.description)
    defer { try? file.removeFile() }
    guard let checked = try? PackCheck(folder).run(for: [target]) else { return }
    for failure in checked.flatMap(\.report.rules).flatMap(\.failures) {
        precondition(failure.value.utf8.count <= 1_000, "what is shown is short")
    }
}
