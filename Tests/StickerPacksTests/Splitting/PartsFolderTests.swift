import Files
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct PartsFolderTests {
    private let temporary = TemporaryFolder()
    private var folder: PartsFolder { PartsFolder(temporary.path.appending("parts")) }
    private let photos = (0..<9).map { number in
        PartPhoto(
            FilePath("/photos/\(number).jpg"), source: FilePath("\(number).jpg"), byteCount: 100 + number, version: "7",
            order: number / 3)
    }

    private func bytes() throws -> [FilePath: [UInt8]] {
        var bytes: [FilePath: [UInt8]] = [:]
        for name in try folder.path.names() {
            bytes[name] = try folder.path.appending(name).readBytes(allowsEmpty: true)
        }
        return bytes
    }

    @Test func partsAreReadAsTheyWereWritten() throws {
        let parts = try folder.split(photos, .parts(4))
        #expect(try folder.partCount() == 4)
        #expect(try folder.parts() == parts)
        #expect(Set(parts.joined()) == Set(photos))
        #expect(
            try folder.path.names() == [
                "part-00000.jsonl", "part-00001.jsonl", "part-00002.jsonl", "part-00003.jsonl", "parts.json",
            ])
        #expect(
            try String(decoding: folder.manifest(ofPart: 3).readBytes(), as: UTF8.self).split(separator: "\n").first
                == #"{"bytes":104,"order":1,"photo":"/photos/4.jpg","source":"4.jpg","version":"7"}"#)
    }

    @Test func namesThatAreNotTextStayWhatTheyAre() throws {
        let name = FilePath(bytes: [0x2F, 0xFF, 0x25, 0x46, 0x46, 0x2E, 0x6A, 0x70, 0x67])
        var photo = PartPhoto(
            name, byteCount: 1,
            origin: .init(title: "A \"title\"", credit: nil, date: "2025-06-16", address: "https://host/"))
        photo.alternative = "https://host/%C3%A4.jpg"
        try folder.split([photo], .parts(1))
        #expect(try folder.parts() == [[photo]])
    }

    @Test func theSameAgainChangesNothing() throws {
        try folder.split(photos, .parts(3))
        let before = try bytes()
        try folder.split(photos.reversed(), .parts(3))
        #expect(try bytes() == before)
        #expect(throws: PackError.self) { try folder.split(photos, .parts(4)) }
        #expect(try bytes() == before)
    }

    @Test func whatWasKilledBeforeTheEndIsNoSplitYet() throws {
        try folder.split(photos, .parts(3))
        try folder.path.appending("parts.json").removeFile()
        #expect(throws: PackError.self) { try folder.partCount() }
        try folder.split(photos, .parts(2))
        #expect(try folder.parts().joined().count == photos.count)
    }

    @Test(arguments: [
        ("{\"photo\":\"a.jpg\"}\n\nnonsense\n", 3), ("[]", 1), ("{\"photo\":\"\"}", 1),
        ("{\"photo\":\"a\\u0000b\"}", 1),
        ("{\"source\":\"a.jpg\"}", 1), ("{\"photo\":\"a\",\"bytes\":\"many\"}", 1),
        ("{\"photo\":\"a\",\"order\":1.5}", 1),
    ])
    func aLineThatIsNoPhotoIsNamed(text: String, line: Int) throws {
        let path = try temporary.write(text, to: "part.jsonl")
        let error = #expect(throws: PackError.self) { try PartManifest.read(path) }
        #expect(error?.code == .damagedManifest)
        #expect(error?.description.contains("part.jsonl, line \(line): not a photo") == true)
    }

    @Test(arguments: [
        (#"{"photo":"a.jpg","bogus":1}"#, "bogus"),
        (#"{"photo":"a.jpg","options":{"text":"Hi","blur":5}}"#, "blur"),
        (#"{"photo":"a.jpg","wrong":1,"options":{"blur":5},"bogus":1}"#, "bogus"),
    ])
    func whatIsNotKnownIsNotPassedOver(line: String, name: String) throws {
        let known = #"{"photo":"b.jpg","options":{"text":"Hi"}}"#
        let path = try temporary.write("\(known)\n\(line)", to: "part.jsonl")
        let error = #expect(throws: PackError.self) { try PartManifest.read(path) }
        #expect(error?.code == .damagedManifest)
        let told = "part.jsonl, line 2: '\(name)' is not a known name; expected photo, "
        #expect(error?.description.contains(told) == true)
    }

    @Test func aLineNeedsOnlyAPhoto() throws {
        let path = try temporary.write("{\"photo\":\"/a/b.jpg\"}\r\n \n", to: "part.jsonl")
        #expect(try PartManifest.read(path) == [PartPhoto("/a/b.jpg", source: "b.jpg")])
    }

    @Test(arguments: [
        "{}", "no JSON", #"{"format":"peel-parts","version":2,"parts":3}"#,
        #"{"format":"peel-parts","version":1,"parts":0}"#, #"{"format":"peel-parts","version":1,"parts":1000000000}"#,
    ])
    func aDamagedSummaryIsRefused(text: String) throws {
        try temporary.write(text, to: "parts/parts.json")
        let error = #expect(throws: PackError.self) { try folder.partCount() }
        #expect(error?.code == .damagedManifest)
        #expect(throws: PackError.self) { try folder.split(photos, .parts(3)) }
    }
}
