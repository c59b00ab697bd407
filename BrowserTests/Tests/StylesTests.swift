import Foundation
import Testing

extension StudioTests {
    /// A style for several stickers.
    @Suite struct Styles {
        @Test func allStickersGetAStyleAndHaveTheirOwnBack() async throws {
            try await withStudio(.stickers) { studio in
                let first = try await studio.server.photos[0]["id"].text ?? ""
                try await studio.give(["borderWidth": 0.1], to: first)
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                #expect(try await studio.browser.text("#styles[open] #styles-title") == "Style for 4 stickers")
                try await studio.browser.click("[data-testid=style-styleBold]")
                try await studio.waitForStyles { $0["shadow"] == true && $0["borderWidth"] == 0.05 }
                try await studio.waitForToast("4 stickers get the style")
                try await studio.browser.click("#styles-undo")
                try await studio.waitForStyles { $0["shadow"] == false }
                try await studio.waitForToast("Undone for 4 stickers")
                let widths = try await studio.server.photos.map { $0["style"]["borderWidth"] }
                #expect(widths == [0.1, 0.03, 0.03, 0.03])
            }
        }

        @Test func onlyTheSelectedStickersGetAStyle() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                let boxes = try await studio.browser.elements(".tile-check")
                for index in [1, 3] { try await boxes[index].click() }
                try await studio.browser.click("#grid-style")
                #expect(try await studio.browser.text("#styles[open] #styles-title") == "Style for 2 stickers")
                try await studio.browser.click("[data-testid=style-styleGradient]")
                try await studio.browser.wait(
                    "it can be undone", until: "!document.getElementById('styles-undo').hidden")
                let backgrounds = try await studio.server.photos.map { $0["style"]["background"] }
                #expect(backgrounds == ["transparent", "gradient", "transparent", "gradient"])
            }
        }

        @Test func anEffectIsGivenToAllStickers() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                try await studio.browser.click("[data-testid=style-effectComic]")
                try await studio.waitForStyles { $0["effect"] == "comic" && $0["borderWidth"] == 0.03 }
            }
        }

        @Test func aPhotoThatFailedGetsNoStyleAndIsNotBegunAnew() async throws {
            try await withStudio(.stickers, opening: false) { studio in
                try await studio.server.add(Photos.damaged)
                try await studio.server.processAll()
                try await studio.open()
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                #expect(try await studio.browser.text("#styles[open] #styles-title") == "Style for 4 stickers")
                try await studio.browser.click("[data-testid=style-styleBold]")
                try await studio.waitForToast("4 stickers get the style")
                let failed = try await studio.server.photo("Half.png")
                #expect(failed["state"] == "invalid" && failed["style"]["shadow"] == false)
            }
        }

        @Test func aChangeThatStillRunsIsShownInTheDialogThatIsOpenedNext() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    const released = new Promise((release) => { window.releaseStyles = release; });
                    window.fetch = async (address, options) => {
                      if (options?.method === 'PUT') await released;
                      return fetch(address, options);
                    };
                    """)
                try await studio.browser.click("#grid-style")
                try await studio.browser.click("[data-testid=style-styleBold]")
                try await studio.browser.press(.escape)
                try await studio.browser.elements(".tile-check")[1].click()
                try await studio.browser.click("#grid-style")
                #expect(try await studio.browser.text("#styles[open] #styles-title") == "Style for 1 sticker")
                #expect(try await studio.browser.text("#styles-progress-text") == "0 of 4 done")
                #expect(try await studio.changeIsShown == true)

                try await studio.browser.run("window.releaseStyles()")
                for photo in try await studio.server.photos {
                    try await studio.waitForPage(toKnow: ["shadow": true], of: photo["id"].text ?? "")
                }
                try await studio.waitForToast("4 stickers get the style")
                #expect(try await studio.changeIsShown == false)
                #expect(try await studio.browser.run("return document.getElementById('styles-undo').hidden") == true)

                try await studio.browser.click("[data-testid=style-styleGradient]")
                try await studio.waitForToast("1 sticker gets the style")
                try await studio.browser.click("#styles-undo")
                try await studio.waitForToast("Undone for 1 sticker")
                try await studio.waitForStyles { $0["shadow"] == true && $0["background"] == "transparent" }
            }
        }

        @Test func whatWasKeptInAnotherFormIsLeftOut() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.run(
                    """
                    const style = { borderWidth: 0, borderColor: '#ff0000', shadow: false, margin: 0, background: 'gradient' };
                    const presets = [null, 'Red', { name: 'Blue' }, { name: 3, style }, { name: 'Bare', style: { shadow: true } },
                      { name: 'Good', style }];
                    localStorage.setItem('peel.styles', JSON.stringify({ copied: 7, presets }));
                    """)
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                try await studio.browser.wait(
                    "styles are offered", until: "document.querySelector('#styles-list .share-action') !== null")
                let offered = try await studio.browser.run(
                    "return [...document.querySelectorAll('#styles-list .share-action')].map((one) => one.textContent)")
                #expect(
                    offered == [
                        "Good", "White border", "Wide border with a shadow", "No border", "On the photo’s gradient",
                        "Comic", "Puffy", "Shiny", "Glow",
                    ])
            }
        }

        @Test func aStyleIsCopiedFromOneStickerToAnotherButNotItsSubjects() async throws {
            try await withStudio(.stickers) { studio in
                let ids = try await studio.server.photos.compactMap { $0["id"].text }
                let style: JSON = ["borderColor": "#ff0000", "borderWidth": 0.06, "instances": [1]]
                try await studio.give(style, to: ids[0])
                try await studio.openEditor()
                #expect(try await studio.browser.run("return document.getElementById('style-paste').disabled") == true)
                try await studio.press("style-copy")
                try await studio.browser.press(.escape)
                try await studio.openGrid()
                try await studio.browser.click("[data-testid=tile]:nth-child(2) .tile-open")
                try await studio.browser.wait(
                    "it can be pasted", until: "!document.getElementById('style-paste').disabled")
                try await studio.press("style-paste")
                try await eventually("the other has it") {
                    let other = try await studio.server.photos[1]["style"]
                    return other["borderColor"] == "#ff0000" && other["borderWidth"] == 0.06
                }
                #expect(try await studio.server.photos[1]["style"]["instances"].list.isEmpty)
            }
        }

        @Test func aStyleIsSavedByANameUsedAndDeleted() async throws {
            try await withStudio(.stickers) { studio in
                let id = try await studio.server.photos[0]["id"].text ?? ""
                try await studio.give(["background": "#00ff00"], to: id)
                try await studio.openEditor()
                try await studio.press("style-more")
                try await studio.browser.element("#styles-name").type("Green")
                try await studio.browser.click("#styles-save button")
                // Over a restart of the page.
                try await studio.open()
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                try await studio.browser.click("[data-testid=style-preset-Green]")
                try await studio.waitForStyles { $0["background"] == "#00ff00" }
                try await studio.browser.wait(
                    "it can be deleted", until: "!document.getElementById('styles-undo').hidden")
                try await studio.browser.click("[aria-label='Delete Green']")
                let isThere = try await studio.browser.run(
                    "return document.querySelector('[data-testid=style-preset-Green]') !== null")
                #expect(isThere == false)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aSavedStyleThatWasDeletedComesBackToItsPlace(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                func expectSaved(_ names: String...) async throws {
                    try await studio.browser.wait(
                        "these are saved",
                        until: """
                            String([...document.querySelectorAll('[data-testid^=style-preset]')]
                              .map(({ dataset }) => dataset.testid.replace('style-preset-', ''))) === arguments[0]
                            """, .string(names.joined(separator: ",")))
                }
                try await studio.openEditor()
                try await studio.press("style-more")
                for name in ["Red", "Green", "Blue"] {
                    try await studio.browser.element("#styles-name").type(name)
                    try await studio.browser.click("#styles-save button")
                }
                try await expectSaved("Red", "Green", "Blue")
                try await studio.browser.click("[aria-label='Delete Green']")
                try await expectSaved("Red", "Blue")
                #expect(try await studio.browser.text("#toast-text") == "Green deleted")
                try await studio.browser.click("#toast-action")
                try await expectSaved("Red", "Green", "Blue")
                try await studio.browser.click("[aria-label='Delete Green']")
                try await studio.browser.click("#styles-undo")
                try await expectSaved("Red", "Green", "Blue")
                try await studio.browser.click("[aria-label='Delete Green']")
                try await expectSaved("Red", "Blue")
                // The page knows it after a reload, too.
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.openGrid()
                try await studio.browser.press("z", with: .control)
                try await studio.waitForToast("Undone")
                try await studio.browser.click("#grid-style")
                try await expectSaved("Red", "Green", "Blue")
            }
        }
    }
}

extension Studio {
    /// Over the API, and waits until the page has heard of it: what is done there next starts from this style.
    fileprivate func give(_ style: JSON, to id: String) async throws {
        try await server.send("PUT", "/photos/\(id)/style", style)
        try await waitForPage(toKnow: style, of: id)
    }

    fileprivate func waitForPage(toKnow style: JSON, of id: String) async throws {
        try await browser.wait(
            "the page knows the style",
            until: """
                import('/core/store.js').then(({ store }) => Object.entries(arguments[1]).every(
                  ([name, value]) => JSON.stringify(store.get(arguments[0]).style[name]) === JSON.stringify(value)))
                """, .string(id), style)
    }

    fileprivate func waitForStyles(_ isRight: @escaping @Sendable (JSON) -> Bool) async throws {
        try await eventually("all have the style", within: 30) {
            try await server.photos.allSatisfy { isRight($0["style"]) }
        }
    }

    fileprivate func waitForToast(_ text: String) async throws {
        try await browser.wait(
            "\(text) is said",
            until: "document.getElementById('toast-text').textContent === arguments[0]", .string(text))
    }

    /// `null` when the dialog contradicts itself.
    fileprivate var changeIsShown: JSON {
        get async throws {
            try await browser.run(
                """
                const isShown = !document.getElementById('styles-progress').hidden;
                const rows = [...document.querySelectorAll('#styles-list .share-action')];
                return rows.every((row) => row.getAttribute('aria-disabled') === String(isShown)) ? isShown : null;
                """)
        }
    }

    /// A button that may have to be scrolled to.
    fileprivate func press(_ id: String) async throws {
        try await browser.run("document.getElementById(arguments[0]).click()", .string(id))
    }
}
