import Foundation
import Testing

extension StudioTests {
    @Suite struct Sheets {
        @Test(arguments: [BrowserOptions(), .phone])
        func fromThePhotosToThePagesAndFromThereToTheFile(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.run(
                    """
                    window.hadWheel = false;
                    const look = () => { window.hadWheel ||= document.querySelector('.sheet-paper > .spinner') !== null; };
                    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
                    """)
                try await studio.openSheet()
                #expect(try await studio.browser.run("return window.hadWheel") == true, "a page says that it comes")
                try await studio.browser.wait(
                    "it is there", until: "document.querySelector('.sheet-paper > .spinner') === null")
                #expect(try await studio.browser.text("#sheet-summary") == "4 stickers on 1 page")
                let page = try await studio.browser.text(".sheet-page figcaption")
                #expect(page.contains("210 × 297 mm") && page.contains("4 stickers"), "\(page)")
                // The lines lie over the picture, and there is one around each sticker.
                let lines = try await studio.browser.run(
                    """
                    const [picture, lines] = document.querySelector('.sheet-paper').children;
                    const [a, b] = [picture, lines].map((one) => one.getBoundingClientRect());
                    const path = lines.querySelector('.sheet-cut');
                    const scale = path.getScreenCTM();
                    return {
                      isInMillimetres: [scale.a, scale.d].every((one) => Math.abs(one / (a.width / 210) - 1) < 0.01),
                      isOver: a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height,
                      isUpright: Math.abs(a.height / a.width - 297 / 210) < 0.01, isWide: a.width > 120,
                      count: path.getAttribute('d').split('M').length - 1, color: getComputedStyle(path).stroke,
                    };
                    """)
                #expect(lines["isOver"] == true && lines["isUpright"] == true && lines["isWide"] == true, "\(lines)")
                #expect(lines["isInMillimetres"] == true, "\(lines)")
                #expect(lines["count"] == 4 && lines["color"] == "rgb(255, 0, 255)", "\(lines)")
                try await studio.browser.click("#sheet-pdf")
                let pdf = try await studio.browser.downloaded("sheet.pdf")
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('sheet-saved').textContent === 'Saved: sheet.pdf'")
                #expect(pdf.prefix(5) == Data("%PDF-".utf8))
                try await studio.waitForPages("the buttons are back")
                try await studio.browser.click("#sheet-png")
                let png = try await studio.browser.downloaded("sheet-1.png")
                #expect(png.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
            }
        }

