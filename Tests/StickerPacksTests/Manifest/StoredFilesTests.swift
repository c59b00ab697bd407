import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// Files as earlier versions have written them are read; what a later layout means is not guessed.
struct StoredFilesTests {
    private static let run = #"""
        {"allowsEnlargement":false,"format":"peel-part-run","minimumConfidence":0,"model":{"name":"subject",
        "sha256":"41f2d3c354e01b41efbdcd5d8e6967650765455dab6e43bb90d0b90fdface382"},"numbersInstances":false,
        "pathExtension":"webp","program":{"name":"peel","version":"0.1.0"},
        "settings":"1a3e7733ee89a9489024e2b7f45a796ff486b9b23fdce0c33d44e08a45765767","version":1}
        """#

    private static let photo = #"""
        "photo":{"bytes":97853,"order":2,"photo":"/in/hard.jpg","source":"hard.jpg","version":"1795564080209668252"}
        """#

    private static let made = #"""
        {"confidence":0.768,\#(photo),"photoSHA256":"789ed7eb9616da0077b6226359b3e663a6def72b99621b8cbea2efe4b3ea3d3f",
        "seconds":0.14,"status":"made","stickers":[{"box":{"height":443,"width":442,"x":270,"y":58},"byteCount":2472,
        "colors":[{"hex":"#61606c","share":0.340565},{"hex":"#7b8295","share":0.299271}],"confidence":0.768,
        "file":"stickers/95/95490ae5a526bcc1827a10366d5f98e30c3ea36a86db3eea2210a4c695cfb6f4.webp",
        "photoSize":{"height":600,"width":800},
        "settings":"1a3e7733ee89a9489024e2b7f45a796ff486b9b23fdce0c33d44e08a45765767",
        "sha256":"9cdedec413f17551a6ecb058e67174b0bbd81ee717a6748379376f99c9634dfe","size":{"height":63,"width":64},
        "source":"hard.jpg","sourceSHA256":"789ed7eb9616da0077b6226359b3e663a6def72b99621b8cbea2efe4b3ea3d3f",
        "textColor":"#000000"}]}
        """#

    private static let report = #"""
        {"check":{"rules":[{"about":"stickers in a pack","failures":[],"limit":"1 to 1000",
        "remedy":"add photos, or split the pack","rule":"sticker-count","value":"1"}],"target":"slack"},
        "files":["01_a.png"],"format":"peel-target","pictures":[{"byteCount":8998,"fidelity":"lossless",
        "file":"01_a.png","source":"stickers/a.png"}],"version":1}
        """#

    private func later(_ text: String) -> [UInt8] {
        Array(text.replacing(#""version":1}"#, with: #""version":2}"#).utf8)
    }

    @Test func whatWorkersHaveInCommon() throws {
        let run = try #require(PackRun(reading: Array(Self.run.utf8)))
        #expect(run.program.version == "0.1.0" && run.model.name == "subject")
        #expect(run.settings.hasPrefix("1a3e7733") && run.pathExtension == "webp")
        #expect(!run.numbersInstances && !run.allowsEnlargement && run.minimumConfidence == 0)
        #expect(PackRun(reading: later(Self.run)) == nil)
    }

    @Test func theRecordOfAPhoto() throws {
        let record = try #require(PhotoRecord(reading: Array(Self.made.utf8)))
        #expect(record.photo.photo == "/in/hard.jpg" && record.photo.source == "hard.jpg" && record.photo.order == 2)
        #expect(record.status == .made && record.confidence == 0.768 && record.seconds == 0.14)
        let sticker = try #require(record.stickers.first)
        #expect(sticker.size.width == 64 && sticker.photoSize.height == 600 && sticker.box.x == 270)
        #expect(sticker.colors.map(\.hex) == ["#61606c", "#7b8295"] && sticker.textColor == "#000000")
    }

    @Test(arguments: [("leftOut", PhotoRecord.Status.leftOut), ("failed", .failed), ("unread", .unread)])
    func theRecordOfAPhotoWithoutASticker(word: String, status: PhotoRecord.Status) throws {
        let text = #"{\#(Self.photo),"reason":"a reason","seconds":0.1,"status":"\#(word)","stickers":[]}"#
        let record = try #require(PhotoRecord(reading: Array(text.utf8)))
        #expect(record.status == status && record.reason == "a reason" && record.photoSHA256 == nil)
    }

    @Test func theReportOfAPlatformsPack() throws {
        let folder = TemporaryFolder()
        let report = try TargetReport(readingFrom: folder.write(Self.report, to: "report.json"))
        #expect(report.files == ["01_a.png"] && report.pictures.map(\.source) == ["stickers/a.png"])
        #expect(report.check.target == "slack" && report.check.rules.map(\.rule) == ["sticker-count"])
        let path = try folder.write(later(Self.report), to: "later.json")
        let error = #expect(throws: PackError.self) { try TargetReport(readingFrom: path) }
        #expect(error?.code == .damagedManifest)
    }
}
