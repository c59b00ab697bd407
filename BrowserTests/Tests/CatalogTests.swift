import Foundation
import Testing

/// Notes what the page asks the catalog for, and what of it is aborted.
let watchRequests = """
    window.asked = [];
    window.aborted = [];
    const send = window.fetch;
    window.fetch = (address, options) => {
      const path = String(address);
      if (!path.includes('/catalog/')) return send(address, options);
      window.asked.push(path);
      return send(address, options).catch((error) => {
        if (options?.signal?.aborted) window.aborted.push(path);
        throw error;
      });
    };
    """

/// Notes how many empty cards were seen, and how far the layout shifted.
private let watchLoading = """
    window.placeholders = 0;
    window.shift = 0;
    new MutationObserver(() => {
      window.placeholders = Math.max(window.placeholders, document.querySelectorAll('.placeholder-card').length);
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    """

extension StudioTests {
    @Suite struct Catalog {
        @Test func openedForTheFirstTimeItLoadsByItselfAndNothingJumps() async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: watchLoading)) { studio in
                try await studio.turn(to: "catalog")
                try await studio.browser.wait(
                    "cards", until: "document.querySelectorAll('[data-testid=catalog-card]').length > 0")
                #expect(try await studio.browser.run("return window.placeholders") == 6)
                let catalog = try await studio.server.state["catalog"]
                // Of days of the future there is nothing yet.
                #expect(catalog["items"].list.count + catalog["failures"].list.count == 8)
                #expect(try await studio.cards() == catalog["items"].list.compactMap { $0["id"].text })
                try await studio.waitForPictures(1)
                try await studio.waitForAnimations()
                let shift = try await studio.browser.run("return window.shift").double ?? 1
                #expect(shift < 0.02, "the layout shifted by \(shift)")
            }
        }

        @Test func aCardHasPictureTitleDayCreditAndADescriptionOnDemand() async throws {
            try await withCatalog { studio in
                let day = Days.quiet[0]
                try await studio.waitForPictures(Days.quiet.count)
                #expect(try await studio.browser.text(studio.card(day, ".entry-title")) == "Picture of 2025-06-10")
                let lines = try await studio.browser.run(
                    "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)",
                    .string(studio.card(day, ".entry-meta span")))
                #expect(lines == ["June 10, 2025", "Credit: Mauricio Salazar"])
                let look = try await studio.browser.run(
                    """
                    const card = document.querySelector(arguments[0]);
                    const image = card.querySelector('.entry-image');
                    return {
                      width: image.naturalWidth, opacity: Number(getComputedStyle(image).opacity) > 0,
                      band: getComputedStyle(card.querySelector('.entry-band')).backdropFilter.startsWith('blur'),
                      description: card.querySelector('.description').checkVisibility(),
                    };
                    """, .string(studio.card(day)))
                #expect(look["width"].int ?? 0 > 0)
                #expect(look["band"] == true)
                #expect(look["description"] == false)

                try await studio.browser.run(
                    "document.querySelector(arguments[0]).focus()", .string(studio.card(day, ".entry-about")))
                try await studio.browser.press(.enter)
                #expect(try await studio.isVisible(studio.card(day, ".description")))
                #expect(try await studio.browser.text(studio.card(day, ".description")) == "What is seen.")
                #expect(
                    try await studio.browser.run(
                        "return document.activeElement.getAttribute('aria-expanded')") == "true")
                try await studio.browser.press(.enter)
                #expect(try await !studio.isVisible(studio.card(day, ".description")))
            }
        }

        @Test func picturesAreAskedForNearTheViewAlone() async throws {
            let days = (1...24).map { "2024-03-\($0 < 10 ? "0" : "")\($0)" }
            var phone = BrowserOptions.phone
            phone.beforePage = watchRequests
            try await withCatalog(days, phone) { studio in
                try await studio.waitForPictures(1)
                let last = "[data-testid=catalog-card]:last-child .entry-picture"
                let state = "return document.querySelector(arguments[0]).dataset.state"
                #expect(try await studio.browser.run(state, .string(last)) == "waiting")
                try await studio.browser.run(
                    "document.querySelector(arguments[0]).scrollIntoView()", .string(last))
                try await studio.browser.wait(
                    "its picture comes", until: "document.querySelector(arguments[0]).dataset.state === 'shown'",
                    .string(last))
                let asked = try await studio.browser.run("return window.asked.filter((one) => one.includes('picture'))")
                #expect(asked.list.count < days.count, "\(asked.list.count) were asked for")
            }
        }

        @Test func whatDidNotComeIsToldWithTheReasonInThePagesLanguage() async throws {
            let days = [Days.quiet[0], Days.noPicture, Days.rateLimited]
            try await withCatalog(days) { studio in
                // What there is to wait for comes before how many there are.
                let refusal = /Limited until .+\d:\d\d.*/
                #expect(try await studio.browser.text("#catalog-failures-text").wholeMatch(of: refusal) != nil)
                #expect(try await !studio.isVisible("#catalog-failures-list"))
                try await studio.browser.click("#catalog-failures")
                let failures = try await studio.failures()
                #expect(failures.count == 2 && failures[0] == "June 18, 2025: There is no picture")
                #expect(
                    failures[1].wholeMatch(of: /June 26, 2025: The service is rate-limiting requests until .+/) != nil)
                try await studio.use("ru")
                let inRussian = try await studio.failures()
                #expect(inRussian[0] == "18 июня 2025 г.: Снимка нет")
                #expect(inRussian[1].wholeMatch(of: /26 июня 2025 г.: Служба не принимает запросы до .+/) != nil)
            }
        }

        @Test func aFilmShowsItsPictureSaysWhatItIsAndLeadsToItsPage() async throws {
            try await withCatalog([Days.video, Days.other]) { studio in
                try await studio.waitForPictures(1)
                #expect(try await studio.browser.text(studio.card(Days.video, ".entry-kind")) == "Video")
                #expect(try await studio.isVisible(studio.card(Days.video, ".play")))
                let link = try await studio.browser.run(
                    """
                    const { href, target, rel } = document.querySelector(arguments[0]);
                    return [href, target, rel];
                    """, .string(studio.card(Days.video, ".entry-actions a")))
                #expect(link[0].text?.hasPrefix("https://www.youtube.com/") == true)
                #expect(link[1] == "_blank")
                #expect(link[2].text?.contains("noopener") == true)
                for day in [Days.video, Days.other] {
                    #expect(try await studio.browser.elements(studio.card(day, "[data-testid=save]")).isEmpty, "\(day)")
                }
            }
        }

        @Test func aPictureThatIsNoneSaysSoAndItsNeighboursCome() async throws {
            try await withCatalog([Days.quiet[0], Days.pageForPicture, Days.quiet[1]]) { studio in
                try await studio.waitForPictures(2)
                let holder = studio.card(Days.pageForPicture, "[data-state=failed]")
                try await studio.browser.wait(
                    "it failed", until: "document.querySelector(arguments[0])", .string(holder))
                #expect(
                    try await studio.browser.text("\(holder) .entry-reason")
                        == "The download is not a readable picture")
            }
        }

        @Test func withoutTheWebThereIsWhatWasLoadedBeforeMarkedAsSuch() async throws {
            let service = try await CatalogService.start()
            try await withCatalog(service: service) { studio in
                try await studio.waitForPictures(Days.quiet.count)
                #expect(try await studio.isVisible("#catalog-stored") == false)
                try await service.stop()
                try await studio.browser.click("#refresh")
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('catalog-stored').checkVisibility()", within: 60)
                let words = try await studio.browser.text("#catalog-stored-text")
                #expect(words.hasPrefix("The web cannot be reached. These were loaded"), "\(words)")
                let cards = try await studio.cards()
                #expect(cards == Days.quiet.reversed().map { "apod:\($0)" }, "the newest comes first")

                try await studio.server.stop()
                try await withServer(studio.server.startedAgain()) { server in
                    try await withBrowser(for: server) { browser in
                        let again = Studio(server: server, browser: browser)
                        try await again.openCatalog()
                        try await browser.wait(
                            "they are there after a restart",
                            until: "document.querySelectorAll('.entry-title').length === 4",
                            within: 60)
                        #expect(try await again.isVisible("#catalog-stored"))
                        try await again.waitForPictures(4)
                    }
                }
            }
        }

        @Test func withNothingAtAllItSaysWhatIsWrongAndTriesAgain() async throws {
            try await withStudio(.empty, BrowserOptions(), catalog: "http://127.0.0.1:9/apod") { studio in
                try await studio.turn(to: "catalog")
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('catalog-nothing').checkVisibility()", within: 60)
                #expect(try await studio.browser.text("#catalog-nothing-title") == "The pictures could not be loaded")
                #expect(try await studio.browser.text("#catalog-nothing-text") == "The server cannot be reached")
                #expect(try await studio.browser.element("#surprise").property("disabled") == true)
                try await studio.browser.click("#catalog-again")
                try await studio.browser.wait("it tries", until: "document.querySelector('.placeholder-card')")
            }
        }
    }
}
