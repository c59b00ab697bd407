import Foundation
import Testing

extension StudioTests {
    @Suite struct CatalogSaving {
        @Test func theButtonTurnsAWheelIsDisabledKeepsItsSizeAndSaysThatItIsSaved() async throws {
            try await withCatalog { studio in
                try await studio.waitForPictures(4)
                let button = studio.card(Days.quiet[1], "[data-testid=save]")
                try await studio.browser.run(
                    """
                    const button = document.querySelector(arguments[0]);
                    window.looks = [];
                    const note = () => window.looks.push({
                      state: button.dataset.state, disabled: button.disabled, text: button.textContent,
                      size: `${button.offsetWidth} ${button.offsetHeight}`, wheel: button.querySelector('.spinner') !== null,
                    });
                    note();
                    new MutationObserver(note).observe(button, { attributeFilter: ['data-state'] });
                    """, .string(button))
                try await studio.browser.click(button)
                try await studio.browser.wait(
                    "it is saved", until: "document.querySelector(arguments[0]).dataset.state === 'saved'",
                    .string(button))
                let looks = try await studio.browser.run("return window.looks").list
                #expect(looks.compactMap { $0["state"].text } == ["ready", "saving", "saved"])
                #expect(looks.compactMap { $0["text"].text } == ["Save", "Saving…", "Saved"])
                #expect(looks.map { $0["disabled"].isTruthy } == [false, true, true])
                #expect(looks.map { $0["wheel"].isTruthy } == [false, true, false])
                #expect(Set(looks.compactMap { $0["size"].text }).count == 1, "\(looks)")

                let photo = try await studio.server.photos[0]
                #expect(photo["source"]["title"] == "Picture of 2025-06-11")
                #expect(photo["source"]["credit"] == "Mauricio Salazar")
                #expect(photo["state"] == "waiting")
                try await studio.browser.reload()
                try await studio.browser.wait(
                    "it is still said", until: "document.querySelector(arguments[0])?.dataset.state === 'saved'",
                    .string(button))
                #expect(try await studio.browser.run("return location.hash") == "#catalog")
            }
        }

        @Test func aSaveThatFailsSaysWhyAndCanBeTriedAgain() async throws {
            try await withCatalog([Days.pageForPicture]) { studio in
                let button = studio.card(Days.pageForPicture, "[data-testid=save]")
                try await studio.browser.click(button)
                try await studio.browser.wait(
                    "it failed", until: "document.querySelector(arguments[0]).dataset.state === 'failed'",
                    .string(button))
                #expect(try await studio.browser.text(button) == "Try again")
                #expect(try await studio.browser.element(button).property("disabled") == false)
                let reason = try await studio.browser.text(studio.card(Days.pageForPicture, ".save-error"))
                #expect(reason.contains("not a photo"), "it says: \(reason)")
                #expect(try await studio.server.photos.isEmpty)
                try await studio.browser.click(button)
                try await studio.browser.wait(
                    "it is tried again", until: "document.querySelector(arguments[0]).dataset.state === 'failed'",
                    .string(button))
            }
        }

