import Foundation
import Testing

extension StudioTests {
    /// As from a phone in the same network: TLS with the studio's own certificate, and a key.
    @Suite struct Phone {
        @Test func withoutTheKeyThePageAsksForItAndOpensWithIt() async throws {
            try await withPhone { server, browser in
                let token = try #require(server.openingURL.split(separator: "=").last.map(String.init))
                try await browser.open(server.url)
                try await browser.wait(
                    "it asks for the key", until: "document.documentElement.dataset.view === 'locked'")
                #expect(try await browser.text("#locked-title") == "This studio needs its key")
                #expect(try await browser.run("return (await fetch('/api/v1/state')).status") == 401)

                try await browser.element("#token").type("not-the-key")
                try await browser.click("#unlock")
                try await browser.wait(
                    "it says that it is another",
                    until: """
                        document.documentElement.dataset.view === 'locked'
                          && document.getElementById('locked-text').textContent.startsWith('Wrong key.')
                        """)
                #expect(try await browser.run("return (await fetch('/api/v1/state')).status") == 401)

                try await browser.element("#token").type(token)
                try await browser.click("#unlock")
                try await browser.wait("it opens", until: "document.documentElement.dataset.view === 'empty'")
                #expect(try await browser.run("return location.search") == "")
                #expect(try await browser.run("return document.cookie") == "")
            }
        }

        @Test func theAddressOfTheQRCodeOpensItAndAPhotoBecomesASticker() async throws {
            try await withPhone { server, browser in
                try await browser.open(server.openingURL)
                try await browser.wait("it opens", until: "document.documentElement.dataset.view === 'empty'")
                #expect(try await browser.run("return isSecureContext") == true)
                #expect(try await browser.element("#take-photo").property("hidden") == false)
                #expect(
                    try await browser.run("return document.getElementById('camera-input').getAttribute('capture')")
                        == "environment")
                try await browser.element("#camera-input").type(try Photos.cat.written().path)
                try await browser.wait(
                    "a sticker", until: "document.querySelector('.card-sticker.shown')?.naturalWidth === 1024")
                try await browser.reload()
                try await browser.wait("it stays open", until: "document.querySelectorAll('.page').length === 1")
            }
        }
    }
}

private func withPhone(_ body: (StudioServer, Browser) async throws -> Void) async throws {
    let library = try ScratchFolder.shared.folder("library")
    let server = try await StudioServer.start(library: library, arguments: ["--host", "0.0.0.0"])
    try await withServer(server) { server in
        try await withBrowser(.phone, for: server, mayLose: true) { browser in
            try await body(server, browser)
        }
    }
}
