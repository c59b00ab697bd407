import Foundation
import Testing

extension StudioTests {
    /// What the page costs before a person has opened anything.
    @Suite struct FirstLoad {
        @Test(arguments: [BrowserOptions(), .phone], [Library.empty, .stickers])
        func thePageComesInFewRequestsAndFewBytesCompressed(
            _ options: BrowserOptions, _ library: Library
        ) async throws {
            try await withStudio(library, options) { studio in
                if library == .stickers { try await studio.waitForStickers() }
                try await studio.browser.wait(
                    "the worker has what it keeps",
                    until: "caches.match(location.pathname).then((page) => page !== undefined)")
                let load = try await studio.browser.run(
                    """
                    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
                    // Stickers are as large as they are.
                    const bytes = entries.filter(({ name }) => !/[/]photos[/].*[.](webp|png)/.test(name))
                      .reduce((sum, { transferSize }) => sum + transferSize, 0);
                    const plain = entries.filter(({ name, encodedBodySize, decodedBodySize }) =>
                      /[.](js|css|json|svg)$/.test(name) && decodedBodySize > 1000 && encodedBodySize === decodedBodySize);
                    return { count: entries.length, bytes, plain: plain.map(({ name }) => name) };
                    """)
                let count = try #require(load["count"].int)
                let bytes = try #require(load["bytes"].int)
                print("first load, \(library): \(count) requests, \(bytes) bytes")
                #expect(count > 5 && count <= 40)
                #expect(bytes > 20_000 && bytes <= 200_000)
                #expect(load["plain"].list.isEmpty, "\(load["plain"])")
            }
        }

        @Test(arguments: [1, 2])
        func withoutItsLanguagesFileThePageOpensAllTheSame(_ failures: Int) async throws {
            let breakFile = """
                const send = window.fetch;
                let left = \(failures);
                window.fetch = (address, options) => {
                  if (left === 0 || !String(address).endsWith('languages/de.json')) return send(address, options);
                  left -= 1;
                  return Promise.reject(new TypeError('broken'));
                };
                """
            try await withStudio(.stickers, BrowserOptions(language: "de", beforePage: breakFile)) { studio in
                let language = try await studio.browser.run("return document.documentElement.lang")
                #expect(language.text == (failures == 1 ? "de" : "en"))
                #expect(try await studio.browser.element("#opening").property("hidden") == true)
            }
        }

        @Test func aPartComesWhenItIsOpenedOnce() async throws {
            try await withStudio(.stickers) { studio in
                #expect(try await studio.parts() == [])
                try await studio.openEditor()
                #expect(try await studio.parts() == ["editor/editor.js"])
                try await studio.browser.press(.escape)
                try await studio.browser.wait("it is closed", until: "!document.getElementById('editor').open")
                try await studio.openEditor()
                #expect(try await studio.parts() == ["editor/editor.js"])
            }
        }

        @Test func aPartThatCannotComeIsSaidAndComesLater() async throws {
            try await withStudio(.stickers, mayLose: true) { studio in
                try await studio.waitForStickers()
                try await studio.server.stop()
                try await studio.browser.click("#card-edit")
                try await studio.browser.wait(
                    "it says so",
                    until: "document.getElementById('toast-text').textContent.includes('The studio cannot be reached')")
                try await withServer(studio.server.startedAgain()) { again in
                    let studio = Studio(server: again, browser: studio.browser)
                    try await studio.waitUntilReady()
                    try await studio.openEditor()
                }
            }
        }
    }
}

extension Studio {
    /// The parts that were loaded after the page.
    fileprivate func parts() async throws -> [String] {
        try await browser.run(
            """
            return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1))
              .filter((path) => /(editor|pack-dialog|sheet-dialog|style-dialog|catalog|camera)[.]js$/.test(path));
            """
        ).list.compactMap(\.text)
    }
}
