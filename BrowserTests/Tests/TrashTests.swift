import Foundation
import Testing

extension StudioTests {
    /// What was removed comes back.
    @Suite struct Trash {
        @Test(arguments: [BrowserOptions(), .phone])
        func aRemovedPhotoIsPutBackAtItsPlaceWithItsEdits(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                let names = try await studio.server.names
                let edited = try await studio.server.photo(names[1])
                try await studio.server.send(
                    "PUT", "/photos/\(edited["id"].text ?? "")/style", .object(["borderWidth": .number(0.1)]))
                try await studio.openGrid()
                #expect(try await studio.browser.run("return document.getElementById('grid-trash').hidden") == true)
                try await studio.browser.click("#select-all + .check")
                try await studio.browser.click("#grid-delete")
                try await studio.browser.wait(
                    "nothing is left", until: "document.querySelectorAll('[data-testid=tile]').length === 0")
                try await studio.browser.wait(
                    "the trash counts",
                    until: "document.getElementById('grid-trash').innerText.trim() === arguments[0]",
                    .string("Trash: \(names.count) photos"))

                try await studio.browser.click("#grid-trash")
                try await studio.browser.wait(
                    "all are listed with their pictures",
                    until: """
                        document.querySelectorAll('[data-testid=removed]').length === arguments[0]
                          && [...document.querySelectorAll('[data-testid=removed] img')].every((one) => one.naturalWidth > 0)
                        """, .number(Double(names.count)))
                try await studio.waitForAnimations()
                #expect(
                    try await studio.browser.run(
                        """
                        const dialog = document.getElementById('trash');
                        return dialog.scrollWidth <= dialog.clientWidth
                          && dialog.getBoundingClientRect().right <= innerWidth;
                        """) == true)
                try await studio.browser.click("[data-id='\(edited["id"].text ?? "")'] button")
                try await studio.browser.wait(
                    "one is back", until: "document.querySelectorAll('[data-testid=removed]').length === arguments[0]",
                    .number(Double(names.count - 1)))
                let back = try await studio.photo(names[1], is: "back") { $0 != .null }
                #expect(back["style"]["borderWidth"] == .number(0.1))
                try await studio.browser.click("#trash-restore-all")
                try await studio.browser.wait("the dialog closes", until: "!document.getElementById('trash').open")
                #expect(try await studio.server.names == names)
            }
        }

        @Test func whatWasDeletedForGoodIsNotSaidToBeBack() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.tab(to: ".tile-open")
                try await studio.browser.press(.delete)
                try await studio.browser.wait(
                    "it is deleted", until: "document.getElementById('toast-text').textContent.includes('Cat.png')")
                try await studio.server.send("POST", "/trash/empty", ["all": true])
                try await studio.browser.press("z", with: .control)
                try await studio.browser.wait(
                    "it says so",
                    until: "document.getElementById('toast-text').textContent.includes('It is not there any more')")
            }
        }

        @Test func theTrashIsEmptiedAfterAskingAndOnlyThen() async throws {
            try await withStudio(.stickers) { studio in
                let count = try await studio.server.names.count
                try await studio.server.send("POST", "/photos/remove", .object(["all": .bool(true)]))
                try await studio.browser.click("#welcome-trash")
                try await studio.browser.wait(
                    "they are listed",
                    until: "document.querySelectorAll('[data-testid=removed]').length === arguments[0]",
                    .number(Double(count)))
                try await studio.browser.click("#trash-empty")
                try await studio.browser.click("#confirm-no")
                #expect(
                    try await studio.browser.run("return document.querySelectorAll('[data-testid=removed]').length")
                        == .number(Double(count)))
                try await studio.browser.click("#trash-empty")
                try await studio.browser.click("#confirm-yes")
                try await studio.browser.wait("the dialog closes", until: "!document.getElementById('trash').open")
                try await studio.browser.wait(
                    "there is no trash any more", until: "document.getElementById('welcome-trash').hidden")
            }
        }
    }
}
