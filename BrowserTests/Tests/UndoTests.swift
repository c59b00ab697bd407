import Foundation
import Testing

extension StudioTests {
    /// What was done is taken back, wherever it was done.
    @Suite struct Undo {
        @Test(arguments: [BrowserOptions(), .phone])
        func aStyleAndWordsAreTakenBackInTheEditorAndAfterItWasClosed(
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
        func aChangeOfManyLeavesAloneWhatWasChangedLater(_ options: BrowserOptions) async throws {
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
        func strokesAreStepsAmongTheOthers(_ options: BrowserOptions) async throws {
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

        @Test(arguments: [BrowserOptions(), .phone])
        func emojiAndTitleOfAStickerAreTakenBackInThePacksDialogAndAfterItWasClosed(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                let row = ".pack-sticker:nth-child(2)"
                func expect(emoji: String, title: String) async throws {
                    try await studio.photo("Coffee.png", is: "with \(emoji) and \(title)") {
                        ($0["metadata"]["emoji"].text ?? "") == emoji && ($0["metadata"]["title"].text ?? "") == title
                    }
                    try await studio.browser.wait(
                        "its row shows it",
                        until: """
                            document.querySelector('\(row) [name=emoji]').value === arguments[0]
                              && document.querySelector('\(row) [name=title]').value === arguments[1]
                            """, .string(emoji), .string(title))
                }
                try await studio.openPack(for: "png")
                try await studio.openPackEach()
                try await studio.browser.click("\(row) .emoji-button")
                try await studio.choose(emoji: "hot beverage")
                try await studio.browser.click("#emoji-done")
                try await expect(emoji: "☕", title: "")
                try await studio.browser.run(
                    """
                    const field = document.querySelector('\(row) [name=title]');
                    field.value = 'A cup';
                    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
                    """)
                try await expect(emoji: "☕", title: "A cup")
                try await studio.makePack(for: "png")

                try await studio.browser.press("z", with: .control)
                try await expect(emoji: "☕", title: "")
                #expect(
                    try await studio.browser.run("return document.getElementById('pack-download').hidden") == true,
                    "the pack that was made has the title")
                try await studio.browser.press("z", with: .control)
                try await expect(emoji: "", title: "")
                try await studio.browser.press("y", with: .control)
                try await expect(emoji: "☕", title: "")
                try await studio.browser.run(
                    "for (const one of document.querySelectorAll('dialog[open]')) one.close()")
                try await studio.openGrid()
                try await studio.browser.click("#grid-undo")
                try await expect(emoji: "", title: "")
            }
        }

        @Test func anOrderIsTakenBack() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.moveFirst()
                try await studio.browser.press("z", with: .control)
                try await studio.expectOrder("Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg")
                try await eventually("the studio knows") {
                    try await studio.server.names == ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"]
                }
            }
        }

        @Test func aStepThatAProxyAnswersInPlaceOfTheStudioCanBeTakenBackAgain() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.moveFirst()
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    window.wasRefused = false;
                    window.fetch = (address, options) => {
                      if (window.wasRefused || !String(address).endsWith('/order')) return fetch(address, options);
                      window.wasRefused = true;
                      return Promise.resolve(new Response('<html>Bad Gateway</html>', { status: 502 }));
                    };
                    """)
                try await studio.browser.press("z", with: .control)
                try await studio.browser.wait(
                    "it says so",
                    until: "document.getElementById('toast-text').textContent.includes('The studio cannot be reached')")
                try await studio.browser.press("z", with: .control)
                try await studio.expectOrder("Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg")
            }
        }

        @Test func theNewestOfLargeStepsOutlastsAReload() async throws {
            try await withStudio(.stickers) { studio in
                // Only the last of them changes the order of those that are there.
                try await studio.browser.run(
                    """
                    const { steps } = await import('/core/steps.js');
                    const { store } = await import('/core/store.js');
                    const others = Array.from({ length: 2000 }, (_, at) => at.toString(16).padStart(64, '0'));
                    const after = [...store.order, ...others];
                    for (let number = 1; number <= 40; number += 1) {
                      const before = number === 40 ? [...store.order].reverse() : store.order;
                      steps.record({ kind: 'order', before: [...before, ...others], after });
                    }
                    """)
                let kept = try await studio.browser.run("return sessionStorage['peel.steps'].length").int
                #expect((kept ?? .max) <= 2_000_100)
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.browser.press("z", with: .control)
                try await eventually("the last one is taken back") {
                    try await studio.server.names == ["Rocket.jpg", "Astronaut.png", "Coffee.png", "Cat.png"]
                }
            }
        }

        @Test func aChangeOfManyThatAReloadBreaksOffIsTakenBack() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    let sent = 0;
                    window.fetch = (address, options) => {
                      sent += Number(options?.method === 'PUT');
                      return options?.method === 'PUT' && sent > 2 ? new Promise(() => {}) : fetch(address, options);
                    };
                    """)
                func changed() async throws -> Int {
                    try await studio.server.photos.count(where: { $0["style"]["background"] == "gradient" })
                }
                try await studio.browser.click("#grid-style")
                try await studio.browser.click("[data-testid=style-styleGradient]")
                try await eventually("two have it") { try await changed() == 2 }
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.browser.press("z", with: .control)
                try await eventually("they have theirs back") { try await changed() == 0 }
            }
        }

        @Test func aPageThatIsLoadingTakesNothingBackInVain() async throws {
            let holdState = """
                const send = window.fetch;
                const held = new Promise((go) => { window.letCome = go; });
                window.fetch = async (address, options) => {
                  if (sessionStorage.isHeld && String(address).endsWith('/state')) await held;
                  return send(address, options);
                };
                """
            try await withStudio(.stickers, BrowserOptions(beforePage: holdState)) { studio in
                try await studio.openEditor()
                try await studio.choose("#shadow")
                try await studio.photo("Cat.png", is: "with a shadow") { $0["style"]["shadow"] == true }
                try await studio.browser.run("sessionStorage.isHeld = 'yes'")
                try await studio.browser.reload()
                try await studio.browser.wait("the page is ready", until: "'ready' in document.documentElement.dataset")
                try await studio.browser.run(
                    """
                    const keys = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true };
                    document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
                    window.letCome();
                    """)
                try await studio.waitUntilReady()
                try await studio.browser.press("z", with: .control)
                try await studio.photo("Cat.png", is: "without a shadow") { $0["style"]["shadow"] == false }
            }
        }
    }
}
