import Foundation
import Testing

extension StudioTests {
    /// Words on a sticker.
    @Suite struct StickerText {
        @Test(arguments: [false, true])
        func wordsAreTypedSetFoundAgainAfterAReloadAndTakenAway(onPhone: Bool) async throws {
            try await withStudio(.stickers, onPhone ? .phone : BrowserOptions()) { studio in
                try await studio.openEditor()
                let plain = try await studio.sticker(of: "Cat.png")
                try await studio.choose("[name=mode][value=text]")
                #expect(
                    try await studio.browser.run(
                        """
                        const box = document.getElementById('text-words').getBoundingClientRect();
                        return box.height > 0 && box.bottom < innerHeight;
                        """) == true, "the field is seen at once")
                // In GTK's WebKit, a label gives the focus to its radio after the change.
                if try BrowserEngine.tested != .webkit {
                    #expect(try await studio.focus(isOn: "#text-words") == onPhone)
                }
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
                try await studio.choose("[name=mode][value=text]")
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

        @Test func aWordThatHadToBeCutIsSaid() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.choose("[name=mode][value=text]")
                try await studio.tab(to: "#text-words")
                try await studio.browser.element("#text-words").type(
                    "Donaudampfschifffahrtsgesellschaftskapitaensmuetzen")
                try await studio.browser.wait("it says so", until: "!document.getElementById('text-cut').hidden")
                #expect(try await studio.browser.text("#text-cut").hasPrefix("A word is too wide"))
                try await studio.browser.run(
                    """
                    const field = document.getElementById('text-words');
                    field.value = 'Short';
                    field.dispatchEvent(new Event('input'));
                    """)
                try await studio.browser.wait("it fits", until: "document.getElementById('text-cut').hidden")
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func wordsAreDraggedOnTheStickerSeenAtOnceAndMadeSo(_ pointer: String) async throws {
            try await withStudio(.stickers, pointer == "touch" ? .phone : BrowserOptions()) { studio in
                try await studio.openWords("Hi")
                let before = try await studio.wordsMiddle()
                try await studio.browser.run(
                    """
                    window.wasLive = false;
                    new MutationObserver(() => window.wasLive = true)
                      .observe(document.getElementById('words-frame'), { attributeFilter: ['data-live'] });
                    """)
                let way = [before, before.moved(-10, -20), before.moved(-20, -40), before.moved(-30, -60)]
                try await studio.browser.drag(along: way, pointer: pointer)
                let photo = try await studio.expectWords("at a point, higher") {
                    $0["place"] == "point" && ($0["y"].double ?? 9) < 0.95 && ($0["x"].double ?? 9) < 0.5
                }
                #expect(try await studio.browser.run("return window.wasLive") == true)
                try await studio.expectStage(shows: photo)
            }
        }

        @Test func wordsThatAreDraggedBeforeTheirPicturesComeAreNotSeenOnAnotherSticker() async throws {
            try await withStudio(.stickers) { studio in
                let id = try #require(try await studio.server.photo("Coffee.png")["id"].text)
                try await studio.server.send("PUT", "/photos/\(id)/style", ["text": ["words": "Hi"]])
                try await studio.openWords("Hello")
                // The pictures of the other one come when the test says so.
                try await studio.browser.run(
                    """
                    const id = arguments[0];
                    const { decode } = HTMLImageElement.prototype;
                    const held = new Promise((go) => { window.letCome = go; });
                    HTMLImageElement.prototype.decode = async function () {
                      if (this.src.includes(`${id}/words.webp`)) await held;
                      return decode.call(this);
                    };
                    window.wrong = 0;
                    const frame = document.getElementById('words-frame');
                    const areThere = () => ['words-below', 'words-alone'].every((name) =>
                      document.getElementById(name).src.includes(id));
                    new MutationObserver(() => { window.wrong += Number('live' in frame.dataset && !areThere()); })
                      .observe(frame, { attributeFilter: ['data-live'] });
                    document.getElementById('editor-next').click();
                    """, .string(id))
                try await studio.browser.wait(
                    "the other one is shown",
                    until: "document.getElementById('stage-sticker').src.includes(arguments[0])", .string(id))
                try await studio.expectWords("there", on: "Coffee.png") { $0["words"] == "Hi" }
                let before = try await studio.wordsMiddle()
                try await studio.browser.drag(along: [before, before.moved(-10, -20), before.moved(-30, -60)])
                try await studio.expectWords("at a point", on: "Coffee.png") { $0["place"] == "point" }
                try await studio.browser.run("window.letCome()")
                try await studio.browser.wait(
                    "they have come", until: "document.getElementById('words-alone').src.includes(arguments[0])",
                    .string(id))
                #expect(try await studio.browser.run("return window.wrong") == 0)
            }
        }

        @Test func wordsOnAStickerThatMovesAreTypedAndDragged() async throws {
            try await withStudio { studio in
                let clip = try Photos.clip()
                try await studio.browser.element("#photo-input").type(try clip.written().path)
                try await studio.waitForClip()
                try await studio.openWords("Hi", on: clip.name)
                let before = try await studio.wordsMiddle()
                try await studio.browser.drag(along: [before, before.moved(-10, -20), before.moved(-30, -60)])
                let photo = try await studio.expectWords("at a point, higher", on: clip.name) {
                    $0["place"] == "point" && ($0["y"].double ?? 9) < 0.95 && ($0["x"].double ?? 9) < 0.5
                }
                #expect((photo["sticker"]["living"]["frames"].int ?? 0) > 2)
                #expect(try await studio.wordsMiddle().y < before.y - 20)
                try await studio.expectStage(shows: photo)
            }
        }

        @Test func aClickOnTheWordsChangesNothing() async throws {
            var options = BrowserOptions()
            options.beforeUse = """
                const ask = window.fetch;
                window.changes = 0;
                window.fetch = (address, request) => {
                  if (request?.method === 'PUT' || request?.method === 'PATCH') window.changes += 1;
                  return ask(address, request);
                };
                """
            try await withStudio(.stickers, options) { studio in
                try await studio.openWords("Hi")
                let before = try await studio.browser.run("return window.changes").int ?? 0
                try await studio.browser.click("#words-box")
                try await studio.choose("[name=text-place][value=top]")
                try await studio.expectWords("at the top") { $0["place"] == "top" }
                #expect(before > 0)
                #expect(try await studio.browser.run("return window.changes").int == before + 1)
            }
        }

        /// As after a swipe, while a phone's keyboard is open.
        @Test func whatWasTypedOnOneStickerIsNotTypedOnTheNext() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openWords("Hello")
                try await studio.browser.run("document.getElementById('editor-next').click()")
                try await studio.browser.wait(
                    "the next one is shown",
                    until: "document.getElementById('editor-title').textContent === 'Coffee.png'")
                #expect(try await studio.browser.run("return document.activeElement.id") == "text-words")
                #expect(try await studio.browser.element("#text-words").property("value") == "")
            }
        }

