import Foundation
import Testing

extension StudioTests {
    /// What was done is taken back, wherever it was done.
    @Suite struct Undo {
        @Test(arguments: [BrowserOptions(), .phone])
        func `a style and words are taken back in the editor and after it was closed`(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openEditor()
                try await studio.expectNothingToUndo()
                try await studio.choose("#shadow")
                try await studio.photo("Cat.png", is: "with a shadow") { $0["style"]["shadow"] == true }
                try await studio.choose("[name=background][value=gradient]")
                try await studio.photo("Cat.png", is: "on a gradient") { $0["style"]["background"] == "gradient" }
                try await studio.choose("[name=mode][value=text]")
                try await studio.browser.element("#text-words").type("Hello")
                try await studio.photo("Cat.png", is: "with words") { $0["style"]["text"]["words"] == "Hello" }
                // What was typed in one go is one step.
                try await studio.browser.click("#editor-undo")
                try await studio.photo("Cat.png", is: "without words") { $0["style"]["text"] == .null }
                try await studio.browser.click("#editor-redo")
                try await studio.photo("Cat.png", is: "with words again") { $0["style"]["text"]["words"] == "Hello" }
                try await studio.browser.click("#editor-undo")
                try await studio.photo("Cat.png", is: "without words again") { $0["style"]["text"] == .null }

                try await studio.browser.click("#editor-close")
                try await studio.browser.press("z", with: .control)
                try await studio.photo("Cat.png", is: "transparent") { $0["style"]["background"] == "transparent" }
                try await studio.openEditor()
                try await studio.browser.click("#editor-undo")
                try await studio.photo("Cat.png", is: "without a shadow") { $0["style"]["shadow"] == false }
                try await studio.expectNothingToUndo()
                try await studio.browser.press("z", with: .control, .shift)
                try await studio.photo("Cat.png", is: "with a shadow again") { $0["style"]["shadow"] == true }
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func `a change of many leaves alone what was changed later`(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                try await studio.browser.click("[data-testid=style-styleGradient]")
                try await eventually("all have it") {
                    try await studio.server.photos.allSatisfy { $0["style"]["background"] == "gradient" }
                }
                try await studio.browser.run("document.getElementById('styles').close()")
                try await studio.browser.click("[data-testid=tile]:nth-child(2) .tile-open")
                try await studio.choose("[name=background][value='#ffffff']")
                try await studio.photo("Coffee.png", is: "on white") { $0["style"]["background"] == "#ffffff" }
                try await studio.browser.click("#editor-close")
                try await studio.browser.click("[data-testid=tile]:nth-child(1) .tile-open")
                // Of this sticker, the change of all is the newest.
                try await studio.browser.click("#editor-undo")
                try await eventually("the others have theirs back") {
                    try await studio.server.photos.map { $0["style"]["background"] }
                        == ["transparent", "#ffffff", "transparent", "transparent"]
                }
                try await studio.browser.click("#editor-close")
                try await studio.browser.click("#grid-undo")
                try await studio.photo("Coffee.png", is: "on a gradient") { $0["style"]["background"] == "gradient" }
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func `strokes are steps among the others`(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                func expect(strokes: Int, shadow: Bool) async throws {
                    try await studio.photo("Cat.png", is: "with \(strokes) strokes, shadow \(shadow)") {
                        $0["strokes"]["done"].int == strokes && $0["style"]["shadow"] == .bool(shadow)
                    }
                }
                try await studio.openEditor()
                try await studio.choose("[name=mode][value=brush]")
                try await studio.choose("[name=brush][value=remove]")
                try await studio.browser.wait(
                    "the cut-out is shown", until: "document.getElementById('frame-cutout').naturalWidth > 0")
                let place = try await studio.browser.place(of: "#brush-canvas", x: 0.5, y: 0.5)
                try await studio.browser.drag(along: [place, place.moved(20, 0)])
                try await expect(strokes: 1, shadow: false)
                try await studio.choose("[name=mode][value=sticker]")
                try await studio.choose("#shadow")
                try await expect(strokes: 1, shadow: true)
                try await studio.choose("[name=mode][value=brush]")
                try await studio.browser.drag(along: [place, place.moved(0, 20)])
                try await expect(strokes: 2, shadow: true)

                try await studio.browser.click("#editor-undo")
                try await expect(strokes: 1, shadow: true)
                try await studio.browser.click("#editor-redo")
                try await expect(strokes: 2, shadow: true)
                try await studio.browser.click("#editor-close")
                try await studio.browser.press("z", with: .control)
                try await expect(strokes: 1, shadow: true)
                try await studio.browser.press("z", with: .control)
                try await expect(strokes: 1, shadow: false)
                try await studio.openEditor()
                try await studio.browser.click("#editor-undo")
                try await expect(strokes: 0, shadow: false)
                try await studio.expectNothingToUndo()
            }
        }

        @Test func `an order is taken back`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.tab(to: ".tile-open")
                try await studio.browser.press(.right, with: .alt)
                try await studio.expectOrder("Coffee.png", "Cat.png", "Astronaut.png", "Rocket.jpg")
                try await studio.browser.press("z", with: .control)
                try await studio.expectOrder("Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg")
                try await eventually("the studio knows") {
                    try await studio.server.names == ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"]
                }
            }
        }
    }
}
