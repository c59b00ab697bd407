import Foundation
import Testing

/// Names what reaches beyond the view or its own button. What scrolls or is cut off on purpose may.
private let findOverflow = """
    const found = [];
    const name = (one) => `${one.localName}${one.id ? `#${one.id}` : ''}.${[...one.classList].join('.')}`;
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide in ${innerWidth}`);
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const visit = (one, isClipped) => {
      const style = getComputedStyle(one);
      if (style.display === 'none' || style.visibility === 'hidden' || one.closest('.visually-hidden, .ambience')) return;
      const box = one.getBoundingClientRect();
      if (!isClipped && box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)) {
        found.push(`${name(one)} from ${Math.round(box.left)} to ${Math.round(box.right)}`);
      }
      const mayCut = style.textOverflow === 'ellipsis';
      if (one.matches('button, .button, .chip, .segments span, h1, h2, h3, legend, .share-action') && !mayCut
          && box.width > 1 && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0) {
        found.push(`${name(one)} cuts “${one.textContent.trim()}”: ${one.scrollWidth} in ${one.clientWidth}`);
      }
      const holder = one.matches('.button > span:not(.spinner), .tab > span') && box.width > 1 && one.parentElement;
      if (holder) {
        const around = holder.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(one);
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const isWhole = left > around.left - 1 && right < around.right + 1 && top > around.top - 2 && bottom < around.bottom + 2;
        if (!isWhole || one.scrollWidth > one.clientWidth + 1) found.push(`${name(holder)} cuts “${one.textContent}”`);
      }
      const clips = isClipped || style.overflowX !== 'visible';
      for (const child of one.children) visit(child, clips);
    };
    visit(top, false);
    return found;
    """

/// Names headings and buttons that lie over each other.
private let findOverlap = """
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const isSeen = ({ x, y, width, height }, one) =>
      document.elementsFromPoint(x + width / 2, y + height / 2).some((other) => one.contains(other));
    const parts = [...top.querySelectorAll('h1, h2, .button, .tab, .check-all')]
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ one, box }) => box.width > 0 && box.height < 200 && isSeen(box, one) && !one.closest('.pack-foot'));
    return parts.flatMap((a, index) => parts.slice(index + 1)
      .filter((b) => a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1
        && a.box.top < b.box.bottom - 1 && b.box.top < a.box.bottom - 1)
      .map((b) => `${a.one.id || a.one.className} and ${b.one.id || b.one.className}`));
    """

/// The size of every button that is to be seen, by its id.
private let measureButtons = """
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const sizes = {};
    for (const button of top.querySelectorAll('button[id], a.button[id]')) {
      const { width, height } = button.getBoundingClientRect();
      if (width > 0) sizes[button.id] = `${Math.round(width)} × ${Math.round(height)}`;
    }
    return sizes;
    """

extension StudioTests {
    @Suite struct Layout {
        @Test(.serialized, arguments: Screen.groups(of: 4))
        func nothingOverflowsAtAnySizeInAnyLanguageAndButtonsKeepTheirSize(
            _ screens: ArraySlice<Screen>
        ) async throws {
            try await withStudio(.stickers) { studio in
                for screen in screens {
                    try await studio.show(screen) { try await studio.expectRoom("\(screen)", at: Self.sizes) }
                }
            }
        }

