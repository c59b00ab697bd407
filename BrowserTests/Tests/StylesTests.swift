import Foundation
import Testing

extension StudioTests {
    /// A style for several stickers.
    @Suite struct Styles {
        @Test func `all stickers get a style, and have their own back`() async throws {
            try await withStudio(.stickers) { studio in
                let first = try await studio.server.photos[0]["id"].text ?? ""
                try await studio.give(["borderWidth": 0.1], to: first)
                try await studio.openGrid()
                try await studio.browser.click("#grid-style")
                #expect(try await studio.browser.text("#styles-title") == "Style for 4 stickers")
                try await studio.browser.click("[data-testid=style-styleBold]")
                try await studio.waitForStyles { $0["shadow"] == true && $0["borderWidth"] == 0.045 }
                try await studio.browser.click("#styles-undo")
                try await studio.waitForStyles { $0["shadow"] == false }
                let widths = try await studio.server.photos.map { $0["style"]["borderWidth"] }
                #expect(widths == [0.1, 0.02, 0.02, 0.02])
            }
        }

        @Test func `only the selected stickers get a style`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                let boxes = try await studio.browser.elements(".tile-check")
                for index in [1, 3] { try await boxes[index].click() }
                try await studio.browser.click("#grid-style")
                #expect(try await studio.browser.text("#styles-title") == "Style for 2 stickers")
                try await studio.browser.click("[data-testid=style-styleGradient]")
                try await studio.browser.wait(
                    "it can be undone", until: "!document.getElementById('styles-undo').hidden")
                let backgrounds = try await studio.server.photos.map { $0["style"]["background"] }
                #expect(backgrounds == ["transparent", "gradient", "transparent", "gradient"])
            }
        }

        @Test func `a style is copied from one sticker to another, but not its subjects`() async throws {
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

        @Test func `a style is saved by a name, used, and deleted`() async throws {
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

    /// A button that may have to be scrolled to.
    fileprivate func press(_ id: String) async throws {
        try await browser.run("document.getElementById(arguments[0]).click()", .string(id))
    }
}
