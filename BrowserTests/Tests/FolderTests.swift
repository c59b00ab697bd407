import Foundation
import Testing

extension StudioTests {
    /// The page in a folder of a site, as a proxy shows it there. That it asks for nothing outside, ``withStudio``
    /// checks.
    @Suite struct Folder {
        private static let path = "/tools/peel/"

        @Test func stickersCatalogAndEditorWorkInAFolder() async throws {
            try await withStudio(.stickers, arguments: ["--base-path", "/tools/peel"]) { studio in
                try await studio.waitForStickers()
                try await studio.openEditor()
                try await studio.browser.press(.escape)
                try await studio.turn(to: "catalog")
                try await studio.browser.wait(
                    "a picture is shown",
                    until: "[...document.querySelectorAll('#catalog-panel img')].some((one) => one.naturalWidth > 0)")
                #expect(
                    try await studio.browser.run("return location.pathname + location.hash") == "/tools/peel/#catalog")
                try await studio.browser.reload()
                try await studio.waitUntilReady()
            }
        }

        @Test func itIsAnAppOfItsOwnThereWhichOpensWithoutTheStudio() async throws {
            try await withStudio(.stickers, arguments: ["--base-path", "/tools/peel"], mayLose: true) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                let scope = try await studio.browser.run(
                    "return navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)")
                #expect(scope == .string(Self.path))
                let manifest = try await studio.browser.devTools("Page.getAppManifest")
                #expect(manifest["errors"].list.isEmpty, "\(manifest["errors"])")
                let facts = manifest["manifest"]
                for name in ["id", "startUrl", "scope"] {
                    #expect(URL(string: facts[name].text ?? "")?.path == "/tools/peel", "\(name): \(facts[name])")
                }
                try await studio.waitUntilPagesAreKept()
                try await studio.server.stop()
                try await studio.browser.reload()
                try await studio.browser.wait(
                    "it says that the studio is not running", until: "!document.getElementById('away').hidden")
            }
        }
    }
}
