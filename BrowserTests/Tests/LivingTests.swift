import Foundation
import Testing

extension StudioTests {
    /// Clips, and their stickers, which move.
    @Suite struct Living {
        @Test func `a picked clip becomes a sticker that plays on its card and its tile`() async throws {
            try await withStudio { studio in
                try await studio.browser.element("#photo-input").type(try Photos.clip().written().path)
                try await studio.waitForStickers()
                let photo = try await studio.server.photo("Cat.mp4")
                #expect((photo["sticker"]["living"]["frames"].int ?? 0) > 2)
                #expect(try await studio.shown(".card-sticker").contains("/sticker.webp?"))
                #expect(
                    try await studio.browser.run("return document.querySelector('.card .moves-sign') !== null") == true)
                let name = try await studio.browser.run(
                    "return document.querySelector('.card-open').getAttribute('aria-label')")
                #expect(name == "Edit Cat.mp4, which moves")
                try await studio.openGrid()
                try await studio.browser.wait(
                    "the tile plays", until: "document.querySelector('.tile img')?.src.includes('/moving.webp?')")
                #expect(
                    try await studio.browser.run("return document.querySelector('.tile .moves-sign') !== null") == true)
                try await studio.browser.press(.escape)
                // What is not seen stands still.
                try await studio.browser.wait(
                    "the tile stands still",
                    until: "document.querySelector('.tile img')?.src.includes('/thumbnail.webp?')")
            }
        }

        @Test func `a dropped clip is taken, and a photo beside it does not wait for it`() async throws {
            try await withStudio { studio in
                try await studio.browser.run(
                    """
                    const dataTransfer = new DataTransfer();
                    for (const { name, type, bytes } of arguments) {
                      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
                      dataTransfer.items.add(new File([data], name, { type }));
                    }
                    for (const kind of ['dragenter', 'drop']) {
                      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
                    }
                    """, try Photos.clip().json, try Photos.coffee.json)
                try await studio.browser.wait("two cards", until: "document.querySelectorAll('.page').length === 2")
                try await studio.photo("Coffee.png", is: "done") { $0["state"] == "done" }
                try await studio.photo("Cat.mp4", is: "done") { $0["state"] == "done" }
                #expect(try await studio.server.names == ["Cat.mp4", "Coffee.png"])
            }
        }

        @Test func `with less motion it stands still`() async throws {
            try await withStudio(.empty, BrowserOptions(isMotionReduced: true)) { studio in
                try await studio.server.add(try Photos.clip())
                try await studio.waitForStickers()
                #expect(try await studio.shown(".card-sticker").contains("/sticker.png?"))
                try await studio.openGrid()
                try await studio.browser.wait(
                    "the tile is there", until: "document.querySelector('.tile img')?.complete")
                #expect(try await studio.shown(".tile img").contains("/thumbnail.webp?"))
            }
        }

        @Test func `its editor has looks and no tools for photos`() async throws {
            try await withStudio { studio in
                try await studio.server.add(try Photos.clip())
                try await studio.waitForStickers()
                try await studio.openEditor()
                let seen = try await studio.browser.run(
                    """
                    return ['modes', 'text-group', 'instances-group', 'style-panel', 'looks']
                      .filter((id) => document.getElementById(id).checkVisibility());
                    """)
                #expect(seen == ["style-panel", "looks"])
                #expect(
                    try await studio.browser.run(
                        "return document.querySelector('[data-testid=look-lookBubble]').checkVisibility()") == false)
                try await studio.browser.wait(
                    "a look is drawn",
                    until: "document.querySelector('[data-testid=look-effectComic] img').naturalWidth > 0")
                let before = try await studio.server.photo("Cat.mp4")["revision"].int ?? 0
                try await studio.browser.click("[data-testid=look-effectComic]")
                let after = try await studio.photo("Cat.mp4", is: "comic") {
                    ($0["revision"].int ?? 0) > before && $0["style"]["effect"] == "comic"
                }
                try await studio.browser.wait(
                    "the stage shows it",
                    until: "document.getElementById('stage-sticker').src.endsWith('r=\(after["revision"].int ?? 0)')")
            }
        }

        @Test func `it is shared as the file that moves`() async throws {
            try await withStudio { studio in
                try await studio.server.add(try Photos.clip())
                try await studio.waitForStickers()
                try await studio.browser.click("#card-share")
                try await studio.browser.wait("it is open", until: "document.getElementById('share').open")
                let rows = try await studio.browser.run(
                    "return [...document.querySelectorAll('a.share-action')].map((one) => one.textContent)")
                #expect(rows == ["Save as WebP that moves", "Save the first frame as PNG"])
                #expect(
                    try await studio.browser.run("return document.getElementById('share-sizes').checkVisibility()")
                        == false)
            }
        }
    }
}

extension Studio {
    fileprivate func shown(_ selector: String) async throws -> String {
        try await browser.run("return document.querySelector(arguments[0]).src", .string(selector)).text ?? ""
    }
}
