import Foundation
import Testing

extension StudioTests {
    @Suite struct Grid {
        @Test func openingItProcessesEverythingAndTheProgressCounts() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add(Photos.many(6) + [Photos.damaged])
                try await studio.open()
                try await studio.browser.run(
                    """
                    window.texts = [];
                    new MutationObserver(() => window.texts.push(document.getElementById('batch-text').textContent))
                      .observe(document.getElementById('batch-text'), { childList: true, characterData: true, subtree: true });
                    """)
                try await studio.openGrid()
                try await studio.browser.wait(
                    "all are done",
                    until: """
                        document.querySelectorAll('[data-testid=tile][data-state=done] img').length === 6
                          && document.getElementById('batch').dataset.running === 'false'
                        """)
                let texts = try await studio.browser.run("return window.texts").list.compactMap(\.text)
                let counts = texts.compactMap { $0.firstMatch(of: /^(\d+) of (\d+) done$/) }.map {
                    (Int($0.1) ?? -1, Int($0.2) ?? -1)
                }
                #expect(!counts.isEmpty, "\(texts)")
                #expect(counts.allSatisfy { $0.0 <= $0.1 && $0.1 <= 7 }, "\(texts)")
                #expect(zip(counts, counts.dropFirst()).allSatisfy { $0.0 <= $1.0 }, "\(texts)")
                #expect(texts.last == "6 stickers, 1 failed")
                #expect(
                    try await studio.browser.run(
                        "return document.querySelector('[data-testid=tile][data-state=invalid] .tile-reason').textContent"
                    )
                        == "The file is damaged or cut short")
            }
        }

        @Test func aLibraryThatIsTooSmallSaysSoAndMakesNothingTwice() async throws {
            // Room for six photos, and for four stickers or so.
            try await withStudio(arguments: ["--limit", "2M"], opening: false) { studio in
                try await studio.server.add(Photos.many(6))
                try await studio.open()
                try await studio.openGrid()
                let settled = """
                    document.getElementById('batch').dataset.running === 'false'
                      && document.querySelectorAll('[data-testid=tile][data-state=done] img').length > 0
                      && document.querySelectorAll('[data-testid=tile]:is([data-state=done], [data-state=invalid])').length === 6
                    """
                try await studio.browser.wait("all that fit are made", until: settled)
                let states = try await studio.states()
                #expect(states.contains("done") && states.contains("invalid"))
                #expect(
                    try await studio.browser.run(
                        "return document.querySelector('[data-testid=tile][data-state=invalid] .tile-reason').textContent"
                    ) == "The library is too small for all stickers. Delete photos, or make only this one")
                // Opened again, the grid asks for all that is missing again.
                try await studio.browser.run(
                    """
                    window.made = 0;
                    new MutationObserver((all) => {
                      window.made += all.filter((one) => one.target.dataset.state === 'processing').length;
                    }).observe(document.getElementById('grid'), { attributes: true, attributeFilter: ['data-state'], subtree: true });
                    """)
                try await studio.browser.press(.escape)
                try await studio.openGrid()
                try await studio.browser.wait("nothing is to be made", until: settled)
                try await studio.server.processAll()
                #expect(try await studio.browser.run("return window.made") == 0)
                #expect(try await studio.states() == states)
            }
        }

        @Test func processingCanBeStopped() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add(Photos.many(24))
                try await studio.open()
                // Stopped in the page, as soon as it runs: all could be done before a click from outside gets there.
                try await studio.browser.run(
                    """
                    const batch = document.getElementById('batch');
                    new MutationObserver((_, observer) => {
                      if (batch.dataset.running !== 'true') return;
                      observer.disconnect();
                      window.wasStopped = true;
                      document.getElementById('batch-stop').click();
                    }).observe(batch, { attributes: true });
                    """)
                try await studio.browser.click("#open-grid")
                try await studio.browser.wait(
                    "it has stopped",
                    until: "window.wasStopped === true && document.getElementById('batch').dataset.running === 'false'")
                #expect(try await studio.states().contains("waiting"))
            }
        }

        @Test func stickersAreSelectedWithTheMouseAndWithKeys() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                let boxes = try await studio.browser.elements("[data-testid=tile] .tile-check")
                try await boxes[1].click()
                try await studio.expectSelection([1], "1 selected")
                // While something is selected, a click on a picture selects, too.
                try await studio.browser.elements(".tile-open")[3].click()
                try await studio.expectSelection([1, 3], "2 selected")
                try await studio.browser.press("a", with: .control)
                try await studio.expectSelection([0, 1, 2, 3], "4 selected")
                try await studio.browser.click(".check-all")
                try await studio.expectSelection([], "Select all")
                try await studio.browser.click(".check-all")
                try await studio.expectSelection([0, 1, 2, 3], "4 selected")
            }
        }

        @Test func keysMoveAStickerToAnotherPlace() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.moveFirst()
                try await studio.browser.wait(
                    "a screen reader hears it",
                    until: "document.getElementById('announcer').textContent === 'Cat.png is now 2 of 4'")
                try await studio.browser.press(.end, with: .alt)
                try await studio.expectOrder("Coffee.png", "Astronaut.png", "Rocket.jpg", "Cat.png")
                // Whoever is doubtful has it in its name.
                let name = "return document.activeElement.getAttribute('aria-label').split(',')[0]"
                #expect(try await studio.browser.run(name) == "Edit Cat.png")
                try await studio.browser.press(.left)
                #expect(try await studio.browser.run(name) == "Edit Rocket.jpg")
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func aStickerIsDraggedToAnotherPlace(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                let from = try await studio.browser.place(of: "[data-testid=tile]:nth-child(1)")
                let to = try await studio.browser.place(of: "[data-testid=tile]:nth-child(3)")
                let middle = Place(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
                // A finger rests a moment first; else it scrolls.
                try await studio.browser.drag(
                    along: [from, from.moved(8, 8), middle, to], pointer: pointer, hold: pointer == "touch" ? 500 : 0)
                try await studio.expectOrder("Coffee.png", "Astronaut.png", "Cat.png", "Rocket.jpg")
                #expect(
                    try await studio.browser.run("return document.getElementById('editor')?.open ?? false") == false)
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                // The card that was in view is, at its new place.
                try await studio.expectCard("Cat.png", "3 / 4")
            }
        }

        @Test func anOrderThatDoesNotReachTheStudioIsNotKept() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    window.fetch = (address, options) =>
                      String(address).endsWith('/order') ? Promise.reject(new TypeError('broken')) : fetch(address, options);
                    """)
                try await studio.tab(to: ".tile-open")
                try await studio.browser.press(.right, with: .alt)
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('toast-text').textContent !== ''")
                try await studio.expectOrder("Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg")
            }
        }

        @Test func aDragGoesOnWhileAnotherStickerIsDeletedElsewhere() async throws {
            try await withStudio(.stickers) { studio in
                let coffee = try #require(try await studio.server.photo("Coffee.png")["id"].text)
                try await studio.openGrid()
                try await studio.browser.run(
                    """
                    const [from, to] = [1, 3].map((number) => {
                      const tile = document.querySelector(`[data-testid=tile]:nth-child(${number})`);
                      const { x, y, width, height } = tile.getBoundingClientRect();
                      return { clientX: x + width / 2, clientY: y + height / 2 };
                    });
                    const tile = document.querySelector('[data-testid=tile] .tile-open');
                    const send = (type, place) => tile.dispatchEvent(new PointerEvent(type, {
                      pointerId: 7, pointerType: 'mouse', isPrimary: true, bubbles: true, ...place,
                    }));
                    send('pointerdown', from);
                    send('pointermove', to);
                    window.letGo = () => send('pointerup', to);
                    """)
                try await studio.server.send("DELETE", "/photos/\(coffee)")
                try await studio.browser.wait(
                    "the page knows",
                    until: "import('/core/store.js').then(({ store }) => store.order.length === 3)")
                try await studio.browser.run("window.letGo()")
                try await studio.expectOrder("Astronaut.png", "Cat.png", "Rocket.jpg")
            }
        }

        @Test func anotherFingerDoesNotEndADrag() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                let isHeld = try await studio.browser.run(
                    """
                    const tile = document.querySelector('[data-testid=tile] .tile-open');
                    const { x, y } = tile.getBoundingClientRect();
                    const send = (type, pointerId, way = 0) => tile.dispatchEvent(new PointerEvent(type, {
                      pointerId, pointerType: 'mouse', isPrimary: pointerId === 7, clientX: x + 20 + way, clientY: y + 20, bubbles: true,
                    }));
                    const isHeld = () => document.querySelector('.tile-ghost') !== null;
                    send('pointerdown', 7);
                    send('pointermove', 7, 10);
                    const seen = [isHeld()];
                    for (const pointer of [8, 7]) {
                      send('pointerup', pointer);
                      seen.push(isHeld());
                    }
                    return seen;
                    """)
                #expect(isHeld == [true, true, false])
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func whatIsSelectedIsDeletedAndComesBackAndAllAreDeleted(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                for box in try await studio.browser.elements(".tile-check").prefix(2) { try await box.click() }
                try await studio.browser.click("#grid-delete")
                try await studio.browser.wait(
                    "two are left", until: "document.querySelectorAll('[data-testid=tile]').length === 2")
                #expect(try await studio.server.names == ["Astronaut.png", "Rocket.jpg"])
                try await studio.browser.click("#toast-action")
                try await eventually("all are back") { try await studio.server.photos.count == 4 }
                try await studio.browser.wait(
                    "four are seen", until: "document.querySelectorAll('[data-testid=tile]').length === 4")
                try await studio.browser.click("#select-all + .check")
                try await studio.browser.click("#select-all + .check")
                #expect(try await studio.browser.run("return document.getElementById('grid-delete').hidden") == true)
                try await studio.browser.click("#grid-menu summary")
                try await studio.browser.press(.escape)
                #expect(try await studio.browser.run("return document.getElementById('grid').open") == true)
                try await studio.browser.click("#grid-menu summary")
                try await studio.browser.click("#grid-delete-all")
                try await eventually("none is left") { try await studio.server.photos.isEmpty }
                try await studio.browser.wait(
                    "the page is empty", until: "document.documentElement.dataset.view === 'empty'")
            }
        }

        @Test func theBoxOfTheTileUnderTheMouseStandsOut() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                for (number, seen) in [(2, [true, false]), (3, [false, true])] {
                    let tile = "[data-testid=tile]:nth-child(\(number))"
                    try await studio.browser.hover(try await studio.browser.place(of: tile))
                    try await studio.waitForAnimations()
                    let boxes = try await studio.browser.run(
                        """
                        return [2, 3].map((at) => document.querySelector(`.tile:nth-child(${at}) .tile-check`))
                          .map((box) => getComputedStyle(box).opacity);
                        """)
                    // The other is faint where the browser has no mouse of its own.
                    #expect(boxes.list.map { $0.text == "1" } == seen)
                }
            }
        }

        @Test func aLongPressSelectsAndBoxesShowThatOneCan() async throws {
            try BrowserEngine.webkit.cannot("press long with a finger")
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openGrid()
                let box = ".tile:nth-child(2) .tile-check"
                let opacity = "return getComputedStyle(document.querySelector('\(box)')).opacity"
                #expect(try await studio.browser.run(opacity) == "0.8")
                let place = try await studio.browser.place(of: "[data-testid=tile]:nth-child(1) .tile-open")
                try await studio.browser.drag(along: [place, place], pointer: "touch", hold: 600)
                #expect(try await studio.browser.text("#selection-text") == "1 selected")
                #expect(
                    try await studio.browser.run("return document.getElementById('editor')?.open ?? false") == false)
                try await studio.waitForAnimations()
                #expect(try await studio.browser.run(opacity) == "1")
                // A tap goes on selecting.
                try await studio.browser.click("[data-testid=tile]:nth-child(2) .tile-open")
                #expect(try await studio.browser.text("#selection-text") == "2 selected")
            }
        }

        @Test func onAPhoneBothColumnsAreSeenWholeWithPhotosThatFailedAmongThem() async throws {
            try await withStudio(.empty, .phone, opening: false) { studio in
                let half = try Photos.damaged
                var other = half
                other.name = "A photo with a name that is far longer than any tile of the grid is wide.png"
                other.bytes = half.bytes.dropLast(1000)
                try await studio.server.add(Photos.many(24) + [half, other] + Photos.many(48).suffix(24))
                try await studio.open()
                try await studio.openGrid()
                for scroll in [0, 0.5, 1] {
                    try await studio.browser.run(
                        """
                        const tiles = document.getElementById('tiles');
                        tiles.scrollTop = arguments[0] * (tiles.scrollHeight - tiles.clientHeight);
                        """, .number(scroll))
                    try await studio.browser.wait(
                        "tiles in view are finished",
                        until: """
                            [...document.querySelectorAll('[data-testid=tile]')].filter((tile) => {
                              const { top, bottom } = tile.getBoundingClientRect();
                              return bottom > 0 && top < innerHeight;
                            }).every(({ dataset }) => ['done', 'invalid'].includes(dataset.state))
                            """, within: 90)
                    let wrong = try await studio.browser.run(
                        """
                        const width = (innerWidth - 32 - 12) / 2;
                        return [...document.querySelectorAll('[data-testid=tile]')].map((tile) => {
                          const { left, right, width, height } = tile.getBoundingClientRect();
                          return [left, right, width, height].map(Math.round);
                        }).filter(([left, right, wide, tall]) =>
                          left < 0 || right > innerWidth || Math.abs(wide - width) > 1 || Math.abs(tall - width) > 1);
                        """)
                    #expect(wrong.list.isEmpty, "\(wrong)")
                    guard scroll == 0.5 else { continue }
                    try await studio.browser.wait(
                        "those that failed are there",
                        until: "document.querySelectorAll('[data-testid=tile][data-state=invalid]').length === 2")
                }
            }
        }

        /// 320 × 256 CSS pixels are a screen of 1280 × 1024 enlarged to 400 % (WCAG 2.2, 1.4.10).
        @Test func enlargedTo400PercentAStickerIsSeenWhole() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.resize(320, 256)
                try await studio.openGrid()
                let (seen, height) = try await {
                    let measured = try await studio.browser.run(
                        """
                        const tile = [...document.querySelectorAll('[data-testid=tile]')].at(-1);
                        tile.scrollIntoView({ block: 'center' });
                        const list = document.getElementById('tiles');
                        const clips = getComputedStyle(list).overflowY !== 'visible';
                        const room = (clips ? list : document.getElementById('grid')).getBoundingClientRect();
                        const { top, bottom, height } = tile.getBoundingClientRect();
                        return [Math.min(bottom, room.bottom, innerHeight) - Math.max(top, room.top, 0), height];
                        """)
                    return (measured[0].double ?? 0, measured[1].double ?? 0)
                }()
                #expect(height > 100 && seen > height - 1, "\(seen) of \(height) pixels")
            }
        }

        @Test(arguments: [(360, 2), (1280, 4)])
        func itHasTwoColumnsOnAPhoneAndMoreOnADesktop(_ width: Int, _ columns: Int) async throws {
            try await withStudio(.stickers, BrowserOptions(width: width, height: 740)) { studio in
                try await studio.openGrid()
                let count = try await studio.browser.run(
                    "return getComputedStyle(document.getElementById('tiles')).gridTemplateColumns.split(' ').length")
                if columns == 2 { #expect(count == 2) } else { #expect((count.int ?? 0) >= columns) }
            }
        }
    }
}

extension Studio {
    fileprivate func expectSelection(_ indices: [Int], _ text: String) async throws {
        try await browser.wait(
            "\(indices) are selected",
            until: """
                document.getElementById('selection-text').textContent === arguments[1]
                  && [...document.querySelectorAll('[data-testid=tile]')].every((tile, index) =>
                    tile.hasAttribute('data-selected') === arguments[0].includes(index)
                      && tile.querySelector('input').checked === arguments[0].includes(index))
                """, .array(indices.map { .number(Double($0)) }), .string(text))
    }

    /// With a key, the grid's first sticker to the second place.
    func moveFirst() async throws {
        try await openGrid()
        try await tab(to: ".tile-open")
        try await browser.press(.right, with: .alt)
        try await expectOrder("Coffee.png", "Cat.png", "Astronaut.png", "Rocket.jpg")
    }

    /// In the grid and in the library.
    func expectOrder(_ names: String...) async throws { try await expectOrder(names) }

    func expectOrder(_ names: [String]) async throws {
        try await eventually("the order is \(names)") {
            let photos = try await server.photos
            let shown = try await tileIDs()
            return photos.compactMap(\.["name"].text) == names && photos.compactMap(\.["id"].text) == shown
        }
    }
}
