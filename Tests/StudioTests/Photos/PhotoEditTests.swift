import Imaging
import Stickers
import Testing

@testable import Studio

/// What comes of an edit, without a library.
struct PhotoEditTests {
    private let stroke = MatteStroke(mode: .keep, radius: 0.123456, points: [.init(x: 0.987654, y: -7)])

    private func edited(_ edits: PhotoEdit..., from start: PhotoDetails = PhotoDetails()) throws -> PhotoDetails {
        var details = start
        for edit in edits { details = try edit.applied(to: details) }
        return details
    }

    private func style(_ json: String) throws -> PhotoEdit {
        .style(try JSONReading.value(StudioStyleChange.self, from: Array(json.utf8)))
    }

    @Test func aStyleChangesWhatItNames() throws {
        let details = try edited(
            style(#"{"borderWidth":0.1,"outline":"tight","effect":"comic","background":"orange"}"#))
        #expect(
            try details.style
                == StudioStyle(
                    StickerStyle(borderWidth: 0.1, outline: .tight, effect: .comic),
                    background: .color(#require(SRGBColor("#ffa500")))))
        #expect(details.strokes.isEmpty)
    }

    @Test(arguments: [
        #"{"borderWidth":0.3}"#, #"{"margin":-1}"#, #"{"borderColor":"plaid"}"#, #"{"instances":[]}"#,
        #"{"instances":[0]}"#, #"{"text":{"words":""}}"#, #"{"text":{"words":"a","size":0.5}}"#,
        #"{"text":{"words":"a","turn":181}}"#, #"{"text":{"words":"a","bend":-361}}"#,
        #"{"text":{"words":"a","place":"point","x":1.6,"y":0}}"#, #"{"text":{"words":"a","outline":"plaid"}}"#,
        #"{"text":{"words":"a","bubble":{"color":"plaid"}}}"#,
        #"{"text":{"words":"a","bubble":{"tail":"point","x":0,"y":-1}}}"#,
        #"{"text":{"words":"a","color":"plaid"}}"#, #"{"text":{"words":"1\n2\n3\n4\n5"}}"#,
    ]) func aStyleThatBreaksARuleIsRefused(_ json: String) throws {
        #expect(throws: StudioError.self) { try edited(style(json)) }
    }

    @Test func aTextIsReplacedAsAWholeAndTakenAway() throws {
        let one = try edited(style(#"{"text":{"words":"Hi","place":"top","color":"Orange"}}"#))
        let orange = try #require(SRGBColor("#ffa500"))
        #expect(
            try one.style == StudioStyle(StickerStyle(text: StickerText("Hi", place: .top, color: orange))))
        let other = try edited(style(#"{"text":{"words":"Ho","font":"serif"}}"#), from: one)
        #expect(try other.style.text == StickerText("Ho", font: .serif))
        // What does not name the text leaves it.
        #expect(try edited(style(#"{"shadow":true}"#), from: other).style.text == other.style.text)
        #expect(try edited(style(#"{"text":null}"#), from: other) == PhotoDetails())
        // What the library keeps of it is read again.
        #expect(PhotoDetails(json: try #require(other.json)) == other)
        for unknown in [
            #"{"text":{"words":"a","x":1}}"#, #"{"text":{"words":"a","place":"point","x":1}}"#,
            #"{"text":{"words":"a","place":"top","x":1,"y":1}}"#, #"{"text":{"words":"a","bubble":{"z":1}}}"#,
            #"{"text":{"words":"a","bubble":{"tail":"up"}}}"#, #"{"text":{"words":"a","place":"left"}}"#,
            #"{"text":"a"}"#,
        ] {
            #expect(throws: DecodingError.self) { try style(unknown) }
        }
    }

    @Test func aTextHasALetteringWhichIsKept() throws {
        let json = ##"""
            {"text":{"words":"Hi","place":"point","x":0.25,"y":-0.5,"font":"Some Family","turn":-8,"bend":90,
            "outline":"White","shadow":"#0008","bubble":{"color":"gold","tail":"point","x":0.5,"y":0.75}}}
            """##
        let details = try edited(style(json))
        let bubble = try StickerText.Bubble(color: #require(SRGBColor("#ffd700")), tail: .point(x: 0.5, y: 0.75))
        let text = try StickerText(
            "Hi", place: .point(x: 0.25, y: -0.5), font: .family("Some Family"),
            lettering: .init(turn: -8, bend: 90, outline: .white, shadow: SRGBColor("#00000088"), bubble: bubble))
        #expect(details.style.text == text)
        #expect(PhotoDetails(json: try #require(details.json)) == details)
        #expect(try edited(style(#"{"text":{"words":"Hi"}}"#), from: details).style.text == StickerText("Hi"))
    }

    @Test func anArrangementIsReplacedAsAWholeAndTakenAway() throws {
        let half = #"{"x":0,"y":0,"width":1,"height":0.5}"#
        let one = try edited(style(#"{"arrangement":{"x":0.25,"turn":-90,"crop":\#(half)}}"#))
        #expect(
            try one.style.arrangement
                == StickerArrangement(x: 0.25, turn: -90, crop: .init(x: 0, y: 0, width: 1, height: 0.5)))
        let other = try edited(style(#"{"arrangement":{"scale":2}}"#), from: one)
        #expect(try other.style == StudioStyle(arrangement: StickerArrangement(scale: 2)))
        let mirrored = try edited(style(#"{"arrangement":{"mirrored":true}}"#), from: one)
        #expect(mirrored.style.arrangement == StickerArrangement.identity.mirrored(true))
        #expect(PhotoDetails(json: try #require(mirrored.json)) == mirrored)
        // What does not name it leaves it.
        #expect(try edited(style(#"{"shadow":true}"#), from: other).style.arrangement == other.style.arrangement)
        #expect(try edited(style(#"{"arrangement":null}"#), from: other) == PhotoDetails())
        #expect(try edited(style(#"{"arrangement":{}}"#), from: other) == PhotoDetails())
        for unknown in [
            #"{"arrangement":{"z":1}}"#, #"{"arrangement":{"scale":5}}"#, #"{"arrangement":7}"#,
            #"{"arrangement":{"crop":{"x":0,"y":0,"width":1,"height":1,"z":0}}}"#,
            #"{"arrangement":{"crop":{"x":0,"y":0,"width":1}}}"#,
        ] {
            #expect(throws: DecodingError.self) { try style(unknown) }
        }
    }

    @Test func anArrangementThatLeftNothingIsLetGoOfWhenThePhotoIsTriedAgain() throws {
        var failed = try edited(style(#"{"arrangement":{"x":1},"shadow":true}"#))
        failed.failure = PhotoFailure(StickerError(.arrangement, "nothing is left"))
        #expect(failed.forRetry.style == StudioStyle(StickerStyle(hasShadow: true)))
    }

    @Test func strokesAreRoundedUndoneAndDoneAgain() throws {
        let one = try edited(.stroke(stroke))
        #expect(one.strokes == [MatteStroke(mode: .keep, radius: 0.1235, points: [.init(x: 0.9877, y: -2)])])
        let two = try edited(.stroke(stroke), .stroke(stroke), .undoStroke)
        #expect(two.strokes == one.strokes && two.undoneStrokes == one.strokes)
        #expect(try edited(.redoStroke, from: two).strokes.count == 2)
        #expect(try edited(.redoStroke, .undoAllStrokes, .redoStroke, from: two).strokes == one.strokes)
        // A new stroke is another way: what was undone does not come again.
        #expect(try edited(.stroke(stroke), from: two).undoneStrokes.isEmpty)
        #expect(try edited(.undoStroke, .redoStroke) == PhotoDetails())
    }

    @Test func strokesThatAreNoneAreRefused() throws {
        for stroke in [
            MatteStroke(mode: .keep, radius: 0.1, points: []),
            MatteStroke(mode: .keep, radius: 1.5, points: stroke.points),
            MatteStroke(mode: .keep, radius: .nan, points: stroke.points),
            MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: .infinity, y: 0)]),
            MatteStroke(
                mode: .keep, radius: 0.1,
                points: Array(repeating: .init(x: 0, y: 0), count: PhotoDetails.mostStrokePoints + 1)),
        ] {
            #expect(throws: StudioError.self) { try edited(.stroke(stroke)) }
        }
    }

    @Test func aFailureIsForgottenWithWhatMadeIt() throws {
        var failed = PhotoDetails()
        failed.failure = PhotoFailure(code: "noSubject", message: "nothing stands out")
        #expect(try edited(.undoStroke, from: failed) == failed)
        #expect(try edited(.stroke(stroke), from: failed).failure == nil)
        failed.style.instances = [3]
        failed.strokes = [stroke]
        let again = failed.forRetry
        #expect(again.failure == nil && again.style.instances == nil)
        #expect(again.strokes.isEmpty && again.undoneStrokes == [stroke])
    }
}
