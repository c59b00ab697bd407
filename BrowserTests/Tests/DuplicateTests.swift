import Foundation
import Testing

extension StudioTests {
    /// One photo gives several stickers.
    @Suite struct Duplicates {
        @Test(arguments: [BrowserOptions(), .phone])
        func theEditorGoesOnWithTheDuplicateWhichHasWordsOfItsOwnAndBack(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openEditor()
                try await studio.choose("[name=mode][value=text]")
                try await studio.browser.element("#text-words").type("One")
                // What was typed just now is in the duplicate, too.
                try await studio.browser.click("#editor-duplicate")
                try await studio.browser.wait(
                    "the duplicate is edited",
                    until: "document.getElementById('editor-position').textContent === '2 / 5'")
                try await studio.expectWords("One", "One")
                #expect(try await studio.browser.element("#text-words").property("value") == "One")
                try await studio.browser.run("document.getElementById('text-words').value = ''")
                try await studio.browser.element("#text-words").type("Two")
                try await studio.expectWords("One", "Two")
                #expect(
                    try await studio.server.names
                        == ["Cat.png", "Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"])
                try await studio.browser.click("#editor-duplicate")
                try await studio.browser.wait(
                    "another one", until: "document.getElementById('editor-position').textContent === '3 / 6'")
                try await studio.browser.click("#toast-action")
                try await studio.browser.wait(
                    "its source is edited again",
                    until: "document.getElementById('editor-position').textContent === '2 / 5'")
                #expect(try await studio.browser.element("#editor").property("open") == true)
                try await studio.expectWords("One", "Two")

                try await studio.browser.click("#editor-close")
                try await studio.browser.press("z", with: .control, .shift)
                try await studio.expectWords("One", "Two", "Two")
                // The page has heard of it, and keeps the step.
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('toast-text').textContent === 'Redone'")
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.browser.press("z", with: .control)
                try await studio.expectWords("One", "Two")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theGridDuplicatesWhatIsSelectedAndTakesItBack(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                for number in [1, 3] {
                    try await studio.browser.run(
                        "document.querySelector(`[data-testid=tile]:nth-child(${arguments[0]}) .tile-check input`).click()",
                        .number(Double(number)))
                }
                try await studio.browser.click("#grid-menu summary")
                #expect(try await studio.browser.element("#grid-delete-all").property("hidden") == true)
                try await studio.browser.click("#grid-duplicate")
                let all = ["Cat.png", "Cat.png", "Coffee.png", "Astronaut.png", "Astronaut.png", "Rocket.jpg"]
                try await studio.browser.wait(
                    "six tiles with their stickers",
                    until: "document.querySelectorAll('[data-testid=tile][data-state=done] img').length === 6")
                #expect(try await studio.server.names == all)
                #expect(try await studio.browser.text("#toast-text") == "2 stickers duplicated")
                #expect(try await studio.tileIDs() == (try await studio.server.photos.compactMap { $0["id"].text }))
                try await studio.browser.press("z", with: .control)
                try await studio.browser.wait(
                    "four tiles", until: "document.querySelectorAll('[data-testid=tile]').length === 4")
                try await studio.browser.press("z", with: .control, .shift)
                try await eventually("they are back") { try await studio.server.names == all }
            }
        }
    }
}

extension Studio {
    /// Of the stickers of the cat, in their order.
    fileprivate func expectWords(_ words: String...) async throws {
        try await eventually("the cats say \(words)") {
            try await server.photos.filter { $0["name"] == "Cat.png" }.map { $0["style"]["text"]["words"].text ?? "" }
                == words
        }
    }
}
