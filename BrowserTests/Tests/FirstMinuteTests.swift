import Foundation
import Testing

extension StudioTests {
    /// The way of a person who has never seen the studio.
    @Suite struct FirstMinute {
        @Test(arguments: [BrowserOptions(), .phone])
        func threePhotosOneMendedAndOneWithWordsAreAPackForWhatsAppInAMinute(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.empty, options) { studio in
                let begun = ContinuousClock.now
                try await studio.countTaps()
                try await studio.addThree()
                try await studio.openEditor()
                try await studio.mend("Cat.png", with: options.isPhone ? "touch" : "mouse")
                try await studio.browser.click("#editor-next")
                try await studio.write("Hello", on: "Coffee.png", tappingField: !options.isPhone)
                try await studio.browser.click("#editor-close")
                try await studio.browser.click("#card-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=whatsapp]")
                try await studio.browser.click("#pack-make")
                let pack = try ZipFile(await studio.browser.downloaded("My stickers.wastickers"))
                let needed = ContinuousClock.now - begun

                let names = pack.entries.map(\.name)
                #expect(names.contains("title.txt") && names.contains("author.txt"))
                let stickers = pack.entries.filter { $0.name.hasSuffix(".webp") }
                #expect(stickers.count == 3 && stickers.allSatisfy { $0.bytes.isWebP }, "\(names)")
                let trays = pack.entries.filter { $0.name.hasSuffix(".png") }
                #expect(trays.count == 1 && trays.allSatisfy { $0.bytes.isPNG }, "\(names)")
                #expect(try await studio.browser.text("#pack-next").contains("Add to WhatsApp"))
                // Beside those with which the system's picker is opened and used. A phone's keyboard comes by itself.
                let taps = try #require(try await studio.browser.run("return window.taps").int)
                print("first minute: \(taps) taps, \(needed)")
                #expect(taps > 5 && taps <= (options.isPhone ? 10 : 11))
                // Less on a machine that does nothing else.
                let load = try String(contentsOfFile: "/proc/loadavg", encoding: .utf8).prefix { $0 != " " }
                let busy = max(1, (Double(load) ?? 0) / Double(ProcessInfo.processInfo.activeProcessorCount))
                #expect(needed < .seconds(60 * busy))
            }
        }
    }
}

extension Studio {
    /// From now on: each stroke is one, too.
    fileprivate func countTaps() async throws {
        try await browser.run(
            """
            window.taps = 0;
            addEventListener('pointerdown', ({ isTrusted }) => { window.taps += isTrusted ? 1 : 0; }, true);
            """)
    }

    fileprivate func addThree() async throws {
        let files = try [Photos.cat, Photos.coffee, Photos.astronaut].map { try $0.written().path }
        try await browser.element("#photo-input").type(files.joined(separator: "\n"))
        try await browser.wait(
            "the page has three stickers",
            until: "import('/core/store.js').then(({ store }) => store.done.length === 3)", within: 60)
        try await expectCard("Cat.png", "1 / 3")
        try await waitForStickers()
        try await waitForAnimations()
    }

    /// In the editor: a stroke takes something away.
    fileprivate func mend(_ name: String, with pointer: String) async throws {
        let before = try await sticker(of: name)
        try await choose("[name=mode][value=brush]")
        try await choose("[name=brush][value=remove]")
        try await browser.wait(
            "the cut-out is shown", until: "document.getElementById('frame-cutout').naturalWidth > 0")
        let place = try await browser.place(of: "#brush-canvas")
        try await browser.drag(along: [place, place.moved(20, 0)], pointer: pointer)
        try await photo(name, is: "mended") { $0["strokes"]["done"].int == 1 && $0["rendering"] != true }
        #expect(try await sticker(of: name) != before)
    }

    /// In the editor. Where the keyboard does not come by itself, the field is tapped.
    fileprivate func write(_ words: String, on name: String, tappingField: Bool) async throws {
        try await choose("[name=mode][value=text]")
        if tappingField { try await browser.click("#text-words") }
        try await browser.element("#text-words").type(words)
        try await photo(name, is: "with its words") {
            $0["style"]["text"]["words"].text == words && $0["rendering"] != true
        }
    }
}
