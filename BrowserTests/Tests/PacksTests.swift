import Foundation
import Testing

extension StudioTests {
    @Suite struct Packs {
        @Test(arguments: [BrowserOptions(), .phone], ["#card-share", "#grid-share"])
        func itIsThreeTapsFromThePhotosToThePack(_ options: BrowserOptions, _ share: String) async throws {
            try await withStudio(.stickers, options) { studio in
                if share == "#grid-share" { try await studio.openGrid() }
                try await studio.browser.run(
                    """
                    window.taps = 0;
                    document.addEventListener('click', ({ isTrusted }) => { window.taps += isTrusted ? 1 : 0; }, true);
                    """)
                try await studio.browser.click(share)
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=whatsapp]")
                #expect(try await studio.browser.run("return document.getElementById('pack-wait').hidden") == true)
                try await studio.browser.run("document.getElementById('pack-each').open = true")
                try await studio.browser.click("#pack-make")
                let pack = try ZipFile(await studio.browser.downloaded("My stickers.wastickers"))
                let names = pack.entries.map(\.name)
                #expect(names.contains("title.txt") && names.count { $0.hasSuffix(".webp") } == 4)
                #expect(pack.entries.filter { $0.name.hasSuffix(".webp") }.allSatisfy { $0.bytes.isWebP })
                #expect(try await studio.browser.text("#pack-next").contains("Add to WhatsApp"))
                #expect(try await studio.browser.run("return window.taps") == 3)
                #expect(try await studio.browser.text("#pack-saved") == "Saved: My stickers.wastickers")
                #expect(try await studio.browser.text("#pack-download").hasPrefix("Download again"))
                #expect(
                    try await studio.browser.run(
                        """
                        const { x, y, width, height } = document.getElementById('pack-saved').getBoundingClientRect();
                        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('#pack-saved') !== null;
                        """) == true, "it is in sight below the texts of all stickers")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theFileForWhatsAppIsHandedToAnotherAppThatTakesIt(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.run(
                    """
                    window.shared = [];
                    navigator.canShare = () => true;
                    navigator.share = async ({ files }) => { window.shared.push(...files.map(({ name, size }) => [name, size > 1000])); };
                    """)
                try await studio.openPack(for: "whatsapp")
                try await studio.browser.wait("it is offered", until: "!document.getElementById('pack-share').hidden")
                try await studio.browser.click("#pack-share")
                let shared = try await studio.browser.run("return window.shared").list
                // The first came with the click that made it, unless that took long.
                #expect((1...2).contains(shared.count) && shared.last == ["My stickers.wastickers", true])
                try await studio.browser.click("#pack-targets [data-target=telegram]")
                try await studio.makePack(for: "telegram")
                #expect(try await studio.browser.run("return document.getElementById('pack-share').hidden") == true)
                let next = "return [...document.querySelectorAll('#pack-next li')].map((one) => one.textContent)"
                let said = try await studio.browser.run(next).list
                #expect(said.count == 2 && said[0].text?.hasPrefix("WhatsApp ") == true)
                #expect(said.last?.text?.contains("/newpack") == true)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func eachStickerHasItsOwnEmojiAndTitleWhichStayWithItsPhoto(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openPack(for: "whatsapp")
                try await studio.openPackEach()
                let fields = ".pack-sticker:nth-child(2) input"
                #expect(
                    try await studio.browser.run(
                        "return [...document.querySelectorAll('\(fields)')].map((one) => one.placeholder)")
                        == ["Coffee", ""])
                #expect(
                    try await studio.browser.run(
                        "return [...document.querySelectorAll('\(fields)')].map((one) => one.parentElement.innerText)")
                        == ["Title", "Image description"])
                #expect(try await studio.browser.text(".pack-sticker:nth-child(2) .emoji-button") == "🙂")
                try await studio.browser.element("\(fields)[name=title]").type("A cup of coffee")
                #expect(try await studio.browser.run("return document.getElementById('pack-download').hidden") == true)
                try await studio.makePack(for: "whatsapp")
                try await studio.browser.click(".pack-sticker:nth-child(2) .emoji-button")
                try await studio.choose(emoji: "hot beverage", "spoon")
                try await studio.browser.click("#emoji-done")
                #expect(try await studio.browser.run("return document.getElementById('pack-download').hidden") == true)
                try await studio.browser.click("#pack-targets [data-target=telegram]")
                try await studio.makePack(for: "telegram")
                let zip = try ZipFile(await studio.browser.downloaded("My stickers.zip"))
                let contents = try #require(zip.entries.first { $0.name == "whatsapp/contents.json" })
                let stickers = try JSON(parsing: String(decoding: contents.bytes, as: UTF8.self))["sticker_packs"]
                    .list[0]["stickers"].list
                #expect(stickers.map { $0["emojis"] } == [["🙂"], ["☕", "🥄"], ["🙂"], ["🙂"]])
                #expect(stickers[1]["accessibility_text"] == "A cup of coffee")

