import Foundation
import Testing

/// How a card is to look: `x` is the distance of its leading edge from where it rests, and `d` is `min(0, x)`.
private struct Effects {
    let x: Double
    let isLast: Bool
    private var d: Double { min(0, x) }

    var scale: Double { 1 + d / 700 }
    var offset: Double { isLast ? 0 : -d / 1.25 }
    var opacity: Double { isLast ? 1 : min(1, max(0, 1 + d / 400)) }
}

/// What the browser computed for a card.
private struct Look {
    let x: Double
    var scale = 1.0
    var offset = 0.0
    let opacity: Double
    /// What is seen of the card's face, and of each picture of its colours.
    let face: Double
    let painted: [Double]

    init(_ json: JSON) {
        x = json["x"].double ?? .nan
        opacity = json["opacity"].text.flatMap(Double.init) ?? .nan
        face = json["face"].text.flatMap(Double.init) ?? .nan
        painted = json["painted"].list.compactMap { $0.text.flatMap(Double.init) }
        let numbers = (json["transform"].text ?? "").matches(of: /-?[\d.]+(?:e-?\d+)?/).compactMap { Double($0.0) }
        if numbers.count == 6 { (scale, offset) = (numbers[0], numbers[4]) }
    }
}

extension StudioTests {
    @Suite struct ScrollEffects {
        @Test func cardsMoveShrinkAndFadeAsTheFormulasSayAtEveryScrollPosition() async throws {
            try await withStudio(.stickers) { studio in
                let pitch = try await studio.prepareScrolling()
                for position in [0, 60, 0.3 * pitch, 0.5 * pitch, pitch, pitch + 217, 2.5 * pitch, 3 * pitch] {
                    let looks = try await studio.looks(at: position)
                    #expect(looks.count == 4)
                    for (index, look) in looks.enumerated() {
                        let wanted = Effects(x: look.x, isLast: index == looks.count - 1)
                        // A page may count from scroll offsets that the browser rounds to half pixels.
                        let slack = 0.6
                        let place = "card \(index) at \(look.x)"
                        #expect(abs(look.scale - wanted.scale) < slack / 700 + 0.0001, "\(place)")
                        #expect(abs(look.offset - wanted.offset) < slack / 1.25 + 0.01, "\(place)")
                        #expect(abs(look.opacity - wanted.opacity) < slack / 400 + 0.0001, "\(place)")
                        // Whatever is mixed, there is something to see, and at rest it is the card itself.
                        #expect(look.face == 1 || look.painted.contains { $0 > 0.4 }, "\(place)")
                        if abs(look.x) < 0.5 { #expect(look.face == 1 && look.painted.allSatisfy { $0 == 0 }) }
                    }
                }
            }
        }

        @Test func onAPhoneNothingOfTheCardBeforeShinesThroughTheNext() async throws {
            try await withStudio(.stickers, .phone) { studio in
                let pitch = try await studio.prepareScrolling()
                try #require(pitch < 400)
                #expect(try await studio.looks(at: pitch)[0].opacity == 0)
            }
        }

        /// The pictures beside the browser's own filters: alone at the distances at which they are painted, mixed
        /// between.
        @Test func coloursAndBlurAreThoseOfTheFormulas() async throws {
            try BrowserEngine.webkit.cannot("show a filter that an SVG describes")
            try await withStudio(.stickers) { studio in
                let pitch = try await studio.prepareScrolling()
                let distances = [
                    (-60.0, 6.0), (-120, 2.5), (-200, 6), (-360, 2.5), (200, 6), (400, 2.5), (600, 6), (800, 2.5),
                ]
                for (x, most) in distances {
                    let seen = try await studio.card(1, at: pitch - x)
                    try await studio.browser.run(filterInstead, .number(x))
                    let wanted = try await studio.card(1, at: pitch - x)
                    try await studio.browser.run("document.querySelectorAll('.card')[1].style.filter = ''")
                    let plain = try await studio.card(1, at: pitch - x)
                    try await studio.browser.run("document.querySelectorAll('.card')[1].classList.remove('plain')")
                    let error = seen.difference(from: wanted)
                    #expect(error < most, "of 255 levels at \(x)")
                    // Half way to the first picture the hue alone has turned, and by little.
                    if x != 200 { #expect(error < plain.difference(from: wanted) / 2, "as without effects at \(x)") }
                }
            }
        }

        @Test func onlyCardsNearTheViewArePaintedAndAnewWhenTheViewsSizeChanges() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add(Photos.many(8))
                try await studio.server.processAll()
                try await studio.open()
                let pitch = try await studio.prepareScrolling()
                let before = try await studio.looks(at: 0)
                #expect(before.map { !$0.painted.isEmpty } == [true, true, true, false, false, false, false, false])
                _ = try await studio.looks(at: 5 * pitch)
                try await studio.browser.wait(
                    "those that are near now are painted",
                    until: """
                        [...document.querySelectorAll('.card')].map((card) => card.querySelector('.card-look') ? 1 : 0).join('')
                          === '00011111'
                        """)
                let width = "document.querySelector('.page[data-current] .card-look:last-child').width"
                let wide = try await studio.browser.run("return \(width)").double ?? 0
                try await studio.browser.resize(700, 800)
                try await studio.browser.wait("they are painted anew", until: "\(width) < \(wide - 100)")
            }
        }

