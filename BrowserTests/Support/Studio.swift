import Foundation
import Testing

/// The studio's page in a browser, and the server behind it.
struct Studio {
    let server: StudioServer
    let browser: Browser

    /// Opens the page and waits until it shows what the server has.
    func open() async throws {
        try await browser.open(server.url)
        try await waitUntilReady()
    }

    func waitUntilReady() async throws {
        let count = try await server.photos.count
        try await browser.wait("the page is ready", until: "'ready' in document.documentElement.dataset")
        try await browser.wait(
            "the page shows \(count) photos",
            until: "(document.querySelector('.page')?.getAttribute('aria-setsize') ?? '0') === '\(count)'")
        try await browser.wait(
            "the page shows a section",
            until: "['welcome', 'carousel-view'].some((id) => !document.getElementById(id).hidden)")
        // Chromium drops keys and clicks until a page is painted for the first time.
        guard try BrowserEngine.tested == .chromium else { return }
        try await browser.wait(
            "the page is painted", until: "performance.getEntriesByName('first-contentful-paint').length > 0")
    }

    /// Waits until the server has the photo so, and answers it.
    @discardableResult
    func photo(_ name: String, is what: String, _ condition: (JSON) -> Bool) async throws -> JSON {
        var photo = JSON.null
        try await eventually("\(name) is \(what): \(photo)") {
            photo = try await server.photo(name)
            return photo != .null && condition(photo)
        }
        return photo
    }

    /// Waits until the carousel shows the sticker of every card near the view.
    func waitForStickers() async throws {
        try await browser.wait(
            "the stickers near the view are shown",
            until: """
                (() => {
                  const near = [...document.querySelectorAll('.card[data-near]')];
                  return near.length > 0 && near.every((card) => card.querySelector('.card-sticker.shown')?.complete);
                })()
                """)
    }

    func openGrid() async throws {
        try await browser.click("#open-grid")
        try await browser.wait("the grid is open", until: "document.getElementById('grid').open")
        try await waitForAnimations()
    }

    func openEditor() async throws {
        try await browser.click("#card-edit")
        try await browser.wait("the editor is open", until: "document.getElementById('editor').open")
        try await browser.wait("it shows the sticker", until: "document.getElementById('stage-sticker').src !== ''")
        try await waitForAnimations()
    }

    /// Waits until nothing moves any more but what moves for ever. What waits for the carousel to rest has begun by
    /// then.
    func waitForAnimations() async throws {
        try await browser.wait(
            "animations have ended",
            until: """
                !document.getElementById('carousel').hasAttribute('data-moving') && document.getAnimations().every((one) =>
                  one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)
                """)
    }

    /// The tiles' names as they stand in the grid, by their photos' ids.
    func tileIDs() async throws -> [String] {
        try await browser.run(
            "return [...document.querySelectorAll('[data-testid=tile]')].map((one) => one.dataset.id)"
        )
        .list.compactMap(\.text)
    }

    /// Presses Tab until the focus is there.
    func tab(to selector: String, most: Int = 40) async throws {
        for _ in 0..<most {
            if try await focus(isOn: selector) { return }
            try await browser.press(.tab)
        }
        let focused = try await browser.run("return document.activeElement.outerHTML.slice(0, 120)")
        throw WebDriverError("Tab does not lead to \(selector)", focused.text ?? "")
    }

    func focus(isOn selector: String) async throws -> Bool {
        // In Firefox, Tab leads out of the page, and the next key back to it: the page is not told.
        try await browser.run(
            """
            if (!document.hasFocus()) window.focus();
            return document.activeElement?.matches(arguments[0]) ?? false;
            """, .string(selector)
        ).isTruthy
    }
}

