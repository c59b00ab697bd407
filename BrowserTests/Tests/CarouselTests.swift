import Foundation
import Testing

extension StudioTests {
    @Suite struct Carousel {
        @Test func arrowsAndKeysTurnPages() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.expectCard("Cat.png", "1 / 4")
                #expect(try await studio.browser.element("#previous").property("disabled") == true)
                try await studio.browser.click("#next")
                try await studio.expectCard("Coffee.png", "2 / 4")
                try await studio.browser.press(.right)
                try await studio.expectCard("Astronaut.png", "3 / 4")
                try await studio.browser.press(.end)
                try await studio.expectCard("Rocket.jpg", "4 / 4")
                #expect(try await studio.browser.element("#next").property("disabled") == true)
                try await studio.browser.press(.left)
                try await studio.expectCard("Astronaut.png", "3 / 4")
                try await studio.browser.click("#previous")
                try await studio.expectCard("Coffee.png", "2 / 4")
                try await studio.browser.press(.home)
                try await studio.expectCard("Cat.png", "1 / 4")
            }
        }

        @Test func aFingerTurnsAPageAndTheCardComesToRestInTheMiddle() async throws {
            try BrowserEngine.needsChromium("scroll by a finger")
            try await withStudio(.stickers, .phone) { studio in
                try await studio.waitForStickers()
                let start = try await studio.browser.place(of: "#carousel", x: 0.8)
                let way = (0...5).map { start.moved(Double($0) * -50, 0) }
                try await studio.browser.drag(along: way, pointer: "touch")
                try await studio.expectCard("Coffee.png", "2 / 4")
                try await studio.browser.wait(
                    "it rests in the middle",
                    until: """
                        (() => {
                          const box = document.querySelector('.page[data-current]').getBoundingClientRect();
                          return Math.abs(box.left + box.width / 2 - innerWidth / 2) < 1;
                        })()
                        """)
            }
        }

        @Test func whatTheServerTellsWaitsUntilTheCarouselRestsTwoSecondsAtMost() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.waitForStickers()
                let seen = try await studio.browser.run(
                    """
                    const { store } = await import('/core/store.js');
                    const { scrollRest } = await import('/stickers/scroll-rest.js');
                    const carousel = document.getElementById('carousel');
                    const [photo] = store.all;
                    const move = () => carousel.dispatchEvent(new Event('scroll'));
                    const told = (confidence) => store.receive({ type: 'photo', data: { ...photo, confidence } });
                    const isTold = (confidence) => store.get(photo.id).confidence === confidence;

                    move();
                    told(0.5);
                    const duringMove = isTold(0.5);
                    store.apply({ type: 'order', data: { ids: [...store.order].reverse() } });
                    const ownIsShown = store.order.at(-1) === photo.id && isTold(0.5);
                    told(0.6);
                    const heldAgain = !isTold(0.6);
                    await new Promise((rests) => scrollRest.addEventListener('rest', rests, { once: true }));
                    const atRest = isTold(0.6);

                    // A page that stands still for a moment rests: then that was not a try.
                    let rests = 0;
                    let begun = 0;
                    scrollRest.addEventListener('rest', () => { rests += 1; });
                    for (let confidence = 0.1; confidence < 0.2; confidence += 0.01) {
                      rests = 0;
                      begun = performance.now();
                      move();
                      told(confidence);
                      while (!isTold(confidence) && performance.now() < begun + 5000) {
                        move();
                        await new Promise(requestAnimationFrame);
                      }
                      if (rests === 0) break;
                    }
                    return { duringMove, ownIsShown, heldAgain, atRest, rests, waited: performance.now() - begun };
                    """)
                #expect(seen["duringMove"] == false)
                #expect(seen["ownIsShown"] == true)
                #expect(seen["heldAgain"] == true)
                #expect(seen["atRest"] == true)
                #expect(seen["rests"] == 0)
                let waited = try #require(seen["waited"].double)
                #expect(waited > 1900 && waited < 10_000)
            }
        }

        @Test func aCaptionChangesBetweenFramesAlsoWhileTheCarouselGoesOn() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.waitForStickers()
                try await studio.waitForAnimations()
                let captions = try await studio.browser.run(
                    """
                    const carousel = document.getElementById('carousel');
                    const caption = () => document.getElementById('caption').textContent;
                    const idle = [];
                    window.requestIdleCallback = (task) => idle.push(task);
                    const pitch = carousel.children[1].offsetLeft - carousel.children[0].offsetLeft;
                    const frame = () => new Promise(requestAnimationFrame);
                    carousel.scrollTo({ left: pitch, behavior: 'instant' });
                    while (idle.length === 0) await frame();
                    for (let count = 0; count < 3; count += 1) {
                      carousel.dispatchEvent(new Event('scroll'));
                      await frame();
                      await frame();
                    }
                    const before = caption();
                    for (const task of idle) task();
                    return [before, caption()];
                    """)
                #expect(captions == ["Cat.png", "Coffee.png"])
            }
        }

        @Test func theCardInViewStaysThereWhenTheViewIsResizedOrTurned() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.browser.press(.end)
                try await studio.expectCard("Rocket.jpg", "4 / 4")
                try await studio.browser.press(.left)
                try await studio.expectCard("Astronaut.png", "3 / 4")
                for (width, height) in [(844, 390), (390, 844), (1280, 800), (360, 640)] {
                    try await studio.browser.resize(width, height, isPhone: true)
                    try await studio.browser.wait("it is \(width) wide", until: "innerWidth === \(width)")
                    try await studio.expectCard("Astronaut.png", "3 / 4")
                    try await studio.expectCurrentInMiddle()
                }
            }
        }

        @Test func aPhotoIsProcessedWhenItsCardComesNearAndNotBefore() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add(Photos.many(8))
                try await studio.open()
                try await studio.waitForStickers()
                #expect(try await studio.states() == ["done", "done", "done"] + Array(repeating: "waiting", count: 5))
                for number in 2...3 {
                    try await studio.browser.press(.right)
                    try await studio.expectCard("Rocket \(number).jpg", "\(number) / 8")
                }
                try await eventually("those near it are done") {
                    try await studio.states().prefix(5).allSatisfy { $0 == "done" }
                }
                #expect(try await studio.states().suffix(2) == ["waiting", "waiting"])
            }
        }

        @Test func aCardIsTheStickerOnTheGradientOfItsColours() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.waitForStickers()
                let look = try await studio.browser.run(
                    """
                    const card = document.querySelector('.page[data-current] .card');
                    const { backgroundImage, opacity, borderRadius } = getComputedStyle(card.querySelector('.card-gradient'));
                    const { naturalWidth, alt } = card.querySelector('.card-sticker');
                    const { store } = await import('/core/store.js');
                    const { vividStops } = await import('/core/vivid.js');
                    const vivid = vividStops(store.all[0]).map(({ hex }) => hex);
                    return { backgroundImage, opacity, borderRadius, naturalWidth, alt, vivid };
                    """)
                let stops = try await studio.server.photo("Cat.png")["gradient"].list
                #expect(stops.count >= 2 && look["vivid"].list.count == stops.count)
                let gradient = look["backgroundImage"].text ?? ""
                #expect(gradient.hasPrefix("linear-gradient(to right bottom") || gradient.contains("to bottom right"))
                for (stop, vivid) in zip(stops, look["vivid"].list) {
                    let channels = Color(hex: vivid.text ?? "").channels
                    let color = "rgb(\(channels.map(String.init).joined(separator: ", ")))"
                    #expect(gradient.contains(color), "\(color) is not in \(gradient)")
                    // The photo's brown is more of a colour there.
                    func spread(_ channels: [Int]) -> Int { (channels.max() ?? 0) - (channels.min() ?? 0) }
                    #expect(spread(channels) > spread(Color(hex: stop["hex"].text ?? "").channels))
                }
                #expect(look["opacity"] == "0.7")
                #expect(look["borderRadius"] == "15px")
                #expect(look["naturalWidth"] == 1024)
                #expect(look["alt"] == "Cat.png")
            }
        }

        @Test func aPhotoThatCannotBeReadSaysWhyAndIsTriedAgain() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add([Photos.damaged, Photos.cat])
                try await studio.open()
                try await studio.browser.wait(
                    "the reason is shown",
                    until: """
                        document.querySelector('[data-testid=card][data-state=invalid] .invalid-reason')?.textContent
                          === 'The file is damaged or cut short'
                        """)
                #expect(try await studio.browser.element("#card-edit").property("disabled") == true)
                try await studio.photo("Cat.png", is: "done all the same") { $0["state"] == "done" }
                try await studio.browser.run(
                    """
                    const card = document.querySelector('[data-testid=card][data-state=invalid]');
                    window.states = [];
                    new MutationObserver(() => window.states.push(card.dataset.state))
                      .observe(card, { attributeFilter: ['data-state'] });
                    """)
                try await studio.browser.click("[data-action=retry]")
                try await studio.browser.wait(
                    "it is tried again", until: "window.states.length > 1 && window.states.at(-1) === 'invalid'")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theNextCardPeepsInBesideTheOneInView(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.waitForStickers()
                let seen = try await studio.browser.run(
                    """
                    const next = document.querySelector('.page[data-current] + .page');
                    return next.querySelector('.card-sticker.shown') && innerWidth - next.getBoundingClientRect().left;
                    """
                ).double
                #expect((seen ?? 0) >= (options.isPhone ? 12 : 64), "\(seen ?? 0) pixels are seen")
            }
        }

        @Test func theGroundOfAGreyPhotoHasTheColourThatStandsOutInIt() async throws {
            try await withStudio { studio in
                let stops = try await studio.browser.run(
                    """
                    const { vividStops } = await import('/core/vivid.js');
                    const gradient = [{ hex: '#808080', position: 0 }, { hex: '#9a9a9a', position: 1 }];
                    const colors = [{ hex: '#8a8a8a', share: 0.9 }, { hex: '#d02020', share: 0.06 }];
                    return vividStops({ gradient, colors }).map(({ hex }) => hex);
                    """
                ).list.map { Color(hex: $0.text ?? "").channels }
                try #require(stops.count == 2)
                #expect((stops[0].max() ?? 0) - (stops[0].min() ?? 0) < 12, "\(stops)")
                #expect(stops[1][0] > stops[1][1] + 60 && stops[1][0] > stops[1][2] + 60, "\(stops)")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aPhotoIsRemovedAtOnceAndComesBack(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                let names = ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"]
                try await studio.browser.click("#card-remove")
                try await studio.expectCard("Coffee.png", "1 / 3")
                #expect(try await studio.server.names == Array(names.dropFirst()))
                #expect(try await studio.browser.text("#toast-text") == "Cat.png deleted")
                try await studio.browser.click("#toast-action")
                try await eventually("it is back") { try await studio.server.names == names }
                try await studio.browser.click("#card-remove")
                try await eventually("it is gone") { try await studio.server.names.count == 3 }
                // The page knows it after a reload, too.
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.browser.press("z", with: .control)
                try await eventually("it is back") { try await studio.server.names == names }
                try await studio.browser.press("y", with: .control)
                try await eventually("it is gone again") { try await studio.server.names.count == 3 }
            }
        }

        @Test func whatCouldNotBeTakenBackWithoutAConnectionCanBeLater() async throws {
            var options = BrowserOptions()
            options.beforeUse = """
                const ask = window.fetch;
                window.wasRefused = false;
                window.fetch = (address, request) => {
                  if (window.wasRefused || !String(address).includes('/restore')) return ask(address, request);
                  window.wasRefused = true;
                  return Promise.reject(new TypeError('there is no network'));
                };
                """
            try await withStudio(.stickers, options) { studio in
                let names = try await studio.server.names
                try await studio.browser.click("#card-remove")
                try await eventually("it is gone") { try await studio.server.names.count == names.count - 1 }
                try await studio.browser.press("z", with: .control)
                try await studio.browser.wait("it was refused", until: "window.wasRefused")
                try await studio.browser.press("z", with: .control)
                try await eventually("it is back") { try await studio.server.names == names }
            }
        }

        @Test func aRemovalWhoseAnswerIsLostInAReloadIsTakenBack() async throws {
            var options = BrowserOptions()
            options.beforeUse = """
                const ask = window.fetch;
                window.fetch = async (address, request) => {
                  const answer = await ask(address, request);
                  return request?.method === 'DELETE' ? new Promise(() => {}) : answer;
                };
                """
            try await withStudio(.stickers, options) { studio in
                let names = try await studio.server.names
                try await studio.browser.click("#card-remove")
                try await eventually("it is gone") { try await studio.server.names.count == names.count - 1 }
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.browser.press("z", with: .control)
                try await eventually("it is back") { try await studio.server.names == names }
            }
        }
    }
}

extension Studio {
    func expectCard(_ name: String, _ position: String) async throws {
        try await browser.wait(
            "the card of \(name)",
            until: """
                document.getElementById('caption').textContent === arguments[0]
                  && document.getElementById('position').textContent === arguments[1]
                """, .string(name), .string(position))
    }

    func states() async throws -> [String] {
        try await server.photos.map { $0["state"].text ?? "" }
    }
}