        @Test func aPersonWhoWantsLessMotionGetsNoEffects() async throws {
            try await withStudio(.stickers, BrowserOptions(isMotionReduced: true)) { studio in
                let pitch = try await studio.prepareScrolling(isStill: true)
                for look in try await studio.looks(at: 0.4 * pitch) {
                    #expect(look.painted.isEmpty && look.face == 1)
                    #expect(look.scale == 1 && look.offset == 0 && look.opacity == 1)
                }
                try await studio.browser.setMedia(reducedMotion: false)
                // Looks are painted while the carousel rests.
                try await studio.browser.wait(
                    "the wish is heard while the page is open",
                    until: "document.querySelector('#carousel > :first-child .card-look') !== null")
                let look = try await studio.looks(at: 0.4 * pitch)[0]
                #expect(look.scale < 1 && !look.painted.isEmpty)
            }
        }
    }
}

/// In place of what is painted, the filters themselves.
private let filterInstead = """
    const [x] = arguments;
    const d = Math.min(0, x);
    document.querySelector('#light')?.closest('svg').remove();
    document.body.insertAdjacentHTML('beforeend', `<svg class="filter-definitions">
      <filter id="light" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feComponentTransfer>
      ${['R', 'G', 'B'].map((channel) => `<feFunc${channel} type="linear" slope="1" intercept="${-d / 400}"/>`).join('')}
      </feComponentTransfer></filter></svg>`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.plain .card-look { display: none } .plain .card-face { opacity: 1 !important }');
    document.adoptedStyleSheets = [sheet];
    const card = document.querySelectorAll('.card')[1];
    card.classList.add('plain');
    card.style.filter = `hue-rotate(${x / 10}deg) url("#light") blur(${-d / 50}px)`;
    """

extension Studio {
    /// Lets the carousel rest anywhere once its cards are painted, and answers the way from card to card in CSS pixels.
    fileprivate func prepareScrolling(isStill: Bool = false) async throws -> Double {
        try await waitForStickers()
        if !isStill {
            try await browser.wait(
                "the cards near the view are painted",
                until: """
                    [...document.querySelectorAll('.card[data-near]')].every((card) => card.querySelector('.card-look'))
                    """)
        }
        return try await browser.run(
            """
            const carousel = document.getElementById('carousel');
            carousel.style.scrollSnapType = 'none';
            carousel.scrollTo({ left: 0, behavior: 'instant' });
            const [first, second] = carousel.children;
            window.restingPlace = first.getBoundingClientRect().left;
            return second.getBoundingClientRect().left - window.restingPlace;
            """
        ).double ?? .nan
    }

    private func scroll(to position: Double) async throws {
        try await browser.run(
            """
            document.getElementById('carousel').scrollTo({ left: arguments[0], behavior: 'instant' });
            for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
            """, .number(position))
    }

    fileprivate func looks(at position: Double) async throws -> [Look] {
        try await scroll(to: position)
        return try await browser.run(
            """
            return [...document.getElementById('carousel').children].map((page) => {
              const card = page.querySelector('.card');
              const { transform, opacity } = getComputedStyle(card);
              return {
                x: page.getBoundingClientRect().left - window.restingPlace, transform, opacity,
                face: getComputedStyle(card.querySelector('.card-face')).opacity,
                painted: [...card.querySelectorAll('.card-look')].map((look) => getComputedStyle(look).opacity),
              };
            });
            """
        ).list.map(Look.init)
    }

    /// The part of the view that the carousel takes, with nothing but this card on white.
    fileprivate func card(_ index: Int, at position: Double) async throws -> Pixels {
        try await browser.run(
            """
            for (const one of document.querySelectorAll('.ambience, .top-bar')) one.style.visibility = 'hidden';
            document.body.style.background = 'white';
            [...document.querySelectorAll('.page')].forEach((page, at) => {
              page.style.visibility = at === arguments[0] ? '' : 'hidden';
            });
            """, .number(Double(index)))
        try await scroll(to: position)
        let picture = try await browser.element("#carousel").screenshot()
        return try await browser.pixels(of: "data:image/png;base64,\(picture.base64EncodedString())")
    }
}
