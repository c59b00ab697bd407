import Foundation
import Testing

extension StudioTests {
    @Suite struct CatalogLoads {
        @Test func leavingTheTabEndsAnUpdateComingBackBeginsItAgain() async throws {
            let silent = try SilentService()
            try await withStudio(.stickers, BrowserOptions(beforePage: watchRequests), catalog: silent.url) { studio in
                try await studio.turn(to: "catalog")
                try await studio.expectUpdating(true)
                try await studio.turn(to: "stickers")
                try await studio.expectUpdating(false)
                #expect(try await studio.browser.run("return window.aborted") == ["/api/v1/catalog/update"])
                try await studio.turn(to: "catalog")
                try await studio.expectUpdating(true)
                #expect(
                    try await studio.browser.run(
                        "return window.asked.filter((one) => one.endsWith('/update')).length") == 2)
                try await studio.turn(to: "stickers")
                try await studio.expectUpdating(false)
            }
        }

        @Test func leavingTheTabEndsDownloadsOfPicturesComingBackBeginsThemAgain() async throws {
            let days = [Days.quiet[0], Days.pictureThatNeverComes]
            try await withCatalog(days, BrowserOptions(beforePage: watchRequests)) { studio in
                try await studio.waitForPictures(1)
                let picture = studio.card(Days.pictureThatNeverComes, ".entry-picture")
                try await studio.expectPicture(picture, "loading")
                try await studio.turn(to: "stickers")
                try await studio.expectPicture(picture, "waiting")
                let aborted = try await studio.browser.run("return window.aborted")
                #expect(aborted.list.count == 1 && aborted[0].text?.contains("2025-06-27") == true, "\(aborted)")
                try await studio.turn(to: "catalog")
                try await studio.expectPicture(picture, "loading")
                try await studio.waitForPictures(1)
            }
        }

        @Test func buttonKeyAndMenuLoadOtherPictures() async throws {
            try await withCatalog(Days.quiet, BrowserOptions(beforePage: watchRequests)) { studio in
                try await studio.waitForPictures(4)
                try await studio.expectUpdates(0)
                try await studio.browser.press("r")
                try await studio.expectUpdates(1)
                #expect(try await studio.cards() != Days.quiet.reversed().map { "apod:\($0)" })
                try await studio.browser.click("#refresh")
                try await studio.expectUpdates(2)

                try await studio.browser.click("#open-settings")
                try await studio.browser.press("r")
                try await studio.browser.press(.escape)
                try await studio.turn(to: "stickers")
                try await studio.browser.press("r")
                try await studio.turn(to: "catalog")
                try await studio.expectUpdates(2)
            }
        }

        @Test func aSecondFingerLetsTheListGoBackAndATapAfterwardsLoadsNothing() async throws {
            try BrowserEngine.webkit.cannot("pull with a finger")
            var phone = BrowserOptions.phone
            phone.beforePage = watchRequests
            try await withCatalog(Days.quiet, phone) { studio in
                try await studio.waitForPictures(1)
                let seen = try await studio.browser.run(
                    """
                    const panel = document.getElementById('catalog-panel');
                    const content = document.getElementById('catalog-content');
                    const finger = (identifier, clientY) => new Touch({ identifier, target: panel, clientX: 100, clientY });
                    const send = (type, ...touches) =>
                      panel.dispatchEvent(new TouchEvent(type, { touches, cancelable: true, bubbles: true }));
                    send('touchstart', finger(1, 100));
                    send('touchmove', finger(1, 300));
                    const seen = [content.style.transform !== ''];
                    send('touchstart', finger(1, 300), finger(2, 300));
                    seen.push(content.style.transform !== '');
                    send('touchend', finger(1, 300));
                    send('touchend');
                    send('touchstart', finger(1, 100));
                    send('touchend');
                    return [...seen, content.style.transform !== ''];
                    """)
                #expect(seen == [true, false, false])
                try await studio.expectUpdates(0)
            }
        }

        /// Whoever wants less motion sees the list stay where it is, and the wheel.
        @Test(arguments: [false, true])
        func aFingerThatPullsTheListDownLoadsOtherPictures(isMotionReduced: Bool) async throws {
            try BrowserEngine.webkit.cannot("pull with a finger")
            var phone = BrowserOptions.phone
            phone.isMotionReduced = isMotionReduced
            phone.beforePage = watchRequests
            try await withCatalog(Days.quiet, phone) { studio in
                try await studio.waitForPictures(1)
                try await studio.browser.run(
                    """
                    const content = document.getElementById("catalog-content");
                    window.farthest = 0;
                    new MutationObserver(() => {
                      const way = new DOMMatrix(getComputedStyle(content).transform).m42;
                      window.farthest = Math.max(window.farthest, way);
                    }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ["style"] });
                    """)
                let start = try await studio.browser.place(of: "#catalog-title")
                try await studio.browser.drag(along: (0...3).map { start.moved(0, Double($0) * 10) }, pointer: "touch")
                try await studio.expectUpdates(0)
                try await studio.browser.drag(along: (0...10).map { start.moved(0, Double($0) * 30) }, pointer: "touch")
                try await studio.expectUpdates(1)
                let way = try await studio.browser.run("return Math.round(window.farthest)").int ?? -1
                #expect(isMotionReduced ? way == 0 : way > 64, "\(way)")
                try await studio.browser.wait(
                    "the list is back in its place",
                    until: "document.getElementById('catalog-content').style.transform === ''")
            }
        }
    }
}