        @Test func aStickerIsMadeOfItAndIsSeenWhereStickersAre() async throws {
            try await withCatalog(library: .stickers) { studio in
                try await studio.waitForPictures(4)
                try await studio.browser.click(studio.card(Days.quiet[2], "[data-testid=make-sticker]"))
                try await studio.expectCard("Picture of 2025-06-12", "5 / 5")
                #expect(try await studio.browser.run("return location.hash") == "")
                try await studio.browser.wait(
                    "its sticker is there",
                    until: "document.querySelector('.page[data-current] .card-sticker.shown')?.naturalWidth > 0")
                #expect(
                    try await studio.browser.text("#caption-credit") == "June 12, 2025 · Credit: Mauricio Salazar")
                try await studio.openEditor()
                #expect(
                    try await studio.browser.text("#editor-credit") == "June 12, 2025 · Credit: Mauricio Salazar")
                try await studio.browser.press(.escape)
                try await studio.turn(to: "catalog")
                #expect(try await studio.browser.text(studio.card(Days.quiet[2], "[data-testid=save]")) == "Saved")
                // A second time it is there at once.
                try await studio.browser.click(studio.card(Days.quiet[2], "[data-testid=make-sticker]"))
                try await studio.expectCard("Picture of 2025-06-12", "5 / 5")
                #expect(try await studio.server.photos.count == 5)
            }
        }

        @Test func theOriginalIsDownloadedFromTheCardAndFromTheViewerWithItsCredit() async throws {
            try await withCatalog { studio in
                try await studio.waitForPictures(4)
                let card = studio.card(Days.quiet[1], "[data-testid=original]")
                let name = try await studio.browser.element(card).property("ariaLabel").text
                #expect(
                    name
                        == "Download original: Picture of 2025-06-11, June 11, 2025 · Credit: Mauricio Salazar")
                try await studio.browser.click(card)
                let file = try await studio.browser.downloaded(
                    "2025-06-11 Picture of 2025-06-11 (Mauricio Salazar).jpg")
                let served = try Photos.many(7).map(\.bytes)
                #expect(served.contains(file), "bytes as the service has them")
                #expect(try await studio.server.photos.isEmpty, "nothing is added")

                try await studio.browser.click(studio.card(Days.quiet[2], ".entry-open"))
                try await studio.expectSurprise()
                try await studio.browser.click("#viewer-original")
                _ = try await studio.browser.downloaded("2025-06-12 Picture of 2025-06-12 (Mauricio Salazar).jpg")
                try await studio.browser.click("#viewer-make")
                try await studio.expectCard("Picture of 2025-06-12", "1 / 1")
                try await studio.waitForStickers()
                try await studio.openEditor()
                #expect(
                    try await studio.browser.text("#original-credit")
                        == "Picture of 2025-06-12 · June 12, 2025 · Credit: Mauricio Salazar")
                try await studio.browser.run("document.getElementById('editor-original').scrollIntoView()")
                try await studio.browser.click("#editor-original")
                #expect(
                    served.contains(try await studio.browser.downloaded("2025-06-12 Picture of 2025-06-12.jpg")))
            }
        }

        @Test func anOriginalThatCannotBeHadSaysWhy() async throws {
            try await withCatalog([Days.pageForPicture]) { studio in
                try await studio.browser.click(studio.card(Days.pageForPicture, "[data-testid=original]"))
                try await studio.browser.wait(
                    "it says why",
                    until: "document.getElementById('toast').textContent.startsWith('That did not work')")
                let button = try await studio.browser.element(
                    studio.card(Days.pageForPicture, "[data-testid=original]"))
                #expect(try await button.property("ariaDisabled") == "false")
            }
        }

        @Test func surprisesDoNotRepeatWhileThereAreOthers() async throws {
            try await withCatalog { studio in
                try await studio.browser.click("#surprise")
                var titles: Set<String> = []
                for number in 1...25 {
                    try await studio.expectSurprise()
                    titles.insert(try await studio.browser.text("#viewer-title"))
                    #expect(titles.count == number)
                    let before = try await studio.browser.text("#viewer-title")
                    try await studio.browser.click("#viewer-another")
                    try await studio.browser.wait(
                        "another one comes",
                        until: "document.getElementById('viewer-title').textContent !== arguments[0]", .string(before))
                }
            }
        }

        @Test func aSurpriseIsShownLargeThenAnotherOneAndBecomesASticker() async throws {
            try await withCatalog { studio in
                try await studio.browser.click("#surprise")
                try await studio.expectSurprise()
                let first = try await studio.browser.text("#viewer-title")
                #expect(first.hasPrefix("Picture of"))
                #expect(try await studio.browser.text("#viewer-meta").contains("Credit: Mauricio Salazar"))
                try await eventually("another one comes") {
                    try await studio.browser.click("#viewer-another")
                    try await studio.expectSurprise()
                    return try await studio.browser.text("#viewer-title") != first
                }
                let title = try await studio.browser.text("#viewer-title")
                try await studio.browser.click("#viewer-make")
                try await studio.expectCard(title, "1 / 1")
                try await studio.waitForStickers()
                #expect(try await studio.browser.elements("dialog[open]").isEmpty)
            }
        }

        @Test func aPictureIsEnlargedAndTheFocusComesBack() async throws {
            try await withCatalog { studio in
                try await studio.waitForPictures(4)
                let opener = studio.card(Days.quiet[0], ".entry-open")
                try await studio.browser.run("document.querySelector(arguments[0]).focus()", .string(opener))
                try await studio.browser.press(.enter)
                try await studio.expectSurprise()
                #expect(try await studio.browser.text("#viewer-title") == "Picture of 2025-06-10")
                #expect(try await !studio.isVisible("#viewer-another"))
                try await studio.browser.press(.escape)
                try await studio.browser.wait("it closes", until: "!document.getElementById('viewer').open")
                #expect(try await studio.focus(isOn: opener))
            }
        }
    }
}
