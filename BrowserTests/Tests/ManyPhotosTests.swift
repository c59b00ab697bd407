import Foundation
import Testing

extension StudioTests {
    /// Of many photos only those near the view are in the page, and nobody should notice.
    @Suite struct ManyPhotos {
        private static let count = 150

        @Test(arguments: [BrowserOptions(), .phone])
        func theGridHasTilesNearTheViewAndKeysLeadToAll(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options, opening: false) { studio in
                try await studio.openMany(Self.count)
                try await studio.openGrid()
                try await studio.browser.click("#batch-stop")
                try await studio.expectFewTiles(of: Self.count)
                try await studio.tab(to: ".tile-open")
                try await studio.expectFocus("Rocket 1.jpg", 1)
                try await studio.browser.press(.end)
                try await studio.expectFocus("Rocket 150.jpg", 150)
                try await studio.expectFewTiles(of: Self.count)
                try await studio.browser.press(.left)
                try await studio.expectFocus("Rocket 149.jpg", 149)
                // Scrolled away, the tile with the focus stays, and keys go on from it.
                try await studio.browser.run("document.getElementById('tiles').scrollTop = 0")
                try await studio.browser.wait(
                    "the first is there", until: "document.querySelector('.tile[aria-posinset=\"1\"]') !== null")
                try await studio.browser.press(.left)
                try await studio.expectFocus("Rocket 148.jpg", 148)
                try await studio.browser.press(.home)
                try await studio.expectFocus("Rocket 1.jpg", 1)
            }
        }

        @Test func photosThatArriveOneAfterTheOtherAreShownTogether() async throws {
            try await withStudio(.empty, opening: false) { studio in
                try await studio.openMany(40)
                try await studio.browser.wait(
                    "all are there", until: "document.querySelector('.page')?.ariaSetSize === '40'")
                try await studio.browser.run(
                    """
                    window.shown = { count: 0, begun: performance.now() };
                    new MutationObserver(() => { window.shown.count += 1; })
                      .observe(document.querySelector('.page'), { attributeFilter: ['aria-setsize'] });
                    """)
                for number in 41...100 { try await studio.server.add(Photos.rocket(number)) }
                try await studio.browser.wait(
                    "all are counted", until: "document.querySelector('.page').ariaSetSize === '100'")
                let most = "(performance.now() - window.shown.begun) / 200 + 2"
                let isRare = try await studio.browser.run("return window.shown.count <= \(most)")
                #expect(isRare.isTruthy)
            }
        }

        @Test func aRangeIsSelectedWithShiftAndAllAtOnce() async throws {
            try await withStudio(.empty, opening: false) { studio in
                try await studio.openMany(Self.count)
                try await studio.openGrid()
                try await studio.browser.click("#batch-stop")
                let selected = "document.querySelectorAll('.tile[data-selected]').length"
                try await studio.browser.run(
                    """
                    const box = (at) => document.querySelector(`.tile[aria-posinset="${at}"] input`);
                    box(2).click();
                    box(9).dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
                    """)
                try await studio.browser.wait("eight are selected", until: "\(selected) === 8")
                #expect(try await studio.browser.text("#selection-text") == "8 selected")
                try await studio.browser.click(".check-all")
                try await studio.browser.wait(
                    "all are selected",
                    until: "document.getElementById('selection-text').textContent === '150 selected'")
                try await studio.browser.run("document.getElementById('tiles').scrollTop = 1e6")
                try await studio.browser.wait(
                    "also those that come into view",
                    until: """
                        document.querySelector('.tile[aria-posinset="150"]') !== null
                          && [...document.querySelectorAll('.tile')].every((tile) => 'selected' in tile.dataset)
                        """)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func stickersAreFoundByNameAndOnlyThoseAreChosen(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options, opening: false) { studio in
                try await studio.openMany(Self.count)
                try await studio.openGrid()
                try await studio.browser.click("#batch-stop")
                try await studio.browser.element("#grid-search").type("RÓCKET 14")
                try await studio.browser.wait(
                    "twelve are found", until: "document.querySelector('.tile')?.ariaSetSize === '12'")
                #expect(try await studio.browser.text("#grid-search-note") == "12 stickers found")
                #expect(try await studio.browser.element("#grid-menu").property("hidden") == true)
                try await studio.browser.click(".check-all")
                #expect(try await studio.browser.text("#selection-text") == "12 selected")
                // What was chosen stays while another is looked for.
                try await studio.browser.element("#grid-search").type("9")
                try await studio.browser.wait(
                    "one is found", until: "document.querySelectorAll('.tile').length === 1")
                #expect(try await studio.browser.text("#selection-text") == "12 selected")
                try await studio.browser.element("#grid-search").type("9")
                try await studio.browser.wait("none is", until: "document.querySelectorAll('.tile').length === 0")
                #expect(try await studio.browser.text("#grid-search-note") == "0 stickers found")
                try await studio.browser.press(.escape)
                try await studio.expectFewTiles(of: Self.count)
                #expect(try await studio.browser.element("#grid").property("open") == true)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theCarouselHasCardsNearTheViewAndLeadsToAll(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options, opening: false) { studio in
                try await studio.openMany(Self.count)
                let pages = "document.querySelectorAll('.page').length"
                try await studio.browser.wait("few cards are there", until: "\(pages) > 5 && \(pages) < 20")
                try await studio.browser.press(.end)
                try await studio.expectCard("Rocket 150.jpg", "150 / 150")
                try await studio.expectCurrentInMiddle()
                for number in [149, 148, 147] {
                    try await studio.browser.press(.left)
                    try await studio.expectCard("Rocket \(number).jpg", "\(number) / 150")
                }
                try await studio.expectCurrentInMiddle()
                let place = try await studio.browser.run(
                    """
                    const page = document.querySelector('.page[data-current]');
                    return [page.getAttribute('aria-posinset'), page.getAttribute('aria-setsize')];
                    """)
                #expect(place == ["147", "150"])
                try await studio.browser.wait("few cards are there", until: "\(pages) > 5 && \(pages) < 20")
                try await studio.browser.press(.home)
                try await studio.expectCard("Rocket 1.jpg", "1 / 150")
            }
        }
    }
}

extension Studio {
    fileprivate func openMany(_ count: Int) async throws {
        try await server.add(Photos.many(count))
        try await browser.open(server.url)
        try await browser.wait("the page is ready", until: "'ready' in document.documentElement.dataset")
        try await expectCard("Rocket 1.jpg", "1 / \(count)")
    }

    fileprivate func expectFewTiles(of count: Int) async throws {
        let tiles = "document.querySelectorAll('.tile').length"
        try await browser.wait("there are some tiles", until: "\(tiles) > 3 && \(tiles) < \(count / 2)")
        #expect(try await browser.run("return document.querySelector('.tile').ariaSetSize") == .string("\(count)"))
    }

    fileprivate func expectFocus(_ name: String, _ place: Int) async throws {
        try await browser.wait(
            "the focus is on \(name), which is seen",
            until: """
                (() => {
                  const tile = document.activeElement.closest('.tile');
                  const box = tile?.getBoundingClientRect();
                  const view = document.getElementById('tiles').getBoundingClientRect();
                  return tile?.ariaPosInSet === arguments[1] && tile.textContent !== null
                    && document.activeElement.getAttribute('aria-label').includes(arguments[0])
                    && box.top > view.top - 2 && box.bottom < view.bottom + 2;
                })()
                """, .string(name), .string(String(place)))
    }
}
