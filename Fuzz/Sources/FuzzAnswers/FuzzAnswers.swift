import Files
import FuzzSupport
import Peel

@testable import ObjectStorage
@testable import StickerPacks
@testable import Stickers

private let folder = FilePath(scratchFolder)

/// Reads the same bytes as each answer of another machine: a storage server's page, a network, a Signal pack, and what
/// workers leave in a shared output. What is accepted stays the same when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswers(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for read in [readListing, readNetwork, readSignalPack, readRecord, readRun, readParts, readJournal] {
        withinTime(of: count) { read(bytes) }
    }
    return 0
}

private func readListing(_ bytes: [UInt8]) {
    guard let page = ListPage(bytes) else { return }
    precondition(page.objects.allSatisfy { $0.byteCount >= 0 } && page.next != "", "a page is whole")
    precondition(ListPage(listing(of: page)) == page, "a page survives")
}

private func listing(of page: ListPage) -> [UInt8] {
    var bytes: [UInt8] = []
    for object in page.objects {
        let size = element("Size", Array(String(object.byteCount).utf8))
        bytes += element("Contents", text("Key", object.key) + size + text("ETag", object.entityTag))
    }
    for folder in page.folders { bytes += element("CommonPrefixes", text("Prefix", folder)) }
    if let next = page.next { bytes += text("IsTruncated", "true") + text("NextContinuationToken", next) }
    return element("ListBucketResult", bytes)
}

private func text(_ name: String, _ text: String) -> [UInt8] {
    let escaped: [[UInt8]] = text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "&"): Array("&amp;".utf8)
        case UInt8(ascii: "<"): Array("&lt;".utf8)
        default: [byte]
        }
    }
    return element(name, Array(escaped.joined()))
}

private func element(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array("<\(name)>".utf8) + content + Array("</\(name)>".utf8)
}

/// A file that is accepted was read to its end: a tensor behind it, of eight bits and in another file, is found.
private func readNetwork(_ bytes: [UInt8]) {
    _ = ONNXWeights.areInFewBits(bytes)
    guard ONNXWeights.refusal(of: bytes) == nil else { return }
    let tensor = Protobuf.field(2, 3) + Protobuf.field(14, 1)
    let more = bytes + Protobuf.field(7, Protobuf.field(5, tensor))
    precondition(ONNXWeights.areInFewBits(more), "weights in few bits are found")
    precondition(ONNXWeights.refusal(of: more) != nil, "weights in other files are found")
}

private func readSignalPack(_ bytes: [UInt8]) {
    guard let pack = SignalManifest(bytes) else { return }
    precondition(SignalManifest(pack.bytes) == pack, "a Signal pack survives")
}

private func readRecord(_ bytes: [UInt8]) {
    guard let record = PhotoRecord(reading: bytes) else { return }
    for sticker in record.stickers {
        precondition(
            sticker.file.hasPrefix("stickers/") && sticker.file.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 2,
            "stickers lie where stickers do")
    }
    precondition(PhotoRecord(reading: record.bytes) == record, "a record survives")
}

private func readRun(_ bytes: [UInt8]) {
    guard let run = PackRun(reading: bytes) else { return }
    precondition(PackRun(reading: run.bytes) == run, "a run survives")
}

private func readParts(_ bytes: [UInt8]) {
    writeScratch(bytes, to: "\(folder)/parts.json")
    _ = try? PartsFolder(folder).partCount()
}

/// Whatever stands in a journal, its good lines are read, and so is what a later run appends.
private func readJournal(_ bytes: [UInt8]) {
    let pack = PackFolder(folder)
    writeScratch(bytes, to: pack.journal.description)
    do {
        let notes = try PackJournal.notes(in: pack)
        precondition(notes.stickers.allSatisfy { $0.file.hasPrefix("stickers/") }, "stickers lie where stickers do")
        precondition(notes.contactSheets.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) }, "sheets have plain names")
        if notes.stickers.isEmpty && notes.contactSheets.isEmpty { return }
        try append(notes, to: pack)
        let more = try PackJournal.notes(in: pack)
        precondition(more.stickers == notes.stickers + notes.stickers, "noted stickers survive")
        precondition(more.contactSheets == notes.contactSheets + notes.contactSheets, "noted sheets survive")
    } catch {
        preconditionFailure("a journal can be read and written: \(error)")
    }
}

private func append(_ notes: PackJournal.Notes, to pack: PackFolder) throws {
    let journal = try PackJournal(in: pack)
    try journal.append(notes.stickers)
    for sheet in notes.contactSheets { try journal.append(contactSheet: sheet) }
}
