import FoundationEssentials
import Stickers
import Testing

@Suite struct StickerArrangementTests {
    private func decoded(_ json: String) throws -> StickerArrangement {
        try JSONDecoder().decode(StickerArrangement.self, from: Data(json.utf8))
    }

    @Test func whatChangesNothingIsTheIdentity() throws {
        let whole = try StickerArrangement.Crop(x: 0, y: 0, width: 1, height: 1)
        #expect(try StickerArrangement() == .identity)
        #expect(try StickerArrangement(crop: whole) == .identity)
        #expect(StickerArrangement.identity.isIdentity && !StickerArrangement.identity.isPlaced)
        let cropped = try StickerArrangement(crop: .init(x: 0.1, y: 0, width: 0.9, height: 1))
        #expect(!cropped.isIdentity && !cropped.isPlaced && cropped.croppedOnly == cropped)
        for placed in [
            try StickerArrangement(x: 0.1), try StickerArrangement(y: -0.1), try StickerArrangement(turn: 1),
            try StickerArrangement(scale: 1.1, crop: cropped.crop),
        ] {
            #expect(placed.isPlaced && !placed.isIdentity)
            #expect(placed.croppedOnly.crop == placed.crop && !placed.croppedOnly.isPlaced)
        }
    }

    @Test func theBoundsAreTakenAndWhatIsBeyondThemIsRefusedByName() throws {
        _ = try StickerArrangement(x: -1, y: 1, turn: 180, scale: 4)
        _ = try StickerArrangement(x: 1, y: -1, turn: -180, scale: 0.25)
        for (name, make) in [
            ("x is 1.01; it must be -1.0 to 1.0", { try StickerArrangement(x: 1.01) }),
            ("y is -1.01; it must be -1.0 to 1.0", { try StickerArrangement(y: -1.01) }),
            ("turn is 181.0; it must be -180.0 to 180.0", { try StickerArrangement(turn: 181) }),
            ("turn is nan", { try StickerArrangement(turn: .nan) }),
            ("scale is 0.2; it must be 0.25 to 4.0", { try StickerArrangement(scale: 0.2) }),
            ("scale is inf", { try StickerArrangement(scale: .infinity) }),
        ] as [(String, () throws -> StickerArrangement)] {
            let error = #expect(throws: StickerError.self) { try make() }
            #expect(error?.code == .arrangement)
            #expect(error?.description.hasPrefix(name) == true, "\(error?.description ?? "")")
        }
    }

    @Test func aCropLiesWithinThePhoto() throws {
        _ = try StickerArrangement.Crop(x: 0.1, y: 0.2, width: 0.9, height: 0.8)
        for (x, y, width, height) in [
            (-0.01, 0, 0.5, 0.5), (0, -0.01, 0.5, 0.5), (0.6, 0, 0.5, 0.5), (0, 0.6, 0.5, 0.5), (0, 0, 0.009, 0.5),
            (0, 0, 0.5, 0.009), (0, 0, .nan, 0.5), (.nan, 0, 0.5, 0.5),
        ] {
            let error = #expect(throws: StickerError.self) {
                try StickerArrangement.Crop(x: x, y: y, width: width, height: height)
            }
            #expect(error?.code == .arrangement && error?.description.hasPrefix("crop is ") == true)
        }
    }

    @Test func asJSONItKeepsItsNames() throws {
        let arrangement = try StickerArrangement(
            x: 0.125, y: -0.5, turn: 15, scale: 1.5, crop: .init(x: 0.25, y: 0, width: 0.5, height: 0.75))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(arrangement), as: UTF8.self)
        #expect(
            text == #"{"crop":{"height":0.75,"width":0.5,"x":0.25,"y":0},"scale":1.5,"turn":15,"x":0.125,"y":-0.5}"#)
        #expect(try decoded(text) == arrangement)
        #expect(try decoded("{}") == .identity)
        #expect(try decoded(#"{"turn":90,"crop":null}"#) == StickerArrangement(turn: 90))
    }

    @Test(arguments: [
        (#"{"scale":9}"#, "scale is 9.0"), (#"{"x":-2}"#, "x is -2.0"),
        (#"{"crop":{"x":0.5,"y":0,"width":0.6,"height":1}}"#, "crop is 0.6 × 1.0"),
    ])
    func jsonThatBreaksARuleIsRefusedByIt(_ json: String, _ rule: String) {
        #expect {
            try decoded(json)
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError else { return false }
            return context.debugDescription.hasPrefix(rule)
                && (context.underlyingError as? StickerError)?.code == .arrangement
        }
    }
}
