import Foundation
import Testing

extension StudioTests {
    /// Tabs and dialogs are entries of the browser's history.
    @Suite struct History {
        @Test func backTurnsToTheTabOfBeforeAndForwardToTheNext() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.turn(to: "catalog")
                try await studio.turn(to: "camera")
                try await studio.go(-1, to: "catalog")
                try await studio.go(-1, to: "stickers")
                #expect(try await studio.browser.run("return location.hash") == "")
                try await studio.go(1, to: "catalog")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func backClosesTheDialogsOneAfterTheOtherThenTurnsAndLeavesThePage(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options, opening: false) { studio in
                let before = "about:blank"
                try await studio.browser.open(before)
                try await studio.open()
                try await studio.turn(to: "catalog")
                try await studio.turn(to: "stickers")
                try await studio.openGrid()
                try await studio.browser.click(".tile-open")
                try await studio.expectDialogs("grid", "editor")
                try await studio.browser.click("#editor-share")
                try await studio.expectDialogs("grid", "editor", "share")
                try await studio.browser.goBack()
                try await studio.expectDialogs("grid", "editor")
                try await studio.browser.goBack()
                try await studio.expectDialogs("grid")
                // What was left is not opened again.
                try await studio.browser.run("history.forward()")
                try await studio.expectDialogs("grid")
                try await studio.browser.goBack()
                try await studio.expectDialogs()
                try await studio.browser.goBack()
                try await studio.expectTab("catalog")
                try await studio.browser.goBack()
                try await studio.expectTab("stickers")
                try await studio.browser.goBack()
                try await studio.browser.wait(
                    "the page is left", until: "location.href.startsWith(arguments[0])", .string(before))
            }
        }

        /// As by Escape, the Back of Android closes a dialog before the history knows of it.
        @Test(arguments: [BrowserOptions(), .phone])
        func aDialogThatIsClosedOtherwiseLeavesNoEntryBehind(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.turn(to: "catalog")
                try await studio.turn(to: "stickers")
                for _ in 0..<2 {
                    try await studio.openEditor()
                    try await studio.expectDialogs("editor")
                    try await studio.browser.press(.escape)
                    try await studio.expectDialogs()
                }
                try await studio.openGrid()
                try await studio.browser.click("#grid .close")
                try await studio.expectDialogs()
                try await studio.go(-1, to: "catalog")
            }
        }

        @Test func aReloadWithOpenDialogsLeavesNoDeadEntries() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.turn(to: "catalog")
                try await studio.turn(to: "stickers")
                try await studio.openGrid()
                try await studio.browser.click(".tile-open")
                try await studio.expectDialogs("grid", "editor")
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.expectDialogs()
                try await studio.go(-1, to: "catalog")
            }
        }

        @Test func aStickerOfTheViewerClosesItAndTurnsAndBackLeadsToTheCatalog() async throws {
            try await withCatalog { studio in
                try await studio.reach(studio.card(Days.quiet[0], ".entry-open"))
                try await studio.expectDialogs("viewer")
                try await studio.browser.click("#viewer-make")
                try await studio.expectDialogs()
                try await studio.expectTab("stickers")
                try await studio.go(-1, to: "catalog")
            }
        }
    }
}

extension Studio {
    fileprivate func go(_ steps: Int, to tab: String) async throws {
        try await browser.run("history.go(arguments[0])", .number(Double(steps)))
        try await expectTab(tab)
    }

    /// Waits until these are open, from the back to the front, and each is an entry of the history.
    fileprivate func expectDialogs(_ ids: String...) async throws {
        try await browser.wait(
            "the open dialogs are \(ids)",
            until: """
                JSON.stringify([...document.querySelectorAll('dialog[open]')].map(({ id }) => id).sort())
                  === JSON.stringify([...arguments[0]].sort())
                  && JSON.stringify(history.state?.dialogs ?? []) === JSON.stringify(arguments[0])
                """, .array(ids.map { .string($0) }))
    }
}
