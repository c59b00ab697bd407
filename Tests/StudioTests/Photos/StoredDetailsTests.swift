import FoundationEssentials
import Imaging
import StickerPacks
import Stickers
import Testing

@testable import Studio

/// What lies on disks today is read, and what is written now is read again.
struct StoredDetailsTests {
    /// As a program without a number in its files wrote it: a sticker with strokes, and an edit that failed.
    private static let edited = #"""
        {"style":{"instances":[9],"shadow":true,"margin":0.01,"borderWidth":0.05,"borderColor":"#ffa500",
        "background":"gradient"},"strokes":[{"points":[{"x":0.5,"y":0.5},{"x":0.51,"y":0.52}],"mode":"keep",
        "radius":0.03}],"madeFor":{"strokes":[{"mode":"keep","points":[{"x":0.5,"y":0.5},{"x":0.51,"y":0.52}],
        "radius":0.03}],"style":{"margin":0.01,"borderColor":"#ffa500","background":"gradient","borderWidth":0.05,
        "shadow":true}},"sticker":{"photoWidth":800,"instances":[{"height":408,"width":395,"x":295,"y":65}],
        "colors":[{"share":0.3406,"hex":"#61606c"},{"share":0.2993,"hex":"#7b8295"}],"textColor":"#000000",
        "height":1024,"width":991,"gradient":[{"hex":"#a1afce","position":0},{"hex":"#7c747e","position":1}],
        "box":{"height":417,"width":401,"x":292,"y":60},"photoHeight":600},"undoneStrokes":[{"points":[{"y":0.1,
        "x":0.1}],"mode":"remove","radius":0.02}],"failedEdit":{"wanted":{"strokes":[{"mode":"keep","radius":0.03,
        "points":[{"y":0.5,"x":0.5},{"y":0.52,"x":0.51}]}],"style":{"instances":[9],"borderWidth":0.05,"shadow":true,
        "margin":0.01,"background":"gradient","borderColor":"#ffa500"}},"failure":{"code":"noSuchInstance",
        "message":"subject 9 was asked for, but only one was found"}}}
        """#

    /// Likewise: a photo from the web of which nothing stands out.
    private static let invalid = #"""
        {"strokes":[],"failure":{"code":"noSubject","message":"no subject was found"},"style":{"borderWidth":0.02,
        "borderColor":"#ffffff","margin":0.01,"background":"transparent","shadow":false},"undoneStrokes":[],
        "origin":{"title":"Sky","credit":"Somebody","date":"2025-06-16","address":"https://example.org/a.jpg",
        "otherAddresses":["https://example.org/b.jpg"]}}
        """#

    /// Likewise: a sticker with words, one of which was cut.
    private static let worded = edited.replacing(
        #""photoHeight":600"#,
        with: #""photoHeight":600,"isTextCut":true,"text":{"point":[0.5,0.75],"middle":[0.5,0.7],"size":[0.4,0.1],"#
            + #""subject":[0.1,0.2]}"#)

    @Test func aFileWithoutANumberIsRead() throws {
        let details = PhotoDetails(json: Self.edited)
        let style = try StudioStyle(
            StickerStyle(
                borderWidth: 0.05, borderColor: #require(SRGBColor("#ffa500")), outline: .tight, hasShadow: true,
                margin: 0.01),
            background: .gradient, instances: [9])
        let stroke = MatteStroke(
            mode: .keep, radius: 0.03, points: [.init(x: 0.5, y: 0.5), .init(x: 0.51, y: 0.52)],
            // What a stroke did before there were tools, it does now.
            tool: .object)
        #expect(details.style == style && details.strokes == [stroke])
        #expect(
            details.undoneStrokes == [
                MatteStroke(mode: .remove, radius: 0.02, points: [.init(x: 0.1, y: 0.1)], tool: .object)
            ])
        let sticker = try #require(details.sticker)
        #expect(sticker.width == 991 && sticker.height == 1024)
        #expect(sticker.photoWidth == 800 && sticker.photoHeight == 600 && sticker.textColor == "#000000")
        #expect(sticker.box == .init(x: 292, y: 60, width: 401, height: 417))
        #expect(sticker.instances == [.init(x: 295, y: 65, width: 395, height: 408)])
        #expect(
            sticker.colors.map(\.hex) == ["#61606c", "#7b8295"] && sticker.colors.map(\.share) == [0.3406, 0.2993])
        #expect(sticker.gradient.map(\.position) == [0, 1] && sticker.confidence == nil)
        #expect(details.madeFor?.strokes == [stroke] && details.madeFor?.style.instances == nil)
        // Neither is it made again, nor is the reason forgotten.
        #expect(!details.isOutdated)
        #expect(details.editFailure?.code == "noSuchInstance")
    }

    @Test func whereAPhotoIsFromIsRead() throws {
        let details = PhotoDetails(json: Self.invalid)
        #expect(details.failure == PhotoFailure(code: "noSubject", message: "no subject was found"))
        #expect(details.origin?.title == "Sky" && details.origin?.credit == "Somebody")
        #expect(details.origin?.addresses == ["https://example.org/a.jpg", "https://example.org/b.jpg"])
        var alone = PhotoDetails()
        alone.origin = PhotoOrigin(title: "Sky", address: "https://example.org/a.jpg")
        #expect(try #require(alone.json).contains("otherAddresses") == false)
    }

    @Test func aPlaceOfWordsThatIsNoneIsLeftOut() throws {
        let sticker = try #require(PhotoDetails(json: Self.worded).sticker)
        #expect(sticker.text?.point == [0.5, 0.75] && sticker.isTextCut == true)
        let strange = Self.worded.replacing("[0.5,0.75]", with: "[0.5]")
        let read = try #require(PhotoDetails(json: strange).sticker)
        #expect(read.text == nil && read.isTextCut == true && read.width == 991)
    }

    @Test(arguments: [edited, invalid, worded]) func whatIsWrittenNowIsTheSameWithItsNumber(_ text: String) throws {
        let details = PhotoDetails(json: text)
        let written = try #require(details.json)
        #expect(PhotoDetails(json: written) == details)
        // Member for member what was there, so that a program before this one reads it too.
        guard case .object(var members) = try JSONReading.value(JSONValue.self, from: Array(written.utf8)) else {
            Issue.record("no object: \(written)")
            return
        }
        #expect(members.removeValue(forKey: "version") == .number(1))
        #expect(try JSONReading.value(JSONValue.self, from: Array(text.utf8)) == .object(members))
    }

    @Test(arguments: ["", "{}", "[]", #"{"version":2,"style":{}}"#]) func whatCannotBeReadIsMadeAgain(_ text: String) {
        #expect(PhotoDetails(json: text) == PhotoDetails())
    }

    @Test func aLaterLayoutIsNotGuessed() {
        let later = Self.invalid.replacing(#"{"strokes""#, with: #"{"version":2,"strokes""#)
        #expect(PhotoDetails(json: later) == PhotoDetails())
        let strange = Self.edited.replacing(#""mode":"remove""#, with: #""mode":"blur""#)
        #expect(PhotoDetails(json: strange) == PhotoDetails())
    }

    @Test func whatIsSaidOfAStickerIsKept() throws {
        let metadata = #""metadata":{"emoji":["😺","🐈"],"title":"Mia","text":"A black cat asleep"},"strokes""#
        let details = PhotoDetails(json: Self.invalid.replacing(#""strokes""#, with: metadata))
        #expect(details.metadata == StickerMetadata(emoji: ["😺", "🐈"], title: "Mia", text: "A black cat asleep"))
        #expect(details.origin?.title == "Sky")
        #expect(PhotoDetails(json: try #require(details.json)) == details)
        #expect(PhotoDetails(json: Self.invalid).metadata == StickerMetadata())
    }

    @Test func anArrangementIsKeptWithWhatTheStickerWasMadeFor() throws {
        var details = PhotoDetails(json: Self.edited)
        #expect(details.style.arrangement == .identity && details.madeFor?.style.arrangement == .identity)
        let arrangement = try StickerArrangement(
            x: 0.1, y: -0.2, turn: 12.5, scale: 1.5, crop: .init(x: 0.1, y: 0.1, width: 0.5, height: 0.25))
        details.style.arrangement = arrangement
        #expect(details.isOutdated, "another arrangement is another sticker")
        details.madeFor = RenderedFor(details)
        let json = try #require(details.json)
        #expect(PhotoDetails(json: json) == details)
        let crop = #""crop":{"x":0.1,"y":0.1,"width":0.5,"height":0.25}"#
        let stored = #""arrangement":{"x":0.1,"y":-0.2,"turn":12.5,"scale":1.5,\#(crop)}"#
        let written = Self.invalid.replacing(#""shadow":false"#, with: #""shadow":false,"# + stored)
        #expect(PhotoDetails(json: written).style.arrangement == arrangement)
    }

    /// As programs wrote it that had neither letterings nor mirrored stickers.
    @Test func aTextOfBeforeIsReadAndWrittenAsItWas() throws {
        let stored =
            ##""text":{"color":"#ff8800","font":"serif","place":"top","size":0.2,"words":"Hi"}"##
        let details = PhotoDetails(
            json: Self.invalid.replacing(#""shadow":false"#, with: #""shadow":false,"# + stored))
        #expect(
            try details.style.text
                == StickerText("Hi", place: .top, size: 0.2, color: SRGBColor("#ff8800"), font: .serif))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = try String(decoding: encoder.encode(StoredDetails.Style(details.style)), as: UTF8.self)
        #expect(written.contains(stored), "\(written)")
        let arrangement = try StickerArrangement(x: 0.5)
        #expect(
            try String(decoding: encoder.encode(arrangement), as: UTF8.self)
                == #"{"scale":1,"turn":0,"x":0.5,"y":0}"#)
    }

    /// A sticker of before there was a choice stays as it was drawn.
    @Test func anOutlineIsKeptAndAMissingOneIsTight() throws {
        var details = PhotoDetails(json: Self.edited)
        #expect(details.style.outline == .tight && details.madeFor?.style.outline == .tight)
        details.style.outline = .smooth
        #expect(details.isOutdated, "another outline is another sticker")
        #expect(try PhotoDetails(json: #require(details.json)) == details)
        #expect(try PhotoDetails(json: #require(PhotoDetails().json)).style.outline == .smooth)
    }

    @Test func aStrokesToolAndHardnessAreKept() throws {
        var details = PhotoDetails(json: Self.edited)
        let points = [MatteStroke.Point(x: 0.25, y: 0.5)]
        for (tool, hardness) in [(MatteStroke.Tool.brush, 0.8), (.smart, 0.8), (.object, 0.8), (.brush, 0.25)] {
            details.strokes.append(
                MatteStroke(mode: .keep, radius: 0.1, points: points, tool: tool, hardness: hardness))
        }
        #expect(try PhotoDetails(json: #require(details.json)) == details)
        let strange = Self.edited.replacing(#""mode":"remove""#, with: #""tool":"pencil","mode":"remove""#)
        #expect(PhotoDetails(json: strange) == PhotoDetails())
    }

    @Test func aNumberThatJSONCannotHoldIsNotWritten() {
        var details = PhotoDetails()
        details.style.margin = .nan
        #expect(details.json == nil)
    }
}
