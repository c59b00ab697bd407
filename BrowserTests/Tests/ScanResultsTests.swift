import Foundation
import Testing

extension StudioTests {
    /// Pictures and movies that the camera made.
    @Suite struct ScanResults {
        @Test(arguments: [BrowserOptions(), .phone])
        func whatIsDeletedCanBeTakenBackAndIsGoneForGoodWhenTheOfferIs(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.empty, options) { studio in
                func expect(shown: Int, kept: Int) async throws {
                    try await studio.expectResults(shown)
                    try await studio.expectCamera("has \(kept)") { $0["movies"].list.count == kept }
                }
                for _ in 1...2 { _ = try await studio.writeMovie() }
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=strip]")
                try await expect(shown: 2, kept: 2)

                try await studio.deleteNewest()
                // A page that dies now has deleted nothing.
                try await expect(shown: 1, kept: 2)
                #expect(try await studio.browser.text("#toast-text").hasSuffix(" deleted"))
                try await studio.browser.click("#toast-action")
                try await expect(shown: 2, kept: 2)
                try await studio.deleteNewest()
                try await expect(shown: 1, kept: 2)
                try await studio.browser.press("z", with: .control)
                try await expect(shown: 2, kept: 2)

                // The next one takes the place of the offer.
                try await studio.deleteNewest()
                try await studio.deleteNewest()
                try await expect(shown: 0, kept: 1)
                // Who leaves the page has had the offer.
                try await studio.browser.reload()
                try await studio.expectCamera("has none") { $0["movies"].list.isEmpty }
            }
        }
    }
}

extension Studio {
    fileprivate func deleteNewest() async throws {
        // From under the message.
        let first = "document.querySelector('#results .result-button')"
        try await browser.run("\(first).scrollIntoView({ block: 'center' })")
        try await browser.click("#results .result-button")
        try await expectResult()
        try await browser.click("#result-delete")
        try await browser.wait("the dialog closes", until: "!document.getElementById('result').open")
    }
}