        @Test func aClipsPanelFitsInEveryLanguage() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add(Photos.clip())
                try await studio.server.processAll()
                try await studio.open()
                try await studio.openEditor()
                try await studio.browser.wait(
                    "its frames are shown", until: "document.getElementById('timeline-pictures').naturalWidth > 0")
                try await studio.expectRoom("clip", at: Self.sizes)
            }
        }

        @Test func thePageThatAsksForItsKeyFitsInEveryLanguage() async throws {
            let library = try ScratchFolder.shared.folder("library")
            let server = try await StudioServer.start(library: library, arguments: ["--host", "0.0.0.0"])
            try await withServer(server) { server in
                try await withBrowser(for: server, mayLose: true) { browser in
                    try await browser.open(server.url)
                    try await browser.wait(
                        "it asks for the key", until: "document.documentElement.dataset.view === 'locked'")
                    try await Studio(server: server, browser: browser).expectRoom("locked", at: Self.sizes)
                }
            }
        }

        @Test func thePageWithoutItsStudioFitsInEveryLanguage() async throws {
            try await withStudio(mayLose: true) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                // The worker keeps the languages that the page has asked for.
                _ = try await studio.room(in: languages)
                try await studio.waitUntilPagesAreKept()
                try await studio.server.stop()
                try await studio.browser.run("location.reload()")
                try await studio.browser.wait(
                    "it says that the studio is not running", until: "!document.getElementById('away').hidden")
                try await studio.expectRoom("away", at: Self.sizes)
            }
        }

        /// Many a font is wider than those that the widths are measured with.
        @Test func labelsAreWholeWithWideLetters() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.run(
                    """
                    const wide = new CSSStyleSheet();
                    wide.replaceSync('* { letter-spacing: .09em !important }');
                    document.adoptedStyleSheets = [wide];
                    """)
                for screen in [Screen.carousel, .grid, .catalog, .sticker] {
                    try await studio.show(screen) {
                        for (width, height) in [(1280, 800), (1160, 720), (800, 600), (360, 640)] {
                            try await studio.browser.resize(width, height)
                            try await studio.waitForAnimations()
                            for room in try await studio.room(in: ["en", "ru", "pt"]) {
                                #expect(
                                    room.overflow.isEmpty,
                                    "\(room.language), \(screen) at \(width): \(room.overflow)")
                            }
                        }
                    }
                }
            }
        }

        @Test func textOfTwiceTheSizeFitsAPhone() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.browser.run("document.documentElement.style.fontSize = '200%'")
                for screen in [Screen.carousel, .grid, .share, .pack, .sticker, .brush] {
                    try await studio.show(screen) {
                        try await studio.waitForAnimations()
                        for room in try await studio.room(in: ["en"]) {
                            #expect(room.overflow.isEmpty, "\(screen): \(room.overflow)")
                        }
                        #expect(try await studio.browser.run(findOverlap) == [], "\(screen)")
                    }
                }
            }
        }

        @Test func aScrollBarLeavesTheCornersOfADialogRound() async throws {
            try await withStudio(.stickers, BrowserOptions(height: 560)) { studio in
                try await studio.browser.click("#open-settings")
                try await studio.waitForAnimations()
                let seen = try await studio.browser.run(
                    """
                    const image = new Image();
                    image.src = `data:image/png;base64,${arguments[0]}`;
                    await image.decode();
                    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
                      .getContext('2d', { willReadFrequently: true });
                    pen.drawImage(image, 0, 0);
                    const dialog = document.getElementById('settings');
                    const { left, right, top, bottom } = dialog.getBoundingClientRect();
                    const scale = image.naturalWidth / innerWidth;
                    const light = (x, y) => Math.max(...[...pen.getImageData(x * scale, y * scale, 1, 1).data].slice(0, 3));
                    return [
                      dialog.offsetWidth - dialog.clientWidth, light((left + right) / 2, top + 4), light(left + 4, top + 4),
                      light(right - 4, top + 4), light(right - 4, bottom - 4),
                    ];
                    """, .string(try await studio.browser.screenshot().base64EncodedString()))
                let values = seen.list.compactMap(\.double)
                #expect(values.count == 5 && values[0] > 2 && values[1] > 240, "\(values)")
                #expect(values.dropFirst(2).allSatisfy { $0 < 220 }, "the backdrop is seen in the corners: \(values)")
            }
        }

        private static let sizes = [(360, 640), (3840, 2160), (1280, 800)]

        @Test func theEmptyPageFitsInEveryLanguage() async throws {
            try await withStudio { studio in
                for (width, height) in Self.sizes {
                    try await studio.browser.resize(width, height)
                    for room in try await studio.room(in: languages) {
                        #expect(room.overflow.isEmpty, "\(room.language) at \(width): \(room.overflow)")
                    }
                }
            }
        }

        @Test func theBrowsersLanguageChoosesThePages() async throws {
            try await withStudio { studio in
                let agent = try await studio.browser.run("return navigator.userAgent")
                for (wanted, page) in [
                    ("zh-CN,en", "zh-Hans"), ("pt-BR", "pt"), ("ko-KR", "ko"), ("it,ru", "ru"), ("de-AT", "de"),
                    ("es-MX", "es"), ("fr-CA", "fr"), ("ja", "ja"), ("en-GB", "en"),
                    ("it", "en"),
                ] {
                    try await studio.browser.devTools(
                        "Emulation.setUserAgentOverride", ["userAgent": agent, "acceptLanguage": .string(wanted)])
                    try await studio.open()
                    #expect(try await studio.browser.run("return document.documentElement.lang").text == page)
                    let file = Checkout.root.appending(path: "Web/languages/\(page).json")
                    let title = try JSON(parsing: Data(contentsOf: file))["welcomeTitle"].text
                    #expect(try await studio.browser.text("#welcome-title") == title)
                }
            }
        }

        @Test func aLanguageThatWasChosenStays() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.use("ko")
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                #expect(try await studio.browser.run("return document.documentElement.lang") == "ko")
            }
        }

        @Test func noTextIsMissingInAnyLanguage() throws {
            let folder = Checkout.root.appending(path: "Web/languages")
            let texts = try languages.map { language in
                try JSON(parsing: Data(contentsOf: folder.appending(path: "\(language).json"))).members
            }
            for (language, own) in zip(languages, texts) {
                #expect(Set(own.keys) == Set(texts[0].keys), "\(language)")
                for (key, text) in own {
                    #expect(Self.names(in: text) == Self.names(in: texts[0][key] ?? .null), "\(key) in \(language)")
                }
            }
        }

        /// The `{names}` of a text, in all of its forms.
        private static func names(in text: JSON) -> Set<String> {
            let forms = [text.text].compactMap(\.self) + text.members.values.compactMap(\.text)
            return Set(forms.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
        }

        @Test func nothingJumpsWhilePhotosAreProcessed() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add(Photos.many(4))
                try await studio.browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        window.shift = 0;
                        new PerformanceObserver((list) => {
                          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
                        }).observe({ type: 'layout-shift', buffered: true });
                        """
                    ])
                try await studio.open()
                try await studio.waitForStickers()
                try await studio.openGrid()
                try await studio.browser.wait(
                    "all are done",
                    until: "document.querySelectorAll('[data-testid=tile][data-state=done] img').length === 4")
                try await studio.waitForAnimations()
                let shift = try await studio.browser.run("return window.shift").double ?? 1
                #expect(shift < 0.02, "the layout shifted by \(shift)")
            }
        }
    }
}

extension Studio {
    fileprivate func expectRoom(_ place: String, at sizes: [(Int, Int)]) async throws {
        for (width, height) in sizes {
            try await browser.resize(width, height)
            try await waitForAnimations()
            try await expectRoom("\(place) at \(width)")
        }
    }

    /// Expects that nothing overflows in any language, and that buttons are as large in each.
    private func expectRoom(_ place: String) async throws {
        let rooms = try await room(in: languages)
        for room in rooms {
            #expect(room.overflow.isEmpty, "\(room.language), \(place): \(room.overflow)")
            for (id, size) in room.buttons.members {
                #expect(try isSameSize(size, rooms[0].buttons[id]), "\(id) in \(room.language), \(place)")
            }
        }
    }

    /// WebKit gives the pixels that are left over now to one button of a row, now to another.
    private func isSameSize(_ size: JSON, _ other: JSON) throws -> Bool {
        guard try BrowserEngine.tested == .webkit else { return size == other }
        let (sides, others) = (Self.sides(size), Self.sides(other))
        return sides.count == 2 && others.count == 2 && zip(sides, others).allSatisfy { abs($0 - $1) <= 1 }
    }

    /// Of "112 × 38".
    private static func sides(_ size: JSON) -> [Int] { (size.text ?? "").split(separator: " ").compactMap { Int($0) } }

    /// What overflows in each language, and the sizes of buttons. One request to the browser: with one for each step,
    /// most of a test's time went by between them.
    fileprivate func room(
        in languages: [String]
    ) async throws -> [(language: String, overflow: [String], buttons: JSON)] {
        let rooms = try await browser.run(
            """
            const menu = document.getElementById('language');
            const rooms = [];
            for (const language of arguments[0]) {
              menu.value = language;
              menu.dispatchEvent(new Event('change'));
              while (document.documentElement.lang !== language) await new Promise((done) => setTimeout(done, 1));
              const overflow = (() => {\(findOverflow)})();
              const buttons = (() => {\(measureButtons)})();
              rooms.push({ overflow, buttons });
            }
            return rooms;
            """, .array(languages.map(JSON.string)))
        return zip(languages, rooms.list).map { ($0, $1["overflow"].list.compactMap(\.text), $1["buttons"]) }
    }
}
