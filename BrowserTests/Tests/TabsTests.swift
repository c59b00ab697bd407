import Foundation
import Testing

extension StudioTests {
    @Suite struct Tabs {
        @Test func arrowKeysTurnFromOneToTheOtherAndAReloadStaysThere() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.tab(to: "#tab-stickers")
                try await studio.browser.press(.right)
                try await studio.expectTab("catalog")
                #expect(try await studio.focus(isOn: "#tab-catalog"))
                #expect(try await studio.browser.run("return location.hash") == "#catalog")
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.expectTab("catalog")
                try await studio.tab(to: "#tab-catalog")
                try await studio.browser.press(.home)
                try await studio.expectTab("stickers")
                #expect(try await studio.browser.run("return location.hash") == "")
                #expect(try await studio.browser.text("#position") == "1 / 4")
            }
        }

        @Test func theCarouselKeepsItsCardWhileTheCatalogIsShownAndArrowKeysDoNotReachIt()
            async throws
        {
            try await withStudio(.stickers) { studio in
                try await studio.browser.press(.end)
                try await studio.expectCard("Rocket.jpg", "4 / 4")
                try await studio.turn(to: "catalog")
                try await studio.browser.run("document.activeElement.blur()")
                try await studio.browser.press(.left)
                try await studio.turn(to: "stickers")
                try await studio.expectCard("Rocket.jpg", "4 / 4")
                try await studio.expectCurrentInMiddle()
            }
        }

        @Test func onAPhoneTheyAreABarAtTheBottom() async throws {
            try await withStudio(.stickers, .phone) { studio in
                let box = try await studio.browser.run(
                    """
                    const { top, bottom, width } = document.getElementById('tabs').getBoundingClientRect();
                    return [innerHeight - bottom, width, innerHeight - top];
                    """)
                // A phone's pixels are smaller than the page's.
                #expect(abs(box[0].double ?? 1) <= 0.5 && box[1] == 390, "\(box)")
                let bar = try await studio.browser.run(
                    "return innerHeight - document.querySelector('.carousel-bar').getBoundingClientRect().bottom")
                #expect(bar.double ?? 0 >= box[2].double ?? 0, "the carousel's bar is not under it")
            }
        }

        @Test func aPhotoThatIsAddedBringsTheStickersToTheFront() async throws {
            try await withCatalog { studio in
                try await studio.browser.element("#photo-input").type(try Photos.cat.written().path)
                try await studio.expectTab("stickers")
                try await studio.expectCard("Cat.png", "1 / 1")
            }
        }
    }
}

extension Studio {
    func expectTab(_ name: String) async throws {
        try await browser.wait(
            "the tab \(name) is shown",
            until: """
                document.querySelector('[role=tab][aria-selected=true]').id === `tab-${arguments[0]}`
                  && document.querySelectorAll('[role=tab][tabindex="-1"]').length === 2
                  && document.querySelector('[role=tabpanel]:not([hidden])').id === `${arguments[0]}-panel`
                """, .string(name))
    }

    /// Waits until the card that is the current one rests in the middle of the view.
    func expectCurrentInMiddle() async throws {
        try await browser.wait(
            "it rests in the middle",
            until: """
                (() => {
                  const box = document.querySelector('.page[data-current]').getBoundingClientRect();
                  return Math.abs(box.left + box.width / 2 - innerWidth / 2) < 1;
                })()
                """)
    }
}
