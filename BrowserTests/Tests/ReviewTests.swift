import Foundation
import Testing

extension StudioTests {
    /// How sure the network is of a photo.
    @Suite struct Review {
        @Test func theEditorShowsHowSureTheNetworkIsWhereItIsNotAndLeadsToTheBrush() async throws {
            try await withStudio(.stickers) { studio in
                let confidence = try await studio.server.photo("Cat.png")["confidence"].double ?? 0
                #expect((0.01...1).contains(confidence))
                try await studio.claim(["Cat.png": 0.6, "Coffee.png": 0.97])
                try await studio.openEditor()
                #expect(try await studio.browser.text("#confidence-text") == "Sure of this cut: 60%")
                try await studio.browser.click("#editor-next")
                try await studio.browser.wait(
                    "a sure one says nothing",
                    until: """
                        document.getElementById('editor-title').textContent === 'Coffee.png'
                          && document.getElementById('confidence').hidden
                        """)
                try await studio.browser.click("#editor-previous")
                try await studio.browser.click("#confidence")
                #expect(try await studio.browser.run("return document.getElementById('stage').dataset.mode") == "brush")
                try await studio.tab(to: "#brush-canvas")
                try await studio.browser.press(.space)
                try await studio.browser.press(.space)
                try await studio.photo("Cat.png", is: "without a confidence") { $0["confidence"] == .null }
                try await studio.browser.wait("nothing is shown", until: "document.getElementById('confidence').hidden")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func doubtfulStickersAreMarkedAndComeFirstInAReview(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.claim(["Cat.png": 0.97, "Coffee.png": 0.8, "Astronaut.png": 0.95, "Rocket.jpg": 0.6])
                try await studio.openGrid()
                #expect(
                    try await studio.labels("[data-doubtful]") == [
                        "Edit Coffee.png, doubtful: 80% sure", "Edit Rocket.jpg, doubtful: 60% sure",
                    ])
                try await studio.browser.click("#review")
                let names = ["Rocket.jpg", "Coffee.png", "Cat.png", "Astronaut.png"]
                try await studio.waitForAnimations()
                let labels = try await studio.labels("")
                #expect(zip(labels, names).allSatisfy { $0.contains($1) } && labels.count == 4, "\(labels)")
                // It is a way of looking, and not another order.
                try await studio.tab(to: ".tile-open")
                try await studio.browser.press(.right, with: .alt)
                try await studio.browser.press(.right)
                #expect(
                    try await studio.browser.run("return document.activeElement.getAttribute('aria-label')")
                        == "Edit Coffee.png, doubtful: 80% sure")
                try await studio.browser.click("#review")
                try await studio.expectOrder("Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg")

                try await studio.browser.click("[data-testid=tile]:nth-child(2) .tile-open")
                try await studio.browser.wait(
                    "the editor tells",
                    until: """
                        document.getElementById('confidence').innerText.includes('80%')
                          && document.getElementById('confidence').innerText.includes('Fix it here.')
                        """)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theEditorLeadsFromOneStickerToTheNext(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openEditor()
                try await studio.expectEdited("Cat.png", "1 / 4")
                #expect(try await studio.browser.element("#editor-previous").property("disabled") == true)
                try await studio.browser.click("#editor-next")
                try await studio.expectEdited("Coffee.png", "2 / 4")
                try await studio.browser.press(.pageDown)
                try await studio.expectEdited("Astronaut.png", "3 / 4")
                // A style that was just chosen is the sticker's that was shown then.
                try await studio.choose("#shadow")
                try await studio.browser.press(.pageUp)
                try await studio.expectEdited("Coffee.png", "2 / 4")
                try await studio.photo("Astronaut.png", is: "with a shadow") { $0["style"]["shadow"] == true }
                #expect(try await studio.server.photo("Coffee.png")["style"]["shadow"] == false)
                // Fingers are a mouse in WebKit.
                if try BrowserEngine.tested != .webkit {
                    let from = try await studio.browser.place(of: "#stage", x: 0.75, y: 0.5)
                    let way = (0...5).map { from.moved(-24 * Double($0), Double($0)) }
                    try await studio.browser.drag(along: way, pointer: "touch")
                    try await studio.expectEdited("Astronaut.png", "3 / 4")
                    try await studio.browser.drag(along: way.reversed(), pointer: "touch")
                    try await studio.expectEdited("Coffee.png", "2 / 4")
                }
                // A tool is kept from sticker to sticker.
                try await studio.choose("[name=mode][value=brush]")
                try await studio.browser.click("#editor-next")
                try await studio.expectEdited("Astronaut.png", "3 / 4")
                #expect(try await studio.browser.run("return document.getElementById('stage').dataset.mode") == "brush")
            }
        }

