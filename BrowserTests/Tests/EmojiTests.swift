import Foundation
import Testing

extension StudioTests {
    @Suite struct Emoji {
        @Test(arguments: [BrowserOptions(), .phone])
        func stickersWithoutEmojiAreLedToOneAfterTheOtherWithSuggestionsOfTheirNames(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openPackFields(for: "whatsapp")
                #expect(
                    try await studio.browser.text("#pack-emoji-left").hasPrefix(
                        "4 stickers have no emoji of their own and use 🙂"))
                try await studio.browser.click("#pack-emoji-each")
                try await studio.waitForEmoji()
                for (number, emoji) in zip(1..., ["🐈", "☕", "🧑‍🚀", "🚀"]) {
                    #expect(try await studio.browser.text("#emoji-title") == "Sticker \(number) of 4")
                    try await studio.browser.wait(
                        "it is seen", until: "document.getElementById('emoji-sticker').naturalWidth > 9")
                    let first = "#emoji-list [data-group=suggested] .emoji-one"
                    #expect(try await studio.browser.text(first) == emoji)
                    try await studio.browser.click(first)
                    try await studio.browser.click("#emoji-done")
                }
                #expect(try await studio.browser.element("#emoji").property("open") == false)
                try await studio.photo("Rocket.jpg", is: "with its emoji") { $0["metadata"]["emoji"] == "🚀" }
                try await studio.browser.wait(
                    "none is left", until: "document.getElementById('pack-emoji-left').hidden")
                try await studio.makePack(for: "whatsapp")
                let pack = try ZipFile(await studio.browser.downloaded("My stickers.wastickers"))
                #expect(pack.entries.count { $0.name.hasSuffix(".webp") } == 4)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func threeAtMostAndThoseThatWereUsedLastComeFirst(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openPackFields(for: "telegram")
                try await studio.openPackEach()
                let row = ".pack-sticker:nth-child(2) .emoji-button"
                try await studio.browser.click(row)
                try await studio.choose(emoji: "grinning face", "red heart", "pizza", "rocket")
                #expect(try await studio.chosenEmoji() == ["😀", "❤️", "🍕"])
                #expect(try await studio.browser.text("#emoji-hint").hasPrefix("3 are the most"))
                try await studio.browser.click("#emoji-chosen button:nth-child(2)")
                try await studio.choose(emoji: "rocket")
                #expect(try await studio.chosenEmoji() == ["😀", "🍕", "🚀"])
                try await studio.browser.click("#emoji-done")
                #expect(try await studio.browser.run("return document.querySelector('\(row)').value") == "😀🍕🚀")
                #expect(try await studio.focus(isOn: row), "the focus is where it was")
                try await studio.photo("Coffee.png", is: "with its emoji") { $0["metadata"]["emoji"] == "😀🍕🚀" }

