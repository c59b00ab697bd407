import Foundation
import Testing

extension StudioTests {
    /// Clips, and their stickers, which move.
    @Suite struct Living {
        @Test func aPickedClipBecomesAStickerThatPlaysIsStyledAndIsShared() async throws {
            try await withStudio { studio in
                try await studio.browser.element("#photo-input").type(try Photos.clip().written().path)
                try await studio.waitForClip()
                let photo = try await studio.server.photo("Cat.mp4")
                #expect((photo["sticker"]["living"]["frames"].int ?? 0) > 2)
                try await studio.expectCard(plays: true)
                let name = try await studio.browser.run(
                    """
                    return document.querySelector('.card .moves-sign')
                      && document.querySelector('.card-open').getAttribute('aria-label');
                    """)
                #expect(name == "Edit Cat.mp4, animated")
                try await studio.expectHiddenCardRests()
                try await studio.expectCoveredCardRests()
                try await studio.expectPlayingTile()
                try await studio.expectSharing()
                try await studio.expectLooks()
            }
        }

        @Test func theWorkOnAClipIsShownAndEndsWhereAPersonStopsIt() async throws {
            try await withStudio { studio in
                let browser = studio.browser
                try await browser.element("#photo-input").type(try Photos.clip(seconds: 2.9).written().path)
                try await browser.wait("frames are counted", until: Self.counts(on: ".card"), within: 120)
                try await browser.click(".card [data-action=stop]")
                try await browser.wait(
                    "the card says so", until: "document.querySelector('.card .invalid-title')?.checkVisibility()")
                #expect(try await browser.text(".card .invalid-title") == "Stopped: this clip has no sticker yet")
                let stopped = try await studio.photo("Cat.mp4", is: "stopped") { $0["progress"] == .null }
                #expect(stopped["state"] == "waiting" && stopped["stopped"] == true)
                // Its tile says so, too, and the open grid does not begin it again.
                try await studio.openGrid()
                #expect(try await browser.text(".tile .tile-reason") == "Stopped: this clip has no sticker yet")
                #expect(try await studio.server.photo("Cat.mp4")["stopped"] == true)
                try await browser.click(".tile-open")
                try await browser.wait("it is made", until: Self.counts(on: ".tile"))
                try await studio.photo("Cat.mp4", is: "made") { $0["state"] == "done" }
                try await browser.press(.escape)
                try await studio.waitForClip()
                try await studio.expectStoppedEdit()
            }
        }

