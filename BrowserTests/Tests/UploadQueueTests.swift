import Foundation
import Testing

extension StudioTests {
    /// Adding outlasts a lost connection, a reload and the tab.
    @Suite struct UploadQueue {
        @Test(arguments: [BrowserOptions.slow, .slowPhone])
        func photosWaitForTheStudioAndGoOnByThemselvesEachOnce(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options, mayLose: true) { studio in
                // The browser notices a connection that breaks when it writes the next part.
                try await studio.pickSlowly(5, bytesASecond: 30_000)
                try await studio.waitUntilKept(5)
                try await studio.server.killAtOnce()
                try await studio.expectTray("5 photos wait for the connection")
                #expect(try await studio.browser.elements("[data-testid=upload]").isEmpty)
                try await studio.browser.limitUploads(to: nil)
                try await withServer(studio.server.startedAgain()) { again in
                    try await eventually("all have arrived, in their order") {
                        try await again.names == (1...5).map { "Rocket \($0).jpg" }
                    }
                    try await studio.expectNothingLeft()
                }
            }
        }

        @Test func photosWaitWhileAProxyAnswersInPlaceOfTheStudio() async throws {
            try await withStudio { studio in
                try await studio.browser.run(
                    """
                    const { send } = XMLHttpRequest.prototype;
                    window.isAway = true;
                    XMLHttpRequest.prototype.send = function (body) {
                      if (!window.isAway) return send.call(this, body);
                      const page = { status: { value: 502 }, responseText: { value: '<html>Bad Gateway</html>' } };
                      Object.defineProperties(this, page);
                      setTimeout(() => this.onload());
                    };
                    """)
                let files = try Photos.many(5).map { try $0.written().path }
                try await studio.browser.element("#photo-input").type(files.joined(separator: "\n"))
                try await studio.expectTray("5 photos wait for the connection")
                // A photo is given up after five tries.
                try await studio.browser.run("window.isAway = false")
                try await eventually("all have arrived, in their order") {
                    try await studio.server.names == (1...5).map { "Rocket \($0).jpg" }
                }
                try await studio.expectNothingLeft()
            }
        }

        @Test(arguments: [BrowserOptions.slow, .slowPhone])
        func aReloadInTheMiddleSendsTheRest(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options) { studio in
                try await studio.pickSlowly(5)
                try await studio.waitUntilKept(5)
                try await studio.browser.reload()
                try await studio.browser.wait(
                    "it goes on", until: "!document.getElementById('uploads').hidden")
                try await studio.browser.limitUploads(to: nil)
                try await eventually("all have arrived, in their order") {
                    try await studio.server.names == (1...5).map { "Rocket \($0).jpg" }
                }
                try await studio.expectNothingLeft()
                #expect(try await studio.browser.text("#toast-text") == "", "none of them was here already")
            }
        }

        @Test func anotherTabSendsOnlyWhatATabThatIsGoneHasLeft() async throws {
            try await withStudio(.empty, .slow) { studio in
                try await studio.pickSlowly(4)
                try await studio.waitUntilKept(4)
                let first = try await studio.browser.tab
                let second = try await studio.browser.openTab()
                try await studio.open()
                // What it does at its start is done once it has seen whose the photos are.
                try await studio.browser.wait(
                    "it waits for the other tab's end",
                    until: """
                        (async () => (await navigator.locks.query()).pending
                          .some(({ name }) => name.startsWith('peel-uploads')))()
                        """)
                #expect(try await studio.browser.element("#uploads").property("hidden") == true)
                #expect(try await studio.server.photos.isEmpty)
                try await studio.browser.drive(first)
                try await studio.browser.closeTab()
                try await studio.browser.drive(second)
                try await eventually("all have arrived, in their order") {
                    try await studio.server.names == (1...4).map { "Rocket \($0).jpg" }
                }
                try await studio.expectNothingLeft()
            }
        }

        @Test func whatIsCancelledDoesNotComeBack() async throws {
            try await withStudio(.empty, .slow) { studio in
                try await studio.pickSlowly(4)
                try await studio.waitUntilKept(4)
                try await studio.browser.click("#uploads-cancel")
                try await studio.expectNothingLeft()
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.browser.limitUploads(to: nil)
                #expect(try await studio.browser.element("#uploads").property("hidden") == true)
                #expect(try await studio.server.photos.isEmpty)
            }
        }

        @Test(arguments: [BrowserOptions.slow, .slowPhone])
        func withoutRoomInTheStorageTheyAreSentAllTheSameAndThePageSaysSo(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.empty, options) { studio in
                try await studio.browser.run("navigator.storage.estimate = async () => ({ quota: 1000, usage: 900 })")
                try await studio.pickSlowly(4)
                try await studio.browser.wait(
                    "it says so",
                    until: """
                        document.getElementById('uploads-note').textContent
                          === '4 photos do not fit into the browser’s storage: keep this page open'
                        """)
                try await studio.browser.limitUploads(to: nil)
                try await eventually("all have arrived") { try await studio.server.photos.count == 4 }
                try await studio.expectNothingLeft()
            }
        }
    }
}

extension BrowserOptions {
    fileprivate static let slow = BrowserOptions(hasSlowUploads: true)
    fileprivate static let slowPhone = BrowserOptions(width: 390, height: 844, isPhone: true, hasSlowUploads: true)
}

extension Studio {
    /// Picks photos, of which none arrives until the limit is taken away.
    fileprivate func pickSlowly(_ count: Int, bytesASecond: Int = 2_000) async throws {
        try await browser.limitUploads(to: bytesASecond)
        let files = try Photos.many(count).map { try $0.written().path }
        try await browser.element("#photo-input").type(files.joined(separator: "\n"))
    }

    fileprivate func waitUntilKept(_ count: Int) async throws {
        try await browser.wait("\(count) photos are kept", until: "(async () => await (\(keptCount))() === \(count))()")
    }

    fileprivate func expectTray(_ title: String) async throws {
        try await browser.wait(
            "the tray says: \(title)", until: "document.getElementById('uploads-title').textContent === arguments[0]",
            .string(title))
    }

    fileprivate func expectNothingLeft() async throws {
        try await browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
        try await browser.wait("nothing is kept", until: "(async () => await (\(keptCount))() === 0)()")
    }
}

private let keptCount = """
    async () => {
      const opened = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
      const database = await opened(indexedDB.open('peel-uploads/', 1));
      const count = await opened(database.transaction('photos').objectStore('photos').count());
      database.close();
      return count;
    }
    """
