import Foundation
import Testing

extension StudioTests {
    @Suite struct Editor {
        @Test func theBorderGrowsByKeysAndTheStickerWithIt() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                let before = try await studio.server.photo("Cat.png")
                let picture = try await studio.sticker(of: "Cat.png")
                try await studio.tab(to: "#border-width")
                for _ in 0..<4 { try await studio.browser.press(.right) }
                let photo = try await studio.photo("Cat.png", is: "rendered anew") {
                    $0["revision"].int ?? 0 > before["revision"].int ?? 0 && $0["style"]["borderWidth"] == 0.05
                }
                try await studio.expectStage(shows: photo)
                #expect(try await studio.sticker(of: "Cat.png") != picture)
                #expect(try await studio.browser.text("#border-width-value") == "5%")
            }
        }

        @Test func whatWasChosenLastReachesItsPhotoWhenAnotherOneIsOpenedAtOnce() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.browser.run(
                    """
                    const choose = (id, value) => {
                      const slider = document.getElementById(id);
                      slider.value = value;
                      slider.dispatchEvent(new Event('input'));
                    };
                    choose('margin', 0.05);
                    choose('margin', 0.1);
                    document.getElementById('editor').close();
                    document.getElementById('open-grid').click();
                    document.querySelectorAll('.tile-open')[1].click();
                    choose('border-width', 0.06);
                    """)
                try await studio.photo("Cat.png", is: "with its margin") {
                    $0["style"]["margin"] == 0.1 && $0["style"]["borderWidth"] == 0.03
                }
                try await studio.photo("Coffee.png", is: "with its border") {
                    $0["style"]["borderWidth"] == 0.06 && $0["style"]["margin"] != 0.1
                }
            }
        }

        @Test func whatIsTypedWhileARequestBreaksReachesTheStickerWhole() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    window.fetch = (address, options) => {
                      if (options?.method !== 'PUT' || window.breakFirst) return fetch(address, options);
                      return new Promise((_, fail) => { window.breakFirst = () => fail(new TypeError('broken')); });
                    };
                    window.write = (words) => {
                      const field = document.getElementById('text-words');
                      field.value = words;
                      field.dispatchEvent(new Event('input'));
                    };
                    window.write('Hel');
                    """)
                try await studio.browser.wait("it is sent", until: "window.breakFirst")
                try await studio.browser.run(
                    """
                    window.write('Hello');
                    const border = document.getElementById('border-width');
                    border.value = 0.06;
                    border.dispatchEvent(new Event('input'));
                    window.breakFirst();
                    """)
                try await studio.photo("Cat.png", is: "with all of it") {
                    $0["style"]["text"]["words"] == "Hello" && $0["style"]["borderWidth"] == 0.06
                }
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aMessageCoversNoControlAndGoesWhenTheNextThingIsDone(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openEditor()
                try await studio.browser.run(
                    "document.getElementById('style-copy').scrollIntoView({ block: 'center', behavior: 'instant' })")
                try await studio.browser.click("#style-copy")
                try await studio.browser.wait(
                    "it is shown", until: "document.getElementById('toast').checkVisibility()")
                try await studio.waitForAnimations()
                #expect(
                    try await studio.browser.run(
                        """
                        const { x, y, width, height } = document.getElementById('toast').getBoundingClientRect();
                        const under = [];
                        for (let across = 0; across <= 20; across += 1) {
                          for (let down = 0; down <= 4; down += 1) {
                            under.push(...document.elementsFromPoint(x + width * across / 20, y + height * down / 4));
                          }
                        }
                        const isControl = (one) =>
                          one.matches('button, input, label, textarea') && one.offsetHeight < 120 && !one.closest('#toast');
                        return [...new Set(under.filter(isControl).map(({ id, className }) => id || className))];
                        """) == [], "it covers no control")
                try await studio.browser.click("#editor-next")
                try await studio.browser.wait(
                    "it goes", until: "!document.getElementById('toast').checkVisibility()", within: 1)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone], ["en", "de"])
        func tabsHaveAirBetweenThemAndTheChosenOneIsInSight(
            _ options: BrowserOptions, _ language: String
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.use(language)
                try await studio.openEditor()
                let gaps = try await studio.browser.run(
                    """
                    const boxes = [...document.querySelectorAll('#modes label > span')].map((one) => {
                      const words = document.createRange();
                      words.selectNodeContents(one);
                      return words.getBoundingClientRect();
                    });
                    return boxes.slice(1).map(({ left }, at) => left - boxes[at].right);
                    """
                ).list.compactMap(\.double)
                #expect(gaps.count == 5 && gaps.allSatisfy { $0 >= 12 }, "\(gaps)")
                for mode in ["arrange", "sticker"] {
                    try await studio.choose("[name=mode][value=\(mode)]")
                    #expect(
                        try await studio.browser.run(
                            """
                            const [tab, all] = [document.querySelector('[name=mode]:checked').closest('label'),
                              document.getElementById('modes')].map((one) => one.getBoundingClientRect());
                            return tab.left > all.left - 1 && tab.right < all.right + 1;
                            """) == true, "\(mode)")
                }
            }
        }

        @Test func thePanelOfAnotherStickerBeginsAtItsTop() async throws {
            try await withStudio(.stickers, BrowserOptions(height: 600)) { studio in
                try await studio.openEditor()
                let scrolled = try await studio.browser.run(
                    """
                    const panel = document.getElementById('style-panel');
                    panel.scrollTop = 120;
                    return panel.scrollTop;
                    """)
                #expect(scrolled == 120)
                try await studio.browser.click("#editor-next")
                #expect(try await studio.browser.element("#style-panel").property("scrollTop") == 0)
                try await studio.browser.click("#editor-previous")
                try await studio.browser.run("document.getElementById('style-panel').scrollTop = 120")
                try await studio.browser.press(.escape)
                try await studio.browser.press(.right)
                try await studio.expectCard("Coffee.png", "2 / 4")
                try await studio.openEditor()
                #expect(try await studio.browser.element("#style-panel").property("scrollTop") == 0)
            }
        }

        @Test func aPhotoThatIsRemovedElsewhereClosesTheEditorWithAWord() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.expectClosed("editor", where: "Cat.png")
            }
        }

        @Test func theStickerIsSeenUntilThePhotoAndItsCutOutAreThere() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.browser.run(
                    """
                    window.looks = [];
                    const stage = document.getElementById('stage');
                    const isSeen = (id) => document.getElementById(id).checkVisibility();
                    new MutationObserver(() => window.looks.push({
                      isLoading: stage.hasAttribute('data-loading'), sticker: isSeen('stage-sticker'),
                      cutout: document.getElementById('frame-cutout').hasAttribute('src'),
                      photo: document.getElementById('frame-preview').hasAttribute('src'),
                    })).observe(stage, { attributeFilter: ['data-loading'] });
                    """)
                try await studio.choose("[name=mode][value=compare]")
                try await studio.browser.wait("both are there", until: "window.looks.length === 2")
                let looks = try await studio.browser.run("return window.looks")
                #expect(looks[0] == ["isLoading": true, "sticker": true, "cutout": false, "photo": false])
                #expect(looks[1] == ["isLoading": false, "sticker": false, "cutout": true, "photo": true])
            }
        }

        @Test func backgroundBorderColourAndShadowAreSeenInTheSticker() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                #expect(try await studio.pixels(of: "Cat.png")[0, 0][3] == 0)
                let hex = try await studio.server.photo("Cat.png")["colors"][0]["hex"].text ?? ""
                try await studio.choose("#backgrounds input[value='\(hex)']")
                var photo = try await studio.photo("Cat.png", is: "on \(hex)") { $0["style"]["background"].text == hex }
                try await studio.expectStage(shows: photo, newerThan: 1)
                let corner = try await studio.pixels(of: "Cat.png")[0, 0]
                #expect(
                    Color(channels: Array(corner.prefix(3))).isNear(Color(hex: hex)) && corner[3] == 255, "\(corner)")

                let revision = try await studio.server.photo("Cat.png")["revision"].int ?? 0
                try await studio.choose("#border-colors input[value='#000000']")
                try await studio.browser.click("#shadow")
                photo = try await studio.photo("Cat.png", is: "with a shadow") {
                    $0["style"]["shadow"] == true && $0["style"]["borderColor"] == "#000000"
                }
                try await studio.expectStage(shows: photo, newerThan: revision)
                try await studio.browser.click("#editor-close")
                try await studio.browser.wait(
                    "the card shows it, too",
                    until: "document.querySelector('.page[data-current] .card-sticker').src.endsWith(arguments[0])",
                    .string("r=\(try await studio.server.photo("Cat.png")["revision"].int ?? 0)"))
            }
        }

        @Test(arguments: ["comic", "puffy", "shiny", "glow"])
        func anEffectIsSeenInTheStickerAndIsTakenBack(effect: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                let before = try await studio.pixels(of: "Cat.png")
                let revision = try await studio.server.photo("Cat.png")["revision"].int ?? 0
                try await studio.choose("#effects input[value='\(effect)']")
                let photo = try await studio.photo("Cat.png", is: "\(effect)") { $0["style"]["effect"].text == effect }
                try await studio.expectStage(shows: photo, newerThan: revision)
                #expect(try await studio.pixels(of: "Cat.png") != before)
                let changed = try await studio.server.photo("Cat.png")["revision"].int ?? 0
                try await studio.choose("#effects input[value='outline']")
                let plain = try await studio.photo("Cat.png", is: "as it was") { $0["style"]["effect"] == "outline" }
                try await studio.expectStage(shows: plain, newerThan: changed)
                #expect(try await studio.pixels(of: "Cat.png") == before)
            }
        }

        @Test func oneOfSeveralSubjectsIsLeftOutButNotTheLast() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.press(.end)
                try await studio.expectCard("Rocket.jpg", "4 / 4")
                let before = try await studio.server.photo("Rocket.jpg")
                #expect(before["instances"].list.count > 1)
                try await studio.openEditor()
                let width = before["sticker"]["box"][2].int ?? 0
                for number in 2...before["instances"].list.count {
                    try await studio.browser.click(".chip[data-number='\(number)']")
                }
                let photo = try await studio.photo("Rocket.jpg", is: "one narrower subject") {
                    $0["style"]["instances"] == [1] && $0["sticker"]["box"][2].int ?? width < width
                }
                try await studio.expectStage(shows: photo)
                try await studio.browser.click(".chip[data-number='1']")
                try await studio.browser.wait(
                    "it says that one must stay",
                    until: "document.getElementById('announcer').textContent === 'One subject must stay'")
                #expect(
                    try await studio.browser.run(
                        "return document.querySelector('.chip').getAttribute('aria-pressed')") == "true")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func coloursHaveNamesInThePagesLanguage(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                for (language, name) in [("en", "white, #ffffff"), ("ja", "白、#ffffff"), ("de", "Weiß, #ffffff")] {
                    try await studio.use(language)
                    try await studio.openEditor()
                    let names = try await studio.browser.run(
                        """
                        const white = document.querySelector('#border-colors [value="#ffffff"]');
                        return [white.ariaLabel, white.nextSibling.title];
                        """)
                    #expect(names == [.string(name), .string(name)])
                    try await studio.browser.click("#editor-close")
                }
                let names = try await studio.browser.run(
                    """
                    const { colorName } = await import('/core/color-names.js');
                    return ['#000000', '#e3342f', '#1b2f6b', '#c9a27a', '#7fc97f', '#808080', '#ffd700'].map(
                      (hex) => `${colorName(hex)}`);
                    """)
                #expect(names == ["Schwarz", "Rot", "Dunkelblau", "Hellbraun", "Hellgrün", "Grau", "Gelb"])
            }
        }

        @Test func aSwatchCopiesItsHexValue() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.grantClipboard()
                try await studio.openEditor()
                let colors = try await studio.server.photo("Cat.png")["colors"].list.compactMap(\.["hex"].text)
                let shown = try await studio.browser.run(
                    "return [...document.querySelectorAll('.palette-entry')].map((one) => one.dataset.hex)")
                #expect(shown.list.compactMap(\.text) == colors)
                try await studio.browser.click(".palette-entry:nth-child(2)")
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('toast').textContent === arguments[0]",
                    .string("\(colors[1]) copied"))
                #expect(try await studio.browser.run("return navigator.clipboard.readText()").text == colors[1])
            }
        }

        @Test func aSliderDividesBeforeAndAfter() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.choose("[name=mode][value=compare]")
                try await studio.browser.wait(
                    "both pictures are there",
                    until: """
                        ['frame-preview', 'frame-cutout'].every((id) => document.getElementById(id).naturalWidth > 0)
                        """)
                try await studio.tab(to: "#compare")
                for _ in 0..<10 { try await studio.browser.press(.right) }
                #expect(try await studio.browser.element("#compare").property("value") == "55")
                let clip = "return getComputedStyle(document.getElementById('frame-after')).clipPath"
                #expect(try await studio.browser.run(clip) == "inset(0px 0px 0px 55%)")
                let from = try await studio.browser.place(of: "#compare", x: 0.55)
                let to = try await studio.browser.place(of: "#compare", x: 0.25)
                try await studio.browser.drag(along: [from, to])
                let place = Double(try await studio.browser.element("#compare").property("value").text ?? "") ?? 0
                #expect(abs(place - 25) < 4)
                // Both show the whole photo at the same place.
                let boxes = try await studio.browser.run(
                    """
                    return ['frame-preview', 'frame-cutout'].map((id) => {
                      const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
                      return [left, top, width, height].map(Math.round);
                    });
                    """)
                #expect(boxes[0] == boxes[1])
            }
        }
    }
}

extension Studio {
    /// A dialog closes and says why where its photo is removed by another page.
    func expectClosed(_ dialog: String, where name: String) async throws {
        let id = try #require(try await server.photo(name)["id"].text)
        try await server.send("DELETE", "/photos/\(id)")
        try await browser.wait(
            "it closes and says why",
            until: """
                !document.getElementById(arguments[0]).open
                  && document.getElementById('toast').textContent === `${arguments[1]} was removed elsewhere`
                """, .string(dialog), .string(name))
    }

    /// Chooses a radio button, whose input is not to be seen, by the label that is.
    func choose(_ selector: String) async throws {
        try await browser.wait(
            "\(selector) is there", until: "document.querySelector(arguments[0]) && document.body.ariaBusy !== 'true'",
            .string(selector))
        let label = try await browser.run(
            "return document.querySelector(arguments[0]).closest('label')", .string(selector))
        try await Element(label, in: browser)?.click()
        try await browser.wait("it is chosen", until: "document.querySelector(arguments[0]).checked", .string(selector))
    }

    /// The stage shows the sticker of that photo, and waits for no other.
    func expectStage(shows photo: JSON, newerThan revision: Int? = nil) async throws {
        let id = photo["id"].text ?? ""
        try await browser.wait(
            "the stage shows the new sticker",
            until: """
                (() => {
                  const image = document.getElementById('stage-sticker');
                  const revision = Number(image.src.match(/[?]r=(\\d+)$/)?.[1]);
                  return image.src.includes(arguments[0]) && revision > arguments[1] && image.complete
                    && document.getElementById('stage-busy').hidden;
                })()
                """, .string(id), .number(Double(revision ?? (photo["revision"].int ?? 1) - 1)))
    }

    func sticker(of name: String) async throws -> Data {
        try await server.file("/photos/\(server.photo(name)["id"].text ?? "")/sticker.png")
    }

    fileprivate func pixels(of name: String) async throws -> Pixels {
        try await picture(of: name, "sticker.png")
    }

    func picture(of name: String, _ file: String) async throws -> Pixels {
        let photo = try await server.photo(name)
        return try await browser.pixels(
            of: "/api/v1/photos/\(photo["id"].text ?? "")/\(file)?r=\(photo["revision"].int ?? 0)")
    }
}