        @Test func aSheetOfOneStickerHasAsManyCopiesAsAreWanted() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.click("#card-share")
                try await studio.browser.click("[data-testid=share-print]")
                try await studio.waitForPages("the page is there")
                #expect(try await studio.browser.text("#sheet-title") == "Sheet of 1 sticker")
                try await studio.set("sheet-copies", "30")
                try await studio.waitForPages("there are copies", "30 stickers on 2 pages")
                try await studio.browser.click("#sheet-svg")
                let zip = try ZipFile(await studio.browser.downloaded("sheet-svg.zip"))
                #expect(zip.entries.map(\.name) == ["sheet-1.svg", "sheet-2.svg"])
                try await studio.waitForPages("the buttons are back")
                try await studio.browser.click("#sheet-lines")
                #expect(
                    try ZipFile(await studio.browser.downloaded("sheet-lines.zip")).entries.map(\.name) == [
                        "sheet-1-lines.svg", "sheet-2-lines.svg",
                    ])
            }
        }

        @Test func pagesFollowWhatIsChosenAndRememberIt() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.set("sheet-page", "a6")
                try await studio.set("sheet-size", "60")
                try await studio.set("sheet-backing", "rectangle")
                try await studio.set("sheet-backing-offset", "2")
                try await studio.browser.run("document.getElementById('sheet-landscape').click()")
                try await studio.browser.wait(
                    "the pages are A6, landscape, with a second line",
                    until: """
                        document.getElementById('sheet-view').getAttribute('aria-busy') === 'false'
                          && document.querySelector('.sheet-page figcaption')?.textContent.includes('148 × 105 mm')
                          && document.querySelector('.sheet-backing') !== null
                        """, within: 60)
                try await studio.open()
                try await studio.openSheet()
                let kept = try await studio.browser.run(
                    """
                    const value = (id) => document.getElementById(id).value;
                    return [value('sheet-page'), value('sheet-size'), value('sheet-backing'), value('sheet-backing-offset'),
                      value('sheet-gap'), document.getElementById('sheet-landscape').checked];
                    """)
                #expect(kept == ["a6", "60", "rectangle", "2", "", true])
                #expect(try await studio.browser.text(".sheet-page figcaption").contains("148 × 105 mm"))
            }
        }

        @Test func everySettingIsAskedForByItsNameAndComesBack() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.holdSheets()
                let wanted: JSON = [
                    "page": "a5", "landscape": true, "size": 31, "copies": 2, "gap": 5, "margin": 7, "turn": "quarter",
                    "marks": true, "offset": 1, "smooth": 0.5, "bleed": 1.5, "backing": "outline", "backingOffset": 2.5,
                ]
                for (name, value) in wanted.members {
                    let id = name == "backingOffset" ? "sheet-backing-offset" : "sheet-\(name)"
                    try await studio.browser.run(
                        """
                        const [field, value] = [document.getElementById(arguments[0]), arguments[1]];
                        if (field.type === 'checkbox') field.checked = value; else field.value = value;
                        field.dispatchEvent(new Event('input', { bubbles: true }));
                        field.dispatchEvent(new Event('change', { bubbles: true }));
                        """, .string(id), value)
                }
                let newest = """
                    const { ids, client, ...settings } = JSON.parse(window.asked.at(-1).body);
                    return ids.length === 4 && settings;
                    """
                #expect(try await studio.browser.run(newest) == wanted)
                try await studio.open()
                try await studio.holdSheets()
                try await studio.startSheet()
                try await studio.browser.wait("it is asked for", until: "window.asked.length > 0")
                #expect(try await studio.browser.run(newest) == wanted)
            }
        }

        @Test func aStudioThatIsBusyIsAskedAgain() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.run(
                    """
                    window.refused = 0;
                    const real = window.fetch;
                    window.fetch = (address, options) => {
                      if (!String(address).endsWith('/sheets') || window.refused === 2) return real(address, options);
                      window.refused += 1;
                      const body = JSON.stringify({ error: { code: 'busy', message: 'later' } });
                      return Promise.resolve(new Response(body, { status: 503, headers: { 'Retry-After': '0.01' } }));
                    };
                    """)
                try await studio.openSheet()
                #expect(try await studio.browser.run("return window.refused") == 2)
            }
        }

        @Test func whatDoesNotFitIsNamedWithTheRoomThatThereIs() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.set("sheet-page", "a6")
                try await studio.set("sheet-size", "95")
                try await studio.browser.wait(
                    "some are left out",
                    until: "document.querySelector('#sheet-left-out li')?.textContent.includes('85 × 128 mm')",
                    within: 60)
                let pages = try await studio.browser.elements(".sheet-page").count
                let names = try await studio.browser.text("#sheet-left-out")
                #expect(pages >= 1 && names.contains("Coffee"), "\(pages) \(names)")
                try await studio.set("sheet-size", "900")
                try await studio.browser.wait(
                    "it is said that none fits",
                    until: "document.getElementById('sheet-problem').textContent.startsWith('No sticker fits')",
                    within: 60)
                #expect(try await studio.browser.elements(".sheet-page").isEmpty)
                #expect(try await studio.browser.run("return document.getElementById('sheet-pdf').disabled") == true)
                // 50 mm on each side are more than the page has.
                try await studio.set("sheet-size", "50")
                try await studio.set("sheet-margin", "60")
                try await studio.browser.wait(
                    "it is said that the measures do not fit",
                    until: "document.getElementById('sheet-problem').textContent.startsWith('These measures')",
                    within: 60)
            }
        }

        @Test func aNumberThatCannotBeIsSaidBesideItsNameAndAsksForNothing() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.holdSheets()
                try await studio.set("sheet-gap", "-1")
                try await studio.browser.wait(
                    "it is said", until: "!document.getElementById('sheet-problem').hidden")
                #expect(try await studio.browser.text("#sheet-problem") == "Gap, mm: a number from 0 to 100")
                #expect(try await studio.browser.run("return window.asked.length") == 0)
                let wrong = try await studio.browser.run(
                    "return [...document.querySelectorAll('#sheet [aria-invalid=true]')].map(({ id }) => id)")
                #expect(wrong == ["sheet-gap"])
            }
        }

        @Test func whatIsNotWantedAnyMoreIsNotWaitedFor() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.holdSheets()
                try await studio.set("sheet-page", "a5")
                try await studio.browser.wait("A5 is asked for", until: "window.asked.length === 1")
                // Meanwhile the pages of before are there, and nothing can be downloaded.
                #expect(try await studio.browser.elements(".sheet-page").count == 1)
                #expect(try await studio.browser.run("return document.getElementById('sheet-pdf').disabled") == true)
                try await studio.set("sheet-page", "a6")
                try await studio.browser.wait("A6 is asked for", until: "window.asked.length === 2")
                #expect(try await studio.stopped == [true, false])
                try await studio.browser.click("#sheet .close")
                try await studio.browser.wait("nothing is asked for", until: "window.asked[1].signal.aborted")
                let pages = try await studio.browser.run("return window.asked.map(({ body }) => JSON.parse(body).page)")
                #expect(pages == ["a5", "a6"])
            }
        }

        @Test func pagesThatTheStudioHasLetGoOfAreMadeAgain() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.browser.run(
                    """
                    for (let number = 0; number < 8; number += 1) {
                      await fetch('/api/v1/sheets', {
                        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}',
                      });
                    }
                    """)
                try await studio.browser.click("#sheet-pdf")
                #expect(try await studio.browser.downloaded("sheet.pdf").prefix(5) == Data("%PDF-".utf8))
            }
        }

        @Test func aStickerThatWasChangedMeanwhileIsShownBeforeItIsWritten() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                let before = try await studio.server.photo("Coffee.png")
                let path = "/api/v1/photos/\(before["id"].text ?? "")/style"
                try await studio.browser.run(
                    """
                    await fetch(arguments[0], {
                      method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"borderWidth":0.06}',
                    });
                    """, .string(path))
                try await studio.photo("Coffee.png", is: "made anew") {
                    $0["state"] == "done" && $0["revision"] != before["revision"]
                }
                try await studio.browser.click("#sheet-pdf")
                try await studio.browser.wait(
                    "it is said",
                    until: "document.getElementById('sheet-problem').textContent.startsWith('A sticker was changed')")
                try await studio.waitForPages("the pages are there again")
                try await studio.browser.click("#sheet-pdf")
                #expect(try await studio.browser.downloaded("sheet.pdf").prefix(5) == Data("%PDF-".utf8))
            }
        }

        @Test func eachStickerHasAPageOfItsOwnWithoutWhatPagesShare() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openSheet()
                try await studio.set("sheet-copies", "3")
                try await studio.set("sheet-page", "own")
                try await studio.waitForPages("each has its own", "4 stickers on 4 pages")
                for id in ["sheet-copies", "sheet-gap", "sheet-landscape", "sheet-marks"] {
                    #expect(
                        try await studio.browser.run(
                            "return document.getElementById(arguments[0]).checkVisibility()", .string(id)) == false)
                }
                try await studio.browser.click("#sheet-pdf")
                let zip = try ZipFile(await studio.browser.downloaded("sheet-pdf.zip"))
                #expect(zip.entries.map(\.name) == ["Astronaut.pdf", "Cat.pdf", "Coffee.pdf", "Rocket.pdf"])
            }
        }

        @Test(arguments: [
            "null", "{", #"{"page":"a0","size":"large","copies":-1,"marks":"yes"}"#, #"{"gap":1e9}"#, "[]", "7",
        ])
        func whatWasKeptInAnotherFormIsLeftOut(_ kept: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.run("localStorage.setItem('peel.sheet', arguments[0])", .string(kept))
                try await studio.openSheet()
                let fields = try await studio.browser.run(
                    """
                    return ['page', 'size', 'copies', 'gap', 'backing'].map((name) =>
                      document.getElementById(`sheet-${name}`).value);
                    """)
                #expect(fields == ["a4", "", "", "", "none"])
            }
        }
    }
}