                try await studio.open()
                try await studio.openPack(for: "whatsapp")
                try await studio.openPackEach()
                #expect(
                    try await studio.browser.run(
                        "return [...document.querySelectorAll('\(fields)')].map((one) => one.value)")
                        == ["A cup of coffee", ""])
                try await studio.browser.click(".pack-sticker:nth-child(2) .emoji-button")
                try await studio.waitForEmoji()
                for _ in 1...2 { try await studio.browser.click("#emoji-chosen button") }
                try await studio.photo("Coffee.png", is: "without emoji") {
                    $0["metadata"]["emoji"] == .null && $0["metadata"]["title"] == "A cup of coffee"
                }
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aPlatformThatTakesTextsForPeopleWhoCannotSeeStickersGetsThem(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openPack(for: "png")
                try await studio.openPackEach()
                let field = ".pack-sticker:nth-child(2) [name=text]"
                let isSeen = "return document.querySelector('\(field)').checkVisibility()"
                #expect(try await studio.browser.run(isSeen) == false, "a folder of pictures has none")
                try await studio.browser.click("#pack-targets [data-target=whatsapp]")
                #expect(try await studio.browser.run(isSeen) == true)
                try await studio.browser.element(field).type("A cup on a saucer")
                #expect(try await studio.browser.run("return document.getElementById('pack-download').hidden") == true)
                // What was typed is kept before the pack is made.
                try await studio.makePack(for: "whatsapp")
                try await studio.browser.click("#pack-targets [data-target=png]")
                try await studio.browser.click("#pack-targets [data-target=telegram]")
                try await studio.browser.run("document.getElementById('pack-name').value = 'With texts'")
                try await studio.makePack(for: "telegram")
                let zip = try ZipFile(await studio.browser.downloaded("With texts.zip"))
                let contents = try #require(zip.entries.first { $0.name == "whatsapp/contents.json" })
                let stickers = try JSON(parsing: String(decoding: contents.bytes, as: UTF8.self))["sticker_packs"]
                    .list[0]["stickers"].list
                #expect(
                    stickers.map { $0["accessibility_text"] } == ["Cat", "A cup on a saucer", "Astronaut", "Rocket"])

                try await studio.open()
                try await studio.openPack(for: "whatsapp")
                try await studio.openPackEach()
                #expect(
                    try await studio.browser.run("return document.querySelector('\(field)').value")
                        == "A cup on a saucer")
                try await studio.fill(field, "")
                try await studio.photo("Coffee.png", is: "without a text") { $0["metadata"]["text"] == .null }
            }
        }

        @Test func everyRuleIsShownWithItsLimitAndWhatWasFound() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openPack(for: "whatsapp")
                let rows = try await studio.browser.run(
                    """
                    document.querySelector('.pack-report summary').click();
                    return [...document.querySelectorAll('.pack-rule')].map((row) =>
                      ({ rule: row.dataset.rule, isSeen: row.checkVisibility(), text: row.textContent }));
                    """
                ).list
                #expect(rows.count > 10 && rows.allSatisfy { $0["isSeen"] == true })
                let count = rows.first { $0["rule"] == "sticker-count" }?["text"].text ?? ""
                #expect(count.contains("3") && count.contains("30") && count.contains("4"), "\(count)")
            }
        }

        @Test func aPackThatBreaksARuleIsWrittenOnlyWhenAsked() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openPack(for: "line")
                #expect(try await studio.browser.run("return document.getElementById('pack-download').hidden") == true)
                #expect(try await studio.browser.run("return document.querySelector('.pack-report').open") == true)
                #expect(try await !studio.browser.text(".pack-remedy").isEmpty)
                try await studio.browser.click("#pack-force")
                try await studio.browser.wait(
                    "it is written", until: "!document.getElementById('pack-download').hidden", within: 60)
                let zip = try ZipFile(await studio.browser.downloaded("My stickers.zip"))
                #expect(zip.entries.contains { $0.name.hasPrefix("line/") })
            }
        }

        @Test func titleAuthorAndEmojiGoIntoThePackAndAreRemembered() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openPack(for: "whatsapp")
                try await studio.fill("#pack-name", "Cats & Co")
                try await studio.fill("#pack-author", "Ada")
                #expect(try await studio.browser.run("return document.getElementById('pack-download').hidden") == true)
                try await studio.browser.click("#pack-emoji")
                try await studio.choose(emoji: "cat face")
                try await studio.browser.click("#emoji-done")
                try await studio.browser.click("#pack-targets [data-target=telegram]")
                try await studio.makePack(for: "telegram")
                let zip = try ZipFile(await studio.browser.downloaded("Cats & Co.zip"))
                #expect(zip.entries.contains { $0.name.hasPrefix("telegram/") })
                let contents = try #require(zip.entries.first { $0.name == "whatsapp/contents.json" })
                let pack = try JSON(parsing: String(decoding: contents.bytes, as: UTF8.self))["sticker_packs"].list[0]
                #expect(pack["name"] == "Cats & Co" && pack["publisher"] == "Ada")
                #expect(pack["stickers"].list.allSatisfy { $0["emojis"] == ["🐱"] })
                try await studio.open()
                try await studio.openPack(for: "whatsapp")
                let kept = try await studio.browser.run(
                    "return ['name', 'author', 'emoji'].map((name) => document.getElementById(`pack-${name}`).value)")
                #expect(kept == ["Cats & Co", "Ada", "🐱"])
            }
        }

        @Test func tooManyStickersForAPlatformTheNearestNumbersAreSaidAndTheBestCanBeKept()
            async throws
        {
            try await withStudio(.stickers) { studio in
                // Nine for LINE take long to make.
                try await studio.browser.run(
                    """
                    const own = window.fetch;
                    window.asked = [];
                    window.fetch = async (address, options) => {
                      if (!String(address).endsWith('/packs')) return own(address, options);
                      const body = JSON.parse(options.body);
                      window.asked.push(body);
                      const isBest = body.count === 'best';
                      const target = {
                        target: 'line', name: 'LINE', packs: 1, shortenedEmoji: 0, kept: isBest, written: isBest,
                        stickers: isBest ? 8 : 9, leftOut: isBest ? ['Rocket.png'] : [], ofOtherKind: [], rules: [],
                        ...(isBest ? {} : { fewer: 8, more: 16 }),
                      };
                      return new Response(JSON.stringify({ targets: [target], ...(isBest ? { id: 'x', bytes: 9 } : {}) }));
                    };
                    """)
                try await studio.openPack(for: "line")
                try await studio.browser.wait("it is offered", until: "!document.getElementById('pack-best').hidden")
                #expect(try await studio.browser.text("#pack-best") == "Keep the best 8")
                #expect(try await studio.browser.text("#pack-reports").contains("Nearest allowed numbers: 8, 16"))
                try await studio.browser.click("#pack-best")
                try await studio.browser.wait("it is made", until: "!document.getElementById('pack-download').hidden")
                #expect(try await studio.browser.text("#pack-reports").contains("Left out: Rocket"))
                #expect(
                    try await studio.browser.run("return window.asked.map(({ count }) => count ?? null)") == [
                        .null, "best",
                    ])
                #expect(try await studio.browser.element("#pack-best").property("hidden") == true)
            }
        }

        @Test func aPackThatWasMadeGivesWayToWhatIsTypedAndTheNextIsMadeAtOnce() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openPack(for: "png")
                #expect(try await studio.browser.run("return document.getElementById('pack-make').hidden") == true)
                try await studio.browser.element("#pack-name").type("My stickers 2")
                #expect(try await studio.browser.run("return document.getElementById('pack-download').hidden") == true)
                #expect(try await studio.browser.element("#pack-reports").property("childElementCount") == 0)
                #expect(try await studio.focus(isOn: "#pack-name"))
                try await studio.makePack(for: "png")
                let zip = try ZipFile(await studio.browser.downloaded("My stickers 2.zip"))
                #expect(zip.entries.count { $0.name.hasSuffix(".png") } == 4)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func itIsSaidHowFarAPackIsAndItCanBeCancelled(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.run(
                    """
                    const own = window.fetch;
                    window.aborted = 0;
                    window.fetch = (address, options) => {
                      if (String(address).includes('/packs/progress/')) {
                        return Promise.resolve(new Response(JSON.stringify({ done: 3, total: 4 })));
                      }
                      if (!String(address).endsWith('/packs')) return own(address, options);
                      return new Promise((_, reject) => options.signal.addEventListener('abort', () => {
                        window.aborted += 1;
                        reject(options.signal.reason);
                      }));
                    };
                    """)
                try await studio.browser.click("#card-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=png]")
                try await studio.browser.click("#pack-make")
                try await studio.browser.wait(
                    "it is said",
                    until: "document.getElementById('pack-wait-text').textContent === '3 of 4 stickers'")
                #expect(try await studio.browser.element("#pack-progress").property("value") == 3)
                try await studio.browser.wait(
                    "it is heard", until: "document.getElementById('announcer').textContent === '3 of 4 stickers'")
                #expect(try await studio.focus(isOn: "#pack-cancel"))
                try await studio.browser.click("#pack-cancel")
                #expect(try await studio.browser.run("return window.aborted") == 1)
                #expect(try await studio.browser.run("return document.getElementById('pack-wait').hidden") == true)
                #expect(try await studio.focus(isOn: "#pack-make"))
            }
        }

        @Test func thePageTakesForEmojiWhatTheStudioTakes() async throws {
            try await withStudio { studio in
                let emoji = [
                    "🙂", "🙂, 🐱 ❤️", "1️⃣", "#️⃣", "👍🏽", "👩‍🚀", "🏳️‍🌈", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☺️", "🧑🏽‍⚕️", "👨‍👩‍👧‍👦", "☺", "❤ ☀", "1\u{20E3}",
                    "❤\u{200D}🔥",
                ]
                let others = ["", ",", "☺\u{FE0E}", "1", "#", "cat", "🙂a", "🇩", "🇩🇪🇫", "🏽", "😀\u{FE0E}", "a\u{FE0F}"]
                let seen = try await studio.browser.run(
                    """
                    const { isOnlyEmoji } = await import('/packs/emoji.js');
                    const statusOf = async (emoji) => (await fetch('/api/v1/packs', {
                      method: 'POST', headers: { 'Content-Type': 'application/json' },
                      body: JSON.stringify({ targets: ['png'], emoji }),
                    })).status;
                    const found = [];
                    for (const text of arguments[0]) found.push([isOnlyEmoji(text), await statusOf(text)]);
                    return found;
                    """, .array((emoji + others).map { .string($0) }))
                // Without a photo there is nothing to make a pack of.
                let wanted =
                    Array(repeating: [true, 404] as JSON, count: emoji.count)
                    + Array(repeating: [false, 400] as JSON, count: others.count)
                for (text, (seen, wanted)) in zip(emoji + others, zip(seen.list, wanted)) {
                    #expect(seen == wanted, "\(text)")
                }
                #expect(seen.list.count == wanted.count)
            }
        }

        @Test(arguments: ["null", #"{"emoji":"cat"}"#, #"{"name":7,"author":["Ada"],"emoji":null}"#, "{"])
        func whatWasKeptInAnotherFormIsLeftOut(_ kept: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.run("localStorage.setItem('peel.pack', arguments[0])", .string(kept))
                try await studio.openPack(for: "whatsapp")
                let fields = try await studio.browser.run(
                    """
                    return ['name', 'author', 'emoji'].map((name) => document.getElementById(`pack-${name}`))
                      .map((field) => field.value || field.placeholder);
                    """)
                #expect(fields == ["My stickers", "Peel", "🙂"])
            }
        }

        @Test func aPackOfTheSelectedStickersHasNoOthers() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                let boxes = try await studio.browser.elements(".tile-check")
                for index in [1, 3] { try await boxes[index].click() }
                try await studio.browser.click("#grid-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=png]")
                try await studio.makePack(for: "png")
                let zip = try ZipFile(await studio.browser.downloaded("My stickers.zip"))
                let pictures = zip.entries.map(\.name).filter { $0.hasSuffix(".png") }
                #expect(pictures == ["png/01-Coffee.png", "png/02-Rocket.png"])
            }
        }
    }
}

extension Studio {
    /// As typed, with the field left afterwards.
    fileprivate func fill(_ selector: String, _ text: String) async throws {
        try await browser.run(
            """
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
            """, .string(selector), .string(text))
    }
}
