import Imaging
import Testing

@testable import Stickers

/// What becomes of an object that the network saw in a box, beside what is known of the photo already.
@Suite struct AddedObjectTests {
    private static let size = PixelSize(width: 200, height: 200)
    private static let known = PixelRect(x: 20, y: 20, width: 60, height: 160)
    /// What of the known one the box takes in, and what is new.
    private static let piece = PixelRect(x: 60, y: 70, width: 20, height: 60)
    private static let new = PixelRect(x: 110, y: 70, width: 50, height: 60)

    private static func matte(_ parts: PixelRect...) -> Matte {
        var matte = Matte(size: size)
        for part in parts {
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX { matte[x, y] = 1 }
            }
        }
        return matte
    }

    private static func subjects(adding object: Matte) -> (count: Int, matte: Matte) {
        var subject = PhotoSubject(matte: matte(known), photoSize: size)
        subject.add(BoxLook.Object(matte: object, place: FractionalRect(x: 0, y: 0, width: 1, height: 1)))
        let whole = subject.overviewMatte.resampled(to: size)
        return (ConnectedComponents(of: subject.matte, above: 0.5).components.count, whole)
    }

    @Test func aPieceOfAKnownSubjectBesideANewOneStaysWhereItIs() {
        let (count, whole) = Self.subjects(adding: Self.matte(Self.piece, Self.new))
        #expect(count == 2)
        #expect(whole[70, 100] > 0.9 && whole[135, 100] > 0.9)
    }

    @Test func aPieceAloneIsWhatTheBoxWasDrawnFor() {
        #expect(Self.subjects(adding: Self.matte(Self.piece)).count == 2)
    }

    /// Where little more than the piece was seen, the box was drawn for the piece.
    @Test func aPieceBesideASpeckIsWhatTheBoxWasDrawnFor() {
        let speck = PixelRect(x: 110, y: 70, width: 5, height: 5)
        let (count, whole) = Self.subjects(adding: Self.matte(Self.piece, speck))
        #expect(count == 3 && whole[112, 72] > 0.9)
    }

    @Test func twoNewOnesStay() {
        let other = PixelRect(x: 110, y: 150, width: 50, height: 30)
        #expect(Self.subjects(adding: Self.matte(Self.new, other)).count == 3)
    }
}
