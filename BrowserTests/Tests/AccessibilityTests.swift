import Foundation
import Testing

/// Texts with too little contrast: at least 4.5, or 3 for large ones (WCAG 2.2, 1.4.3). Where no solid colour lies
/// behind a text, it is left out; what is disabled is, too.
private let findFaintTexts = """
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const channels = (color) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = ([r, g, b, a], under) => [r, g, b].map((value, at) => value * a + under[at] * (1 - a));
    const luminance = (color) => {
      const [red, green, blue] = color.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    /// The colour behind an element; null where a picture lies there.
    const background = (element) => {
      const layers = [];
      for (let one = element; one; one = one.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(one);
        const color = channels(backgroundColor);
        layers.push(color);
        if (color[3] === 1) return layers.reverse().reduce((under, layer) => over(layer, under), [0, 0, 0]);
        if (backgroundImage !== 'none' || one.matches('.card, .stage')) return null;
      }
      return null;
    };
    const found = [];
    let checked = 0;
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim();
      const element = texts.currentNode.parentElement;
      if (!text || element.closest(':disabled, .visually-hidden, noscript, option, dialog:not([open])')) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const under = background(element);
      if (!under) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      let [red, green, blue, alpha] = channels(color);
      for (let one = element; one; one = one.parentElement) alpha *= Number(getComputedStyle(one).opacity);
      const lights = [luminance(over([red, green, blue, alpha], under)), luminance(under)].sort((a, b) => b - a);
      const contrast = (lights[0] + 0.05) / (lights[1] + 0.05);
      const size = parseFloat(fontSize);
      const needed = size >= 24 || (size >= 18.66 && fontWeight >= 700) ? 3 : 4.5;
      checked += 1;
      if (contrast < needed) found.push(`“${text}” has ${contrast.toFixed(2)}`);
    }
    return { found, checked };
    """

extension StudioTests {
    @Suite struct Accessibility {
        /// Light and dark at once: to bring each screen up takes longer than to look at it.
        @Test(.serialized, arguments: Screen.groups(of: 12))
        func allThatCanBeUsedHasARoleAndANameAndTextsStandOut(_ screens: ArraySlice<Screen>) async throws {
            try await withStudio(.stickers) { studio in
                for screen in screens {
                    try await studio.show(screen) {
                        let nodes = try await studio.browser.devTools("Accessibility.getFullAXTree")["nodes"].list
                        let used = nodes.filter { node in
                            node["ignored"] == false && Self.roles.contains(node["role"]["value"].text ?? "")
                        }
                        #expect(used.count >= 3, "\(screen)")
                        for node in used {
                            let name = node["name"]["value"].text ?? ""
                            #expect(!name.isEmpty, "a \(node["role"]["value"].text ?? "") without a name: \(screen)")
                        }
                        for isDark in [true, false] {
                            try await studio.browser.setMedia(dark: isDark)
                            try await studio.expectPage(isDark: isDark)
                            try await studio.waitForAnimations()
                            try await studio.expectContrast("\(screen), \(isDark ? "dark" : "light")")
                        }
                    }
                }
            }
        }

        private static let roles: Set<String> = [
            "button", "link", "textbox", "checkbox", "switch", "radio", "radiogroup", "slider", "combobox", "menuitem",
            "ColorWell", "image", "img", "progressbar", "dialog", "alertdialog", "toolbar", "application", "region",
        ]

        @Test(arguments: [false, true])
        func textsOfTheEmptyPageStandOutFromWhatIsBehindThemLightAndDark(_ isDark: Bool) async throws {
            try await withStudio(.empty, BrowserOptions(isDark: isDark)) { studio in
                try await studio.expectContrast("welcome")
            }
        }

        @Test func thePageFollowsWhenLightTurnsIntoDark() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.expectPage(isDark: false)
                try await studio.browser.setMedia(dark: true)
                try await studio.expectPage(isDark: true)
            }
        }

        @Test func aScreenReaderHearsWhichCardIsShownAndWhatWasDone() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.press(.right)
                try await studio.browser.wait(
                    "it hears the card",
                    until: "document.getElementById('announcer').textContent === 'Coffee.png, 2 of 4'")
                let region = try await studio.browser.run(
                    """
                    const region = document.getElementById('announcer');
                    return [region.getAttribute('role'), region.getAttribute('aria-live')];
                    """)
                #expect(region == ["status", "polite"])
            }
        }
    }
}

extension Studio {
    fileprivate func expectPage(isDark: Bool) async throws {
        try await browser.wait(
            isDark ? "it is dark" : "it is light",
            until: """
                (() => {
                  const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor === 'rgba(0, 0, 0, 0)'
                    ? getComputedStyle(document.body).backgroundColor.match(/\\d+/g)
                    : getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g);
                  return (Number(red) + Number(green) + Number(blue) < 150) === arguments[0];
                })()
                """, .bool(isDark))
    }

    fileprivate func expectContrast(_ screen: String) async throws {
        let answer = try await browser.run(findFaintTexts)
        #expect(answer["found"].list.isEmpty, "\(screen): \(answer["found"].list.compactMap(\.text))")
        #expect(answer["checked"].int ?? 0 > 1, "\(screen)")
    }
}
