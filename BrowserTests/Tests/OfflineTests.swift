import Foundation
import Testing

extension StudioTests {
    @Suite struct Offline {
        @Test func thePageOpensWithoutTheStudioSaysSoAndComesBackByItself() async throws {
            try await withStudio(.stickers, mayLose: true) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                try await studio.waitUntilPagesAreKept()
                try await studio.server.stop()
                // As a person does it: WebDriver's way passes over the worker in Firefox.
                try await studio.browser.run("location.reload()")
                try await studio.browser.wait(
                    "it says that the studio is not running",
                    until: """
                        !document.getElementById('away').hidden
                          && document.getElementById('away-title').textContent === 'The studio is not running'
                        """)
                #expect(
                    try await studio.browser.run(
                        "return getComputedStyle(document.querySelector('.away-picture')).display")
                        != "none")
                try await withServer(studio.server.startedAgain()) { again in
                    try await studio.browser.wait(
                        "it shows the photos again", until: "document.querySelectorAll('.page').length === 4")
                    #expect(try await studio.browser.element("#away").property("hidden") == true)
                    try await Studio(server: again, browser: studio.browser).waitForStickers()
                }
            }
        }

        @Test func onlyWhatThePageTellsOfIsKept() async throws {
            try await withStudio(.empty) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                try await studio.waitUntilPagesAreKept()
                // As a page of another program under the same origin.
                try await studio.browser.open("\(studio.server.url)api/v1/openapi.json")
                // What the first request may keep is kept when the second is answered.
                let facts = try await studio.browser.run(
                    """
                    const path = '/emoji/names/de.json';
                    for (let count = 0; count < 2; count += 1) await (await fetch(path)).arrayBuffer();
                    return Promise.all(['/', path].map(async (one) => (await caches.match(one)) !== undefined));
                    """)
                #expect(facts == [true, false])
            }
        }

        @Test func whatWasShownStaysWhileTheConnectionIsLost() async throws {
            try await withStudio(.stickers, mayLose: true) { studio in
                try await studio.waitForStickers()
                try await studio.server.stop()
                try await studio.expectConnection(lost: true)
                #expect(try await studio.browser.elements(".page").count == 4)
                try await studio.browser.press(.right)
                try await studio.expectCard("Coffee.png", "2 / 4")
            }
        }
    }
}

extension Studio {
    /// The worker keeps files after it has handed them on.
    func waitUntilPagesAreKept() async throws {
        try await browser.wait(
            "all of the page's files are kept",
            until: """
                (async () => {
                  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
                    .filter((path) => /^(?!.*[/]api[/]).*[.](css|js|json)$/.test(path));
                  const kept = await Promise.all([location.pathname, ...names].map((name) => caches.match(name)));
                  return names.length >= 3 && kept.every(Boolean);
                })()
                """)
    }
}