extension Studio {
    /// From the grid, of all stickers, until the pages are there.
    func openSheet() async throws {
        try await startSheet()
        try await waitForPages("the pages are there")
    }

    fileprivate func startSheet() async throws {
        try await openGrid()
        try await browser.click("#grid-share")
        try await browser.click("[data-testid=share-print]")
    }

    func waitForPages(_ what: String, _ summary: String = "") async throws {
        try await browser.wait(
            what,
            until: """
                !document.getElementById('sheet-pdf').disabled
                  && document.getElementById('sheet-summary').textContent.includes(arguments[0])
                  && [...document.querySelectorAll('.sheet-page img')].some((one) => one.complete && one.naturalWidth > 0)
                """, .string(summary), within: 60)
    }

    /// As typed or chosen, with the field left afterwards.
    fileprivate func set(_ id: String, _ value: String) async throws {
        try await browser.run(
            """
            const field = document.getElementById(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
            """, .string(id), .string(value))
    }

    /// From now on requests for sheets are in `window.asked`, and are never answered.
    fileprivate func holdSheets() async throws {
        try await browser.run(
            """
            window.asked = [];
            const real = window.fetch;
            window.fetch = (address, options) => {
              if (!String(address).endsWith('/sheets')) return real(address, options);
              window.asked.push(options);
              return new Promise((_, reject) => {
                options.signal.addEventListener('abort', () => reject(options.signal.reason));
              });
            };
            """)
    }

    fileprivate var stopped: JSON {
        get async throws { try await browser.run("return window.asked.map(({ signal }) => signal.aborted)") }
    }
}
