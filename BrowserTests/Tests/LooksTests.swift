import Foundation
import Testing

extension StudioTests {
    /// Looks that are drawn with a person's own sticker.
    @Suite struct Looks {
        @Test(arguments: [BrowserOptions(), .phone])
        func aLookIsDrawnWithTheStickerTakenWithATapAndGivenToAllWithAnother(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openEditor()
                try await studio.browser.wait(
                    "all are drawn",
                    until: "[...document.querySelectorAll('.look img')].every((one) => one.naturalWidth > 0)",
                    within: 60)
                let pictures = try await studio.browser.run(
                    "return [...document.querySelectorAll('.look img')].map((one) => one.src)"
                ).list
                #expect(pictures.count >= 12 && Set(pictures.compactMap(\.text)).count == pictures.count)
                #expect(
                    try await studio.browser.run("return document.getElementById('look-for-all').hidden") == false,
                    "a sticker begins with the first look")

                try await studio.browser.click("[data-testid=look-lookSunny]")
                try await studio.photo("Cat.png", is: "sunny") {
                    $0["style"]["borderColor"] == "#ffd23f" && $0["style"]["shadow"] == true
                }
                #expect(
                    try await studio.browser.run(
                        "return [...document.querySelectorAll('.look[aria-pressed=true]')].map((one) => one.textContent)"
                    )
                        == ["Sunny"])
                try await studio.browser.click("[data-testid=look-lookBubble]")
                try await studio.photo("Cat.png", is: "with words") { $0["style"]["text"]["words"] == "Hello!" }
                try await studio.browser.click("#editor-undo")
                try await studio.photo("Cat.png", is: "sunny again") { $0["style"]["text"] == .null }

                try await studio.browser.wait(
                    "it is chosen again",
                    until: "document.querySelector('.look[aria-pressed=true]')?.dataset.testid === 'look-lookSunny'")
                try await studio.browser.click("#look-for-all")
                try await eventually("all have it", within: 60) {
                    try await studio.server.photos.allSatisfy { $0["style"]["borderColor"] == "#ffd23f" }
                }
                try await studio.browser.wait(
                    "it can be taken back", until: "!document.getElementById('toast-action').hidden")
                try await studio.browser.click("#toast-action")
                try await eventually("the others have theirs", within: 60) {
                    try await studio.server.photos.map { $0["style"]["borderColor"] }
                        == ["#ffd23f", "#ffffff", "#ffffff", "#ffffff"]
                }
            }
        }

        @Test func arrowKeysLeadFromLookToLookAndTabPastThem() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openEditor()
                try await studio.tab(to: ".look")
                try await studio.browser.press(.right)
                #expect(try await studio.focus(isOn: ".look:nth-child(2)"))
                try await studio.browser.press(.left)
                try await studio.browser.press(.left)
                #expect(try await studio.focus(isOn: ".look:last-child"))
                try await studio.browser.press(.tab)
                #expect(try await !studio.focus(isOn: ".look"))
            }
        }
    }
}