        private static func counts(on place: String) -> String {
            "/^\\d+ of 58 frames$/.test(document.querySelector('\(place) .clip-work p')?.textContent)"
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aStickerThatMovesRestsOutOfViewAndWhatAPackDoesWithItIsSaidBeforeItIsMade(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.element("#photo-input").type(try Photos.clip().written().path)
                try await eventually("the clip is there") { try await studio.server.photos.count == 5 }
                try await studio.server.processAll()
                try await studio.browser.wait(
                    "the page knows", until: "import('/core/store.js').then(({ store }) => store.done.length === 5)")
                try await studio.browser.press(.end)
                try await studio.expectCard("Cat.mp4", "5 / 5")
                try await studio.expectCard(plays: true)
                // The one beside it would still peep in.
                for (name, number) in [("Rocket.jpg", 4), ("Astronaut.png", 3)] {
                    try await studio.browser.press(.left)
                    try await studio.expectCard(name, "\(number) / 5")
                }
                try await studio.expectCard(plays: false)
                try await studio.browser.click("#card-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=whatsapp]")
                #expect(
                    try await studio.browser.text("#pack-kinds")
                        == "WhatsApp: 1 animated sticker is left out: a pack of animated stickers needs at least 3.")
                try await studio.browser.click("#pack-targets [data-target=whatsapp]")
                try await studio.browser.click("#pack-targets [data-target=telegram]")
                #expect(try await studio.browser.element("#pack-kinds").property("hidden") == true)
                try await studio.browser.click("#pack-targets [data-target=viber]")
                #expect(
                    try await studio.browser.text("#pack-kinds").hasPrefix(
                        "Viber: 1 animated sticker is left out of the pack."))
            }
        }

        @Test func withLessMotionItStandsStillAndADroppedClipIsTaken() async throws {
            try await withStudio(.empty, BrowserOptions(isMotionReduced: true)) { studio in
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
                    """, try Photos.clip().json)
                try await studio.waitForClip()
                #expect(try await studio.shown(".card-sticker").contains("/sticker.png?"))
                try await studio.openGrid()
                try await studio.browser.wait(
                    "the tile is there", until: "document.querySelector('.tile img')?.complete")
                #expect(try await studio.shown(".tile img").contains("/thumbnail.webp?"))
            }
        }
    }
}

extension Studio {
    /// Making the sticker of a clip takes longer than that of a photo.
    func waitForClip() async throws {
        try await browser.wait(
            "the clip's sticker is shown", until: "document.querySelector('.card-sticker.shown')?.complete", within: 120
        )
    }

    /// Another part of the clip is cut; the sticker stays as it was.
    fileprivate func expectStoppedEdit() async throws {
        let id = try #require(try await server.photo("Cat.mp4")["id"].text)
        try await server.send("PUT", "/photos/\(id)/clip", ["start": 50])
        try await browser.wait(
            "it is in work", until: "document.querySelector('.card .clip-work [data-action=stop]')?.checkVisibility()")
        let before = try await server.photo("Cat.mp4")["revision"]
        try await browser.click(".card [data-action=stop]")
        try await browser.wait(
            "the card offers to make it",
            until: "document.querySelector('.card .clip-work [data-action=make]')?.checkVisibility()")
        let told = try await browser.text(".card .clip-work p")
        let clip = try await server.photo("Cat.mp4")
        #expect(told == "Stopped: the sticker is as it was", "\(clip)")
        #expect(try await shown(".card-sticker").hasSuffix("r=\(before.int ?? 0)"))
        try await browser.click(".card [data-action=make]")
        try await photo("Cat.mp4", is: "of the other part") { $0["revision"] != before && $0["stopped"] == false }
        try await browser.wait(
            "nothing is in work", until: "!document.querySelector('.card .clip-work').checkVisibility()")
    }

    fileprivate func shown(_ selector: String) async throws -> String {
        try await browser.run("return document.querySelector(arguments[0]).src", .string(selector)).text ?? ""
    }

    fileprivate func expectCard(plays: Bool) async throws {
        try await browser.wait(
            "the card \(plays ? "plays" : "stands still")",
            until: "document.querySelector('.card[data-moves] .card-sticker')?.src.includes(arguments[0])",
            .string("/sticker.\(plays ? "webp" : "png")?"))
    }

    /// In a tab of the browser that is hidden, too, what is not seen stands still.
    fileprivate func expectHiddenCardRests() async throws {
        for isHidden in [true, false] {
            try await browser.run(
                """
                Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });
                document.dispatchEvent(new Event('visibilitychange'));
                """, .bool(isHidden))
            try await expectCard(plays: !isHidden)
        }
    }

    fileprivate func expectCoveredCardRests() async throws {
        try await openEditor()
        try await expectCard(plays: false)
        try await browser.press(.escape)
        try await browser.wait("the editor is closed", until: "!document.getElementById('editor').open")
        try await expectCard(plays: true)
    }

    fileprivate func expectPlayingTile() async throws {
        try await openGrid()
        try await browser.wait(
            "the tile plays", until: "document.querySelector('.tile img')?.src.includes('/moving.webp?')")
        #expect(try await browser.run("return document.querySelector('.tile .moves-sign') !== null") == true)
        try await browser.press(.escape)
        // What is not seen stands still.
        try await browser.wait(
            "the tile stands still", until: "document.querySelector('.tile img')?.src.includes('/thumbnail.webp?')")
    }

    fileprivate func expectSharing() async throws {
        try await browser.click("#card-share")
        try await browser.wait("it is open", until: "document.getElementById('share').open")
        let rows = try await browser.run(
            "return [...document.querySelectorAll('a.share-action')].map((one) => one.textContent)")
        #expect(rows == ["Save as animated WebP", "Save the first frame as PNG"])
        #expect(try await browser.run("return document.getElementById('share-sizes').checkVisibility()") == false)
        try await browser.wait("platforms are offered", until: "!document.getElementById('share-singles').hidden")
        try await browser.run("document.querySelector('#share-singles-targets [data-target=slack]').click()")
        let single = try await browser.downloaded("Cat-slack.gif")
        #expect(single.starts(with: Data("GIF89a".utf8)) && single.count <= 128 * 1024)
        try await browser.press(.escape)
        try await waitForAnimations()
    }

    /// The editor has them, and no tools for photos alone.
    fileprivate func expectLooks() async throws {
        try await openEditor()
        let seen = try await browser.run(
            """
            return ['modes', 'words-panel', 'instances-group', 'style-panel', 'looks']
              .filter((id) => document.getElementById(id).checkVisibility());
            """)
        #expect(seen == ["modes", "style-panel", "looks"])
        try await browser.wait(
            "the clip's pictures are there", until: "document.getElementById('timeline-pictures').naturalWidth > 0")
        #expect(try await browser.text("#clip-text") == "0 to 0.3 s: 0.3 s")
        try await browser.run(
            """
            const end = document.getElementById('clip-end');
            end.value = 200;
            for (const kind of ['input', 'change']) end.dispatchEvent(new Event(kind, { bubbles: true }));
            document.querySelector('[name=clip-loop][value=none]').click();
            """)
        #expect(try await browser.text("#clip-text") == "0 to 0.2 s: 0.2 s")
        try await photo("Cat.mp4", is: "of another part") { $0["clip"] == ["start": 0, "end": 200, "loop": "none"] }
        let worded = "return document.querySelector('[data-testid=look-lookBubble]').checkVisibility()"
        #expect(try await browser.run(worded) == true)
        try await browser.wait(
            "a look is drawn", until: "document.querySelector('[data-testid=look-effectComic] img').naturalWidth > 0")
        let before = try await server.photo("Cat.mp4")["revision"].int ?? 0
        try await browser.click("[data-testid=look-effectComic]")
        try await browser.wait(
            "the stage shows the comic",
            until: "Number(document.getElementById('stage-sticker').src.split('r=')[1]) > \(before)", within: 120)
        #expect(try await server.photo("Cat.mp4")["style"]["effect"] == "comic")
    }
}
