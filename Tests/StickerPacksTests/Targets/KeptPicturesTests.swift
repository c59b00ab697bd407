import Files
import Imaging
import Testing

@testable import StickerPacks

struct KeptPicturesTests {
    private let rules = PictureRules(size: .longestSide(512), formats: [.png], byteLimit: 100)

    private func key(_ number: UInt8, keepsCanvas: Bool = false) -> KeptPictures.Key {
        KeptPictures.Key(sticker: SHA256Digest(of: [number]), keepsCanvas: keepsCanvas, rules: rules)
    }

    private func picture(_ count: Int) -> KeptPictures.Picture {
        KeptPictures.Picture(bytes: [UInt8](repeating: 1, count: count), fidelity: "lossless")
    }

    @Test func thoseThatWereNotAskedForLongestGiveWay() {
        let kept = KeptPictures(byteLimit: 100)
        for number in 1...3 { kept.keep(picture(30), as: key(UInt8(number))) }
        #expect(kept.find([key(1)])?.count == 1)
        // The fourth is too many: the second goes.
        kept.keep(picture(30), as: key(4))
        #expect(kept.find([key(1), key(3), key(4)])?.count == 3)
        #expect(kept.find([key(2)]) == nil)
        #expect(kept.foundCount == 4)
    }

    @Test func whatIsAskedOtherwiseIsAnother() {
        let kept = KeptPictures(byteLimit: 100)
        kept.keep(picture(30), as: key(1))
        #expect(kept.find([key(1, keepsCanvas: true)]) == nil)
        #expect(kept.find([key(1), key(2)]) == nil, "all or none")
        kept.keep(picture(101), as: key(2))
        #expect(kept.find([key(2)]) == nil && kept.find([key(1)]) != nil)
    }
}