        @Test func theEditorLeadsOnAsSoonAsOtherStickersAreMade() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.run(
                    """
                    const { store } = await import('/core/store.js');
                    window.made = store.all.slice(1);
                    for (const photo of window.made) {
                      store.apply({ type: 'photo', data: { ...photo, state: 'processing' } });
                    }
                    """)
                try await studio.openEditor()
                #expect(try await studio.browser.element("#editor-next").property("disabled") == true)
                #expect(try await studio.browser.element("#editor-position").property("hidden") == true)
                try await studio.browser.run(
                    """
                    const { store } = await import('/core/store.js');
                    for (const photo of window.made) store.apply({ type: 'photo', data: photo });
                    """)
                try await studio.expectEdited("Cat.png", "1 / 4")
                #expect(try await studio.browser.element("#editor-next").property("disabled") == false)
                #expect(try await studio.browser.element("#editor-position").property("hidden") == false)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func inAReviewTheEditorLeadsThroughWhatIsToBeLookedAt(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.claim(["Cat.png": 0.97, "Coffee.png": 0.8, "Astronaut.png": 0.95, "Rocket.jpg": 0.6])
                try await studio.openGrid()
                try await studio.browser.click("#review")
                try await studio.waitForAnimations()
                try await studio.browser.click("[data-testid=tile]:nth-child(1) .tile-open")
                try await studio.expectEdited("Rocket.jpg", "1 of 2 to look at")
                try await studio.browser.click("#editor-next")
                try await studio.expectEdited("Coffee.png", "2 of 2 to look at")
                #expect(try await studio.browser.element("#editor-next").property("disabled") == true)
                try await studio.browser.click("#editor-close")
                // One that is not doubtful stands among all.
                try await studio.browser.click("[data-testid=tile]:nth-child(3) .tile-open")
                try await studio.expectEdited("Cat.png", "1 / 4")
            }
        }
    }
}

extension Studio {
    fileprivate func expectEdited(_ name: String, _ position: String) async throws {
        try await browser.wait(
            "\(name) is edited, \(position)",
            until: """
                document.getElementById('editor-title').textContent === arguments[0]
                  && document.getElementById('editor-position').textContent === arguments[1]
                """, .string(name), .string(position))
    }

    /// Lets the page believe that the network is so sure, whatever it hears from then on.
    fileprivate func claim(_ confidences: [String: Double]) async throws {
        try await browser.run(
            """
            const { store } = await import('/core/store.js');
            // Of those that have one.
            const claimed = (photo) =>
              photo.confidence === undefined ? photo : { ...photo, confidence: arguments[0][photo.name] };
            for (const way of ['receive', 'apply']) {
              const pass = store[way].bind(store);
              store[way] = (event) => {
                if (event.type === 'photo') return pass({ ...event, data: claimed(event.data) });
                if (event.type !== 'snapshot') return pass(event);
                return pass({ ...event, data: { ...event.data, photos: event.data.photos.map(claimed) } });
              };
            }
            for (const photo of store.all) store.apply({ type: 'photo', data: photo });
            """, .object(confidences.mapValues { .number($0) }))
    }

    fileprivate func labels(_ selector: String) async throws -> [String] {
        try await browser.run(
            """
            return [...document.querySelectorAll(`[data-testid=tile]${arguments[0]} .tile-open`)]
              .map((one) => one.getAttribute('aria-label'));
            """, .string(selector)
        ).list.compactMap(\.text)
    }
}
