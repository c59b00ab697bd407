import FuzzSupport
import Glibc
import Peel

private let folder: FilePath = {
    let folder = FilePath("/tmp/peel-fuzz-\(getpid())")
    guard (try? folder.createFolder()) != nil else { preconditionFailure("the scratch folder can be made") }
    return folder
}()

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
        let zip = FilePath(folder.description + ".zip")
        write(bytes, to: zip)
        _ = try? PackCheck(zip).run(for: [.whatsapp])
    }
    return 0
}

private func check(_ bytes: [UInt8], as name: FilePath, for target: PackTarget) {
    let file = folder.appending(name)
    try? file.parent.createFolder()
    write(bytes, to: file)
    defer { try? file.removeFile() }
    guard let checked = try? PackCheck(folder).run(for: [target]) else { return }
    for failure in checked.flatMap(\.report.rules).flatMap(\.failures) {
        precondition(failure.value.utf8.count <= 1_000, "what is shown is short")
    }
}

private func write(_ bytes: [UInt8], to file: FilePath) {
    guard (try? AtomicFile.write(bytes, to: file, durability: .deferred)) != nil else {
        preconditionFailure("the scratch file can be written")
    }
}
