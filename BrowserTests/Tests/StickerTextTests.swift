import Foundation
import Testing

extension StudioTests {
    /// Words on a sticker.
    @Suite struct StickerText {
        @Test(arguments: [false, true])
        func `words are typed, set, found again after a reload, and taken away`(onPhone: Bool) async throws {
            try await withStudio(.stickers, onPhone ? .phone : BrowserOptions()) { studio in
                try await studio.openEditor()
                let plain = try await studio.sticker(of: "Cat.png")
                try await studio.tab(to: "#text-words")
                try await studio.browser.element("#text-words").type("Hello")
                let photo = try await studio.photo("Cat.png", is: "with its words") {
                    $0["style"]["text"]["words"] == "Hello" && $0["rendering"] != true
                }
                #expect(photo["style"]["text"]["color"] == "photo")
                try await studio.expectStage(shows: photo)
                let worded = try await studio.sticker(of: "Cat.png")
                #expect(worded != plain)

                try await studio.choose("[name=text-place][value=top]")
                try await studio.photo("Cat.png", is: "with its words at the top") {
                    $0["style"]["text"]["place"] == "top" && $0["rendering"] != true
                }
                #expect(try await studio.sticker(of: "Cat.png") != worded)

                try await studio.browser.reload()
                try await studio.openEditor()
                #expect(try await studio.browser.element("#text-words").property("value") == "Hello")
                try await studio.browser.run(
                    """
                    const field = document.getElementById('text-words');
                    field.value = '';
                    field.dispatchEvent(new Event('input'));
                    """)
                try await studio.photo("Cat.png", is: "without words") {
                    $0["style"]["text"] == .null && $0["rendering"] != true
                }
                #expect(try await studio.sticker(of: "Cat.png") == plain)
            }
        }

        @Test func `a word that had to be cut is said`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.tab(to: "#text-words")
                try await studio.browser.element("#text-words").type(
                    "Donaudampfschifffahrtsgesellschaftskapitaensmuetzen")
                try await studio.browser.wait("it says so", until: "!document.getElementById('text-cut').hidden")
                #expect(try await studio.browser.text("#text-cut").hasPrefix("A word is too wide"))
                try await studio.browser.element("#text-words").type("\u{E009}a\u{E000}Short")
                try await studio.browser.wait("it fits", until: "document.getElementById('text-cut').hidden")
            }
        }
    }
}