        @Test func twoFingersTurnAndSizeTheWords() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openWords("Hello there")
                let middle = try await studio.wordsMiddle()
                func way(from start: Double) -> [Place] {
                    (0...9).map { step in
                        let part = Double(step) / 9
                        let angle = (start + 30 * part) * Double.pi / 180
                        return middle.moved((14 + 7 * part) * cos(angle), (14 + 7 * part) * sin(angle))
                    }
                }
                try await studio.browser.pinch(way(from: 0), way(from: 180))
                try await studio.expectWords("turned and half as large again") {
                    abs(($0["turn"].double ?? 0) - 30) < 3 && abs(($0["size"].double ?? 0) - 0.21) < 0.02
                }
                #expect(try await studio.browser.text("#text-turn-value").hasSuffix("°"))
            }
        }

        @Test func keysAndTheHandleMoveTurnAndSizeTheWords() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openWords("Hi")
                try await studio.tab(to: "#words-box")
                try await studio.browser.press(.up, with: .shift)
                try await studio.browser.press("]")
                try await studio.browser.press("+")
                try await studio.expectWords("higher, turned and larger") {
                    $0["place"] == "point" && $0["turn"] == 5 && ($0["size"].double ?? 0) > 0.145
                }
                let middle = try await studio.wordsMiddle()
                let handle = try await studio.browser.place(of: "#words-handle")
                let out = Place(x: middle.x + 1.5 * (handle.x - middle.x), y: middle.y + 1.5 * (handle.y - middle.y))
                try await studio.browser.drag(along: [handle, handle.moved(4, 4), out])
                try await studio.expectWords("half as large again") { ($0["size"].double ?? 0) > 0.19 }
            }
        }

        @Test func aBubblePointsToWhereItsTailIsDragged() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openWords("Hi")
                try await studio.choose("[name=text-part][value=bubble]")
                try await studio.choose("[name=textColor][value='#ffffff']")
                try await studio.expectWords("in a bubble") {
                    $0["bubble"]["color"] == "#ffffff" && $0["bubble"]["tail"] == "subject"
                }
                let tail = try await studio.browser.place(of: "#words-tail")
                try await studio.browser.drag(along: [tail, tail.moved(10, -10), tail.moved(40, -30)])
                try await studio.expectWords("pointing to the upper right") {
                    $0["bubble"]["tail"] == "point" && ($0["bubble"]["x"].double ?? 0) > 0.55
                        && ($0["bubble"]["y"].double ?? 1) < 0.45
                }
                try await studio.browser.run("document.getElementById('text-tail').click()")
                try await studio.expectWords("pointing nowhere") { $0["bubble"]["tail"] == "none" }
            }
        }

        @Test func fontsAreListedInTheirOwnLettersAndBendOutlineAndShadowAreSet() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openWords("Hi")
                try await studio.browser.wait(
                    "the fonts are there", until: "document.querySelectorAll('#text-fonts .font-row').length > 3")
                let name = try await studio.browser.run(
                    "return document.querySelector('#text-fonts [data-kind=sticker] input, #text-fonts [data-kind=installed] input').value"
                ).text
                let font = try #require(name)
                try await studio.choose("[name=text-font][value='\(font)']")
                try await studio.expectWords("in that font") { $0["font"].text == font }
                try await studio.browser.wait(
                    "its letters are seen",
                    until: "document.querySelector('.font-row:has(:checked) .font-sample').naturalWidth > 20")
                for (part, key) in [("outline", "outline"), ("shadow", "shadow")] {
                    try await studio.choose("[name=text-part][value=\(part)]")
                    try await studio.choose("[name=textColor][value='#000000']")
                    try await studio.expectWords("with its \(key)") { $0[key] == "#000000" }
                }
                try await studio.choose("[name=textColor][value=none]")
                try await studio.expectWords("without a shadow") { $0["shadow"] == .null }
                try await studio.tab(to: "#text-bend")
                for _ in 0..<4 { try await studio.browser.press(.right) }
                try await studio.expectWords("bent") { $0["bend"] == 20 }
            }
        }
    }
}