/// A server with that library and a browser that shows it; both are gone afterwards. The browser's console must have
/// stayed empty, and nothing may have been asked of another host.
///
/// - Parameters:
///   - catalog: the service that the studio asks for pictures; one of the tests' own when nothing is said.
///   - arguments: more of the server's, as `--limit`.
///   - mayLose: whether the test takes the server away, so that connections break.
func withStudio(
    _ library: Library = .empty, _ options: BrowserOptions = BrowserOptions(), catalog: String? = nil,
    arguments: [String] = [], mayLose: Bool = false, opening: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Studio) async throws -> Void
) async throws {
    // Beside the server: each takes a second or so to start.
    let starting = Task { try await Browser.start(options) }
    let server: StudioServer
    do {
        server = try await StudioServer.start(library: library.folder(), catalog: catalog, arguments: arguments)
    } catch {
        try? await starting.value.quit()
        throw error
    }
    do {
        try await with(try await starting.value, for: server, mayLose: mayLose, sourceLocation) { browser in
            let studio = Studio(server: server, browser: browser)
            if opening { try await studio.open() }
            if !options.beforeUse.isEmpty { try await browser.run(options.beforeUse) }
            try await body(studio)
        }
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

/// One more browser for a server.
func withBrowser(
    _ options: BrowserOptions = BrowserOptions(), for server: StudioServer, mayLose: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Browser) async throws -> Void
) async throws {
    try await with(try await Browser.start(options), for: server, mayLose: mayLose, sourceLocation, body)
}

private func with(
    _ browser: Browser, for server: StudioServer, mayLose: Bool, _ sourceLocation: SourceLocation,
    _ body: (Browser) async throws -> Void
) async throws {
    do {
        try await body(browser)
        try await checkLogs(of: browser, server, mayLose: mayLose, sourceLocation)
    } catch {
        await keepEvidence(browser, server)
        try? await browser.quit()
        throw error
    }
    try await IdleBrowsers.shared.keep(browser)
}

private func checkLogs(
    of browser: Browser, _ server: StudioServer, mayLose: Bool, _ sourceLocation: SourceLocation
) async throws {
    for message in try await browser.console() {
        // Browsers themselves write a line for each answer that is an error, and for each connection that breaks.
        if message.contains("Failed to load resource: the server responded with a status of") { continue }
        // The second is what becomes of a look for a newer service worker; the others are WebKit's.
        let broken = [
            "net::ERR_", "An unknown error occurred when fetching the script.", "JS ERROR Cannot load http",
            "FetchEvent.respondWith received an error: TypeError: Load failed",
        ]
        if mayLose, broken.contains(where: message.contains) { continue }
        // WebKit says so of what a page asks its own server for while it is left.
        if message.contains("cannot load \(server.url)"), message.contains("due to access control checks") { continue }
        Issue.record("the console says: \(message)", sourceLocation: sourceLocation)
    }
    let origin = URL(string: "/", relativeTo: URL(string: server.url))?.absoluteString ?? server.url
    for event in try await browser.events() where event["method"].text == "Network.requestWillBeSent" {
        let url = event["params"]["request"]["url"].text ?? ""
        let isOwn = ["\(server.url)", "data:", "blob:\(origin)", "chrome:"].contains { url.hasPrefix($0) }
        if !isOwn { Issue.record("a request elsewhere: \(url)", sourceLocation: sourceLocation) }
    }
}

extension Studio {
    /// The button of the editor follows the studio's answer.
    func expectNothingToUndo() async throws {
        try await browser.wait(
            "there is nothing more to take back", until: "document.getElementById('editor-undo').disabled")
    }
}

/// What a failed test saw: pictures beside the build.
private func keepEvidence(_ browser: Browser, _ server: StudioServer) async {
    let folder = Checkout.root.appending(path: "BrowserTests/.build/failures")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = Test.current?.name.prefix { $0 != "(" } ?? "unknown"
    if let picture = try? await browser.screenshot() {
        try? picture.write(to: folder.appending(path: "\(name).png"))
    }
    print("\(name): the server wrote: \(server.output)")
    print("\(name): the console: \((try? await browser.console()) ?? [])")
}