                try await studio.browser.click("#pack-emoji")
                #expect(try await studio.browser.text("#emoji-list [data-group=recent] .emoji-grid") == "🚀🍕❤️😀")
                try await studio.choose(emoji: "pizza")
                try await studio.browser.click("#emoji .close")
                #expect(try await studio.browser.element("#pack-emoji").property("value") == "🍕")
                try await studio.open()
                try await studio.openPackFields(for: "telegram")
                #expect(try await studio.browser.element("#pack-emoji").property("value") == "🍕", "it is remembered")
                #expect(
                    try await studio.browser.text("#pack-emoji-left").hasPrefix(
                        "3 stickers have no emoji of their own and use 🍕"))
            }
        }

        @Test func namesAreSearchedInThePagesLanguageAndInEnglishByKeysAlone() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.use("de")
                try await studio.openPackFields(for: "whatsapp")
                try await studio.browser.click("#pack-emoji")
                try await studio.waitForEmoji()
                #expect(try await studio.focus(isOn: "#emoji-search"))
                let found = ["Geburtst": "🎂", "birthday cake": "🎂", "deutschland": "🇩🇪", "🦄": "🦄"]
                for (typed, emoji) in found {
                    #expect(try await studio.search(emoji: typed).first == emoji, "\(typed)")
                }
                #expect(try await studio.search(emoji: "xyzzy") == [])
                #expect(try await studio.browser.text("#emoji-list") == "Kein Emoji gefunden")
                _ = try await studio.search(emoji: "")
                try await studio.browser.press(.down)
                #expect(try await studio.focus(isOn: "#emoji-list [data-group=smileys] .emoji-one:first-child"))
                try await studio.browser.press(.right)
                #expect(try await studio.focus(isOn: "#emoji-list [data-group=smileys] .emoji-one:nth-child(2)"))
                try await studio.browser.press(.down)
                #expect(
                    try await studio.browser.run(
                        """
                        const one = document.querySelector('[data-group=smileys] .emoji-one:nth-child(2)').getBoundingClientRect();
                        const other = document.activeElement.getBoundingClientRect();
                        return one.x === other.x && one.y < other.y;
                        """) == true)
                try await studio.browser.press(.space)
                #expect(try await studio.chosenEmoji().count == 1)
                try await studio.browser.press(.up)
                try await studio.browser.press(.up)
                #expect(try await studio.focus(isOn: "#emoji-search"))
                _ = try await studio.search(emoji: "Katze")
                try await studio.browser.press(.enter)
                #expect(try await studio.chosenEmoji().last == "🐈")
                #expect(try await studio.browser.element("#emoji-search").property("value") == "")
                // Enter without a word leads on.
                try await studio.browser.press(.enter)
                #expect(try await studio.browser.element("#emoji").property("open") == false)
            }
        }

        @Test func anEmojiOfAPersonHasTheSkinToneThatWasChosen() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openPackFields(for: "whatsapp")
                try await studio.browser.click("#pack-emoji")
                try await studio.waitForEmoji()
                try await studio.browser.click("#emoji-groups [aria-label=People]")
                try await studio.browser.wait(
                    "the list stands still where people begin",
                    until: """
                        (() => {
                          const { top } = document.querySelector('[data-group=people]').getBoundingClientRect();
                          const before = document.body.dataset.top;
                          document.body.dataset.top = top;
                          return before === String(top) && document.getElementById('emoji-list').scrollTop > 0;
                        })()
                        """)
                try await studio.choose("[name=emoji-tone][value='🏽']")
                try await studio.choose(emoji: "thumbs up", "family", "astronaut")
                #expect(try await studio.chosenEmoji() == ["👍🏽", "👪", "🧑🏽‍🚀"])
                #expect(try await studio.browser.text("#pack-emoji") == "👍🏽👪🧑🏽‍🚀")
            }
        }

        @Test func wordsOnAStickerItsTitleAndItsFilesNameSuggestEmojiOtherNamesDoNot() async throws {
            try await withStudio { studio in
                let seen = try await studio.browser.run(
                    """
                    const { emojiTable } = await import('/emoji/emoji-table.js');
                    const { suggestedEmoji } = await import('/emoji/suggestions.js');
                    const found = [];
                    for (const [language, words, name, colors] of arguments[0]) {
                      const tables = await Promise.all([emojiTable(language), emojiTable('en')]);
                      const photo = { name, style: { text: words ? { words } : null }, colors: colors.map((hex) => ({ hex })) };
                      found.push(suggestedEmoji(photo, tables));
                    }
                    return found;
                    """,
                    .array(Self.photos.map(\.json)))
                for (photo, seen) in zip(Self.photos, seen.list) {
                    let emoji = seen.list.compactMap(\.text)
                    #expect(emoji.first == photo.first, "\(photo.words) \(photo.name): \(emoji)")
                    #expect(emoji.count <= 6)
                }
                #expect(seen.list.count == Self.photos.count)
            }
        }

        private struct Named {
            var language = "en"
            var words = ""
            var name = "IMG_2031.jpg"
            var colors: [String] = []
            var first: String?

            var json: JSON {
                [.string(language), .string(words), .string(name), .array(colors.map(JSON.string))]
            }
        }

        private static let photos = [
            Named(words: "Happy birthday!", first: "🎂"), Named(words: "Good night", name: "cat.jpg", first: "🌙"),
            Named(words: "LOL", first: "😂"), Named(name: "my dog.jpg", first: "🐕"),
            Named(name: "red-car.jpg", first: "🚗"), Named(), Named(name: "Screenshot 2024-01-01.png"),
            Named(name: "PXL_20240101_123456.jpg"), Named(colors: ["#e02424", "#ffffff"], first: "❤️"),
            Named(colors: ["#8e8e8e"]), Named(language: "de", words: "Alles Gute zum Geburtstag", first: "🎂"),
            Named(language: "de", name: "Katze.jpg", first: "🐈"),
            Named(language: "de", words: "Thank you", first: "🙏"),
            Named(language: "es", words: "¡Feliz cumpleaños!", first: "🎂"),
            Named(language: "fr", name: "le chat.jpg", first: "🐈"),
            Named(language: "ja", words: "誕生日おめでとう", first: "🎂"), Named(language: "ja", name: "ねこ.jpg", first: "🐈"),
            Named(language: "ko", words: "고마워", first: "🙏"), Named(language: "pt", words: "Obrigado", first: "🙏"),
            Named(language: "ru", words: "С днём рождения", first: "🎂"),
            Named(language: "zh-Hans", words: "生日快乐", first: "🎂"),
        ]
    }
}

extension Studio {
    fileprivate func openPackFields(for target: String) async throws {
        try await browser.click("#card-share")
        try await waitForTargets()
        try await browser.click("#share-targets [data-target=\(target)]")
        try await browser.wait("the fields are there", until: "document.getElementById('pack').open")
    }

    fileprivate func chosenEmoji() async throws -> [String] {
        try await browser.run(
            "return [...document.querySelectorAll('#emoji-chosen button')].map((one) => one.textContent)"
        ).list.compactMap(\.text)
    }

    fileprivate func search(emoji typed: String) async throws -> [String] {
        try await browser.run(
            """
            const field = document.getElementById('emoji-search');
            field.value = arguments[0];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            return [...document.querySelectorAll('#emoji-list .emoji-one')].map((one) => one.value);
            """, .string(typed)
        ).list.compactMap(\.text)
    }
}
