import Foundation
import Testing

extension StudioTests {
    @Suite struct Keyboard {
        @Test func fromNothingToAStickerOnDiskWithoutAMouse() async throws {
            try await withStudio { studio in
                let browser = studio.browser
                // The button opens the browser's file picker, which is the browser's own to be used by keys.
                try await browser.run(
                    """
                    document.getElementById('photo-input').addEventListener('click', (event) => {
                      event.preventDefault();
                      window.pickerOpened = true;
                    });
                    """)
                try await studio.tab(to: "#welcome-add")
                try await browser.press(.enter)
                try await browser.wait("the picker opens", until: "window.pickerOpened")

                try await studio.paste(Photos.cat)
                try await browser.wait(
                    "the sticker is there", until: "!document.getElementById('card-share').disabled")

                try await studio.tab(to: "#card-edit")
                try await browser.press(.enter)
                try await browser.wait("the editor is open", until: "document.getElementById('editor').open")
                try await studio.tab(to: "#shadow")
                try await browser.press(.space)
                try await studio.photo("image.png", is: "with a shadow") { $0["style"]["shadow"] == true }
                try await browser.press(.escape)
                try await browser.wait("the editor is closed", until: "!document.getElementById('editor').open")
                #expect(try await studio.focus(isOn: "#card-edit"))

                try await studio.tab(to: "#card-share")
                try await browser.press(.enter)
                try await studio.tab(to: "[data-testid=share-png]")
                try await browser.press(.enter)
                #expect(try await browser.downloaded("image.png").isPNG)
                try await browser.press(.escape)
                try await browser.wait("the dialog is closed", until: "!document.getElementById('share').open")
                #expect(try await studio.focus(isOn: "#card-share"))
            }
        }

        @Test func theGridIsOneStopForTabAndArrowsMoveInIt() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.tab(to: "#open-grid")
                try await studio.browser.press(.enter)
                try await studio.browser.wait("it is open", until: "document.getElementById('grid').open")
                try await studio.tab(to: ".tile-open")
                try await studio.browser.press(.right)
                #expect(
                    try await studio.browser.run("return document.activeElement.getAttribute('aria-label')")
                        == "Edit Coffee.png")
                try await studio.browser.press(.tab)
                #expect(try await studio.focus(isOn: ".tile:nth-child(2) input"))
                try await studio.browser.press(.space)
                #expect(try await studio.browser.text("#selection-text") == "1 selected")
                try await studio.browser.press(.tab)
                #expect(try await studio.focus(isOn: "#select-all"))
                try await studio.browser.press(.tab, with: .shift)
                try await studio.browser.press(.tab, with: .shift)
                #expect(try await studio.focus(isOn: ".tile:nth-child(2) .tile-open"))
                try await studio.browser.press(.delete)
                try await studio.expectOrder("Cat.png", "Astronaut.png", "Rocket.jpg")
                #expect(try await studio.focus(isOn: ".tile:nth-child(2) .tile-open"), "the keys go on in the list")
                try await studio.browser.press("z", with: .control)
                try await studio.expectOrder("Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg")
                // As on a Russian keyboard, which WebDriver has not.
                for isBack in [false, true] {
                    try await studio.browser.run(
                        """
                        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
                          key: 'я', code: 'KeyZ', ctrlKey: true, shiftKey: !arguments[0], bubbles: true, cancelable: true }));
                        """, .bool(isBack))
                    try await studio.expectOrder(
                        isBack
                            ? ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"]
                            : ["Cat.png", "Astronaut.png", "Rocket.jpg"])
                }
            }
        }

        @Test func whatHasTheFocusCanBeSeen() async throws {
            try await withStudio(.stickers) { studio in
                // Without a window manager no window of WebKit's is in front, and then it marks nothing.
                if try await !studio.browser.run("return document.hasFocus()").isTruthy {
                    try BrowserEngine.needsChromium("be in front")
                }
                for _ in 0..<10 {
                    try await studio.browser.press(.tab)
                    let look = try await studio.browser.run(
                        """
                        const focused = document.activeElement;
                        if (focused === document.body) return null;
                        const marked = focused.id === 'carousel' ? focused.querySelector('[data-current] .card') : focused;
                        const { outlineStyle, outlineWidth } = getComputedStyle(marked);
                        return [focused.id || focused.className, outlineStyle, parseFloat(outlineWidth)];
                        """)
                    guard look != .null else { continue }
                    #expect(look[1] != "none" && look[2].double ?? 0 >= 2, "\(look)")
                }
            }
        }
    }
}
