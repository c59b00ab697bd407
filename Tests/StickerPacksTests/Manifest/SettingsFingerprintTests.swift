import Files
import Imaging
import Stickers
import Testing

@testable import StickerPacks

@Suite struct SettingsFingerprintTests {
    @Test func everySettingCounts() {
        func fingerprint(
            encoding: String = "png", model: String = "model", version: String = "1.0",
            _ change: (inout ProcessingOptions) -> Void = { _ in }
        ) -> SettingsFingerprint {
            var options = ProcessingOptions()
            change(&options)
            return SettingsFingerprint(
                options: options, encoding: encoding, modelSHA256: Samples.digest(model), programVersion: version)
        }
        let all = [
            fingerprint(), fingerprint(encoding: "webp"), fingerprint(model: "other"), fingerprint(version: "1.1"),
            fingerprint { $0.size = .longestSide(513) }, fingerprint { $0.size = .original },
            fingerprint { $0.style.borderWidth = 0.02 }, fingerprint { $0.style.borderColor = .black },
            fingerprint { $0.style.outline = .tight }, fingerprint { $0.style.effect = .glow },
            fingerprint { $0.style.hasShadow = true }, fingerprint { $0.style.margin = 0 },
            fingerprint { $0.subjects = .each }, fingerprint { $0.subjects = .instance(1) },
            fingerprint { $0.subjects = .instance(2) }, fingerprint { $0.subjects = .at(x: 1, y: 2) },
            fingerprint { $0.subjects = .at(x: 2, y: 1) }, fingerprint { $0.strength = 0.1 },
            fingerprint { $0.isSquare = true }, fingerprint { $0.keepsFullFrame = true },
            fingerprint { $0.background = .gradient }, fingerprint { $0.background = .color(.white) },
            fingerprint { $0.background = .color(.black) },
        ]
        #expect(Set(all).count == all.count)
        #expect(fingerprint() == all[0])
        #expect(fingerprint().description.count == 64)
    }

    @Test func anArrangementCountsAndNoneIsAsItWasBeforeThereWereAny() throws {
        func text(_ arrangement: StickerArrangement) -> String {
            SettingsFingerprint.canonicalText(of: ProcessingOptions(arrangement: arrangement))
        }
        // As by the version before arrangements and effects, which had a member for these.
        #expect(
            text(.identity)
                == "(size=(longestSide=512),style=(borderWidth=0.03,borderColor=(red=255,green=255,blue=255,alpha=255),"
                + "outline=smooth,hasShadow=false,margin=0.01,text=nil,effect=none),subjects=all,strength=0.0,isSquare=false,"
                + "keepsFullFrame=false,background=transparent,drawsSubjectAlone=false)")
        let texts = try [
            .identity, StickerArrangement(x: 0.1), StickerArrangement(y: 0.1), StickerArrangement(turn: 0.1),
            StickerArrangement(scale: 1.1), StickerArrangement(crop: .init(x: 0, y: 0, width: 1, height: 0.5)),
            StickerArrangement(crop: .init(x: 0, y: 0.5, width: 1, height: 0.5)),
        ].map(text)
        #expect(Set(texts).count == texts.count)
    }

    @Test func theTextOfAValueHasAllThatIsInItInAFixedOrder() {
        struct Inner: CustomStringConvertible {
            var secret: Int
            var description: String { "nothing" }
        }
        enum Choice {
            case none
            case some(Int, label: Double)
        }
        struct Value {
            var inner = Inner(secret: 3)
            var choices: [Choice] = [.none, .some(1, label: 0.5)]
            var numbers: Set<Int> = [3, 1, 2]
            var name: String?
        }
        #expect(
            SettingsFingerprint.canonicalText(of: Value())
                == "(inner=(secret=3),choices=(=none,=(some=(.0=1,label=0.5))),numbers=(=1,=2,=3),name=nil)")
    }

    @Test func aTextWithoutALetteringIsKnownByWhatItAlwaysWas() throws {
        #expect(
            SettingsFingerprint.canonicalText(of: try StickerText("Hi", font: .mono))
                == "(words=Hi,place=bottom,size=0.14,color=nil,font=mono)")
        let bent = SettingsFingerprint.canonicalText(of: try StickerText("Hi", lettering: .init(bend: 90)))
        #expect(bent.contains("lettering=(turn=0.0,bend=90.0,outline=nil,shadow=nil,bubble=nil)"))
    }
}
