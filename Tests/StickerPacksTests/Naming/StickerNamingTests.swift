import Files
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct StickerNamingTests {
    private func names(_ sources: [FilePath], numbersInstances: Bool = false) -> [String] {
        let naming = StickerNaming(sources: sources, fileExtension: "png", numbersInstances: numbersInstances)
        return sources.indices.map { naming.name(ofSource: $0) }
    }

    @Test(arguments: [
        ("a/cat.jpg", "cat"), ("cat", "cat"), ("Schöne Katze.jpeg", "Schöne Katze"), ("猫🐈‍⬛.heic", "猫🐈‍⬛"),
        ("می‌خواهم.png", "می‌خواهم"), ("-rf.jpg", "_rf"), (".hidden.jpg", "_hidden"), (".jpg", "_jpg"), ("-", "_"),
        ("...", "photo"), ("", "photo"), ("/", "photo"), (" a .jpg", "_a"), ("a.b.jpg", "a.b"), ("a\nb\t.jpg", "a_b_"),
        ("a\\b:c*d?e\"f<g>h|i%j#k.jpg", "a_b_c_d_e_f_g_h_i_j_k"), ("gnp\u{202E}exe.jpg", "gnp_exe"),
        ("con.jpg", "_con"), ("Com1.tar.jpg", "_Com1.tar"), ("contact.jpg", "contact"),
        // What makes one character with a slash or a dot before it, or with a dot after it.
        ("\u{301}.png", "_\u{301}"), ("\u{1F3FD}.png", "_\u{1F3FD}"), ("\u{200D}a.png", "_\u{200D}a"),
        ("\u{200C}a.png", "_\u{200C}a"), (".\u{301}a.png", "_\u{301}a"), ("-\u{301}a.png", "_\u{301}a"),
        ("con.\u{301}.jpg", "_con.\u{301}"), ("\u{D4E}..jpg", "\u{D4E}"),
    ])
    func aStemIsMadeSafeAndStaysItselfWhereItIs(_ source: FilePath, _ stem: String) {
        #expect(StickerNaming.safeStem(of: source) == stem)
    }

    @Test func bytesThatAreNotTextAreReplaced() {
        #expect(names([FilePath(bytes: [0x61, 0xFF, 0x62])]) == ["a_b.png"])
    }

    @Test func namesAreUniqueWhateverTheCaseInTheOrderOfThePhotos() {
        #expect(
            names([
                "cat.jpg", "b/CAT.png", "cat-2.jpg", "c/cat.jpg", "straße.jpg", "STRASSE.jpg", "e\u{301}.jpg", "é.jpg",
            ])
                == [
                    "cat.png", "CAT-2.png", "cat-2-2.png", "cat-3.png", "straße.png", "STRASSE-2.png", "e\u{301}.png",
                    "é-2.png",
                ])
    }

    @Test func eachSubjectHasItsNumber() {
        let sources: [FilePath] = ["cat.jpg", "cat-1.jpg", "cat.png"]
        let naming = StickerNaming(sources: sources, fileExtension: "webp", numbersInstances: true)
        #expect(naming.name(ofSource: 0, instance: 1) == "cat-1.webp")
        #expect(naming.name(ofSource: 0, instance: 12) == "cat-12.webp")
        #expect(naming.name(ofSource: 1, instance: 1) == "cat-1-1.webp")
        #expect(naming.name(ofSource: 2, instance: 1) == "cat-2-1.webp")
        let single = StickerNaming(sources: sources, fileExtension: "webp")
        #expect(single.name(ofSource: 0, instance: 3) == "cat.webp")
    }

    @Test func noNameIsTooLongAndNoneIsCutWithinACharacter() {
        let family = "👩‍👩‍👧‍👦"
        let long = FilePath(String(repeating: family, count: 12) + ".jpg")
        let sources = Array(repeating: long, count: 1_000)
        let naming = StickerNaming(sources: sources, fileExtension: "webp", numbersInstances: true)
        let names = sources.indices.map { naming.name(ofSource: $0, instance: 1_000) }
        #expect(names.allSatisfy { $0.utf8.count <= 255 })
        #expect(names[0] == String(repeating: family, count: 8) + "-1000.webp")
        #expect(Set(names).count == 1_000)
        #expect(StickerNaming.safeStem(of: FilePath("a" + String(repeating: "\u{301}", count: 300))) == "photo")
    }

    /// Any names, as bytes: unique without regard to case, one component, not hidden, no option, at most 255 bytes.
    @Test func whateverPhotosAreCalledTheirStickersHaveGoodNames() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("aA1-. /\\\n".utf8) + [0xC3, 0xA4, 0xFF]
        let sources = (0..<3_000).map { _ in
            FilePath(
                bytes: (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    alphabet[Int.random(in: alphabet.indices, using: &generator)]
                })
        }
        for numbersInstances in [false, true] {
            let names = names(sources, numbersInstances: numbersInstances)
            #expect(Set(names.map { $0.lowercased() }).count == names.count)
            for name in names {
                #expect(name.utf8.count <= 255 && !name.contains("/") && !name.hasPrefix(".") && !name.hasPrefix("-"))
            }
        }
    }
}
