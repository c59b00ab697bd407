import Foundation
import Testing

extension StudioTests {
    /// Reload, restart, power failure, several pages at once.
    @Suite struct Lasting {
        @Test func aReloadShowsTheSameAtOnce() async throws {
            try await withStudio(.stickers) { studio in
                let before = try await studio.server.photos
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.waitForStickers()
                try await studio.expectCard("Cat.png", "1 / 4")
                #expect(try await studio.server.photos == before)
            }
        }

        @Test func aRestartShowsTheSameAndNothingIsProcessedTwice() async throws {
            try await withStudio(.stickers, mayLose: true) { studio in
                try await studio.waitForStickers()
                let before = try await studio.server.photos
                try await studio.server.stop()
                try await studio.expectConnection(lost: true)
                try await withServer(studio.server.startedAgain()) { again in
                    try await studio.expectConnection(lost: false)
                    #expect(try await again.photos == before)
                    try await studio.browser.reload()
                    let reloaded = Studio(server: again, browser: studio.browser)
                    try await reloaded.waitUntilReady()
                    try await reloaded.waitForStickers()
                    #expect(try await again.photos == before)
                }
            }
        }

        @Test func killedWhileItProcessesItGoesOnWhereItWas() async throws {
            try await withStudio(mayLose: true, opening: false) { studio in
                try await studio.server.add(Photos.many(10))
                try await studio.open()
                try await studio.browser.click("#open-grid")
                var done: [JSON] = []
                try await eventually("some are done") {
                    done = try await studio.server.photos.filter { $0["state"] == "done" }
                    return done.count >= 3
                }
                try await studio.server.killAtOnce()
                try await studio.expectConnection(lost: true)
                let shown = try await studio.browser.elements("[data-testid=tile][data-state=done]").count
                #expect(shown >= 3)
                try await withServer(studio.server.startedAgain()) { again in
                    let names = try await again.names
                    #expect(names == (1...10).map { "Rocket \($0).jpg" })
                    try await studio.expectConnection(lost: false)
                    try await studio.browser.wait(
                        "the page goes on by itself",
                        until: "document.querySelectorAll('[data-testid=tile][data-state=done] img').length === 10")
                    // What was done before was not done again.
                    let photos = try await again.photos
                    #expect(done.allSatisfy(photos.contains))
                }
            }
        }

        @Test func killedWhileCardsAreProcessedTheyAreProcessedAfterwards() async throws {
            try await withStudio(mayLose: true, opening: false) { studio in
                try await studio.server.add(Photos.many(3))
                try await studio.open()
                try await eventually("they are asked for") {
                    try await studio.states().contains { $0 != "waiting" }
                }
                try await studio.server.killAtOnce()
                try await studio.expectConnection(lost: true)
                try await withServer(studio.server.startedAgain()) { again in
                    try await eventually("all near cards are done") {
                        try await again.photos.allSatisfy { $0["state"] == "done" }
                    }
                    try await studio.waitForStickers()
                }
            }
        }

        @Test func killedDuringAnUploadItHasWhatHadArrivedAndTheRestIsSentAgain() async throws {
            try await withStudio(.stickers, BrowserOptions(hasSlowUploads: true), mayLose: true) { studio in
                try await studio.browser.limitUploads(to: 30_000)
                let photo = try #require(Photos.many(1).first)
                try await studio.browser.element("#photo-input").type(photo.written().path)
                try await studio.browser.wait(
                    "half of it is sent",
                    until: "document.querySelector('[data-testid=upload][data-state=sending] progress')?.value > 0.3")
                try await studio.server.killAtOnce()
                try await studio.browser.wait(
                    "it waits",
                    until:
                        "document.getElementById('uploads-title').textContent === '1 photo waits for the connection'")
                try await studio.browser.limitUploads(to: nil)
                try await withServer(studio.server.startedAgain()) { again in
                    let before = ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"]
                    #expect(try await again.names.prefix(4) == before[...])
                    try await studio.expectConnection(lost: false)
                    try await eventually("it has arrived") { try await again.names.last == "Rocket 1.jpg" }
                    #expect(try await again.photos.count == 5)
                }
            }
        }

        @Test func twoBrowsersShowTheSame() async throws {
            try await withStudio(.stickers) { first in
                try await withBrowser(for: first.server) { browser in
                    let second = Studio(server: first.server, browser: browser)
                    try await second.open()
                    try await second.openGrid()
                    try await first.browser.element("#photo-input").type(try Photos.many(1)[0].written().path)
                    try await browser.wait(
                        "the other shows the new sticker",
                        until: "document.querySelectorAll('[data-testid=tile][data-state=done] img').length === 5")
                    try await second.tab(to: ".tile-open")
                    try await browser.press(.right, with: .alt)
                    try await second.expectOrder(
                        "Coffee.png", "Cat.png", "Astronaut.png", "Rocket.jpg", "Rocket 1.jpg")
                    let order = try await second.tileIDs()
                    try await first.browser.wait(
                        "the first shows the new order",
                        until:
                            "[...document.querySelectorAll('.page')].map((one) => one.dataset.id).join() === arguments[0]",
                        .string(order.joined(separator: ",")))
                    try await first.browser.press(.home)
                    try await first.expectCard("Coffee.png", "1 / 5")
                    try await first.browser.click("#card-remove")
                    try await browser.wait(
                        "it is gone in the other, too",
                        until: "document.querySelectorAll('[data-testid=tile]').length === 4")
                }
            }
        }

        @Test func tabsShareOneStreamAndTheNextTakesItOver() async throws {
            try await withStudio(.stickers, BrowserOptions(beforePage: countStreams)) { studio in
                let first = try await studio.browser.tab
                let second = try await studio.browser.openTab()
                try await studio.open()
                #expect(try await studio.browser.run("return window.streams") == 0)
                try await studio.server.add(Photos.many(1)[0])
                try await studio.browser.wait(
                    "the second tab hears of it", until: "document.querySelectorAll('.page').length === 5")

                try await studio.browser.drive(first)
                #expect(try await studio.browser.run("return window.streams") == 1)
                try await studio.browser.closeTab()
                try await studio.browser.drive(second)
                try await studio.browser.wait("it has its own now", until: "window.streams === 1")
                try await studio.server.add(Photos.many(2)[1])
                try await studio.browser.wait(
                    "and hears what comes", until: "document.querySelectorAll('.page').length === 6")
                let known = try await studio.server.photos[4]["id"].text ?? "?"
                #expect(
                    try await studio.browser.run("return window.heard.includes(arguments[0])", .string(known)) == false,
                    "what it knew is not told again")
            }
        }
    }
}

private let countStreams = """
    window.streams = 0;
    window.heard = '';
    window.EventSource = class extends EventSource {
      constructor(...all) {
        super(...all);
        window.streams += 1;
        this.addEventListener('photo', ({ data }) => { window.heard += data; });
      }
    };
    """

/// A server that is stopped afterwards.
func withServer(_ server: StudioServer, _ body: (StudioServer) async throws -> Void) async throws {
    do {
        try await body(server)
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

extension Studio {
    func expectConnection(lost isLost: Bool) async throws {
        try await browser.wait(
            isLost ? "it says that the connection is lost" : "the connection is back",
            until: "document.getElementById('connection').matches(':popover-open') === arguments[0]", .bool(isLost))
    }
}