extension Studio {
    /// Opens the editor on the first photo and writes words on its sticker.
    fileprivate func openWords(_ words: String, on name: String = "Cat.png") async throws {
        try await openEditor()
        try await choose("[name=mode][value=text]")
        try await tab(to: "#text-words")
        try await browser.element("#text-words").type(words)
        try await expectWords("with its words", on: name) { $0["words"].text == words }
        try await browser.wait(
            "what is moved is there",
            until: "['words-alone', 'words-below'].every((id) => document.getElementById(id).naturalWidth > 0)")
    }

    /// Waits until the studio has made the words so, and the stage shows them.
    @discardableResult
    fileprivate func expectWords(
        _ what: String, on name: String = "Cat.png", _ condition: (JSON) -> Bool
    ) async throws -> JSON {
        let photo = try await photo(name, is: what) {
            condition($0["style"]["text"]) && $0["rendering"] != true
        }
        try await browser.wait(
            "the stage shows them",
            until: """
                document.getElementById('stage-sticker').src.endsWith(arguments[0])
                  && document.getElementById('stage-busy').hidden
                  && !document.getElementById('words-frame').hidden
                  && !document.getElementById('words-frame').hasAttribute('data-live')
                """, .string("r=\(photo["revision"].int ?? 0)"))
        return photo
    }

    /// On the page.
    fileprivate func wordsMiddle() async throws -> Place { try await browser.place(of: "#words-box") }
}
