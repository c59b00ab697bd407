import Foundation
import Testing

/// How a card is to look: `x` is the distance of its leading edge from where it rests, and `d` is `min(0, x)`.
private struct Effects {
    let x: Double
    let isLast: Bool
    private var d: Double { min(0, x) }

    var hue: Double { x / 10 }
    var scale: Double { 1 + d / 700 }
    var offset: Double { isLast ? 0 : -d / 1.25 }
    var brightness: Double { -d / 400 }
    var blur: Double { isLast ? 0 : -d / 50 }
    var opacity: Double { isLast ? 1 : min(1, max(0, 1 + d / 400)) }
}

/// What the browser computed for a card.
private struct Look {
    let x: Double
    var hue = 0.0
    var brightness = 0.0
    var blur = 0.0
    var scale = 1.0
    var offset = 0.0
    let opacity: Double

    init(_ json: JSON) {
        x = json["x"].double ?? .nan
        opacity = json["opacity"].text.flatMap(Double.init) ?? .nan
        let filter = json["filter"].text ?? ""
        if let found = filter.firstMatch(of: /hue-rotate\(([-\d.e]+)deg\)/) { hue = Double(found.1) ?? .nan }
        if let found = filter.firstMatch(of: /#brighten-(\d+)/) { brightness = (Double(found.1) ?? .nan) / 255 }
        if let found = filter.firstMatch(of: /blur\(([-\d.e]+)px\)/) { blur = Double(found.1) ?? .nan }
        let numbers = (json["transform"].text ?? "").matches(of: /-?[\d.]+(?:e-?\d+)?/).compactMap { Double($0.0) }
        if numbers.count == 6 { (scale, offset) = (numbers[0], numbers[4]) }
    }
}

extension StudioTests {
    @Suite struct ScrollEffects {
        @Test func `cards look as the formulas say at every scroll position`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.waitForStickers()
                let pitch = try await studio.prepareScrolling()
                for position in [0, 60, 0.3 * pitch, 0.5 * pitch, pitch, pitch + 217, 2.5 * pitch, 3 * pitch] {
                    let looks = try await studio.looks(at: position)
                    #expect(looks.count == 4)
                    for (index, look) in looks.enumerated() {
                        let wanted = Effects(x: look.x, isLast: index == looks.count - 1)
                        // A page may count from scroll offsets that the browser rounds to half pixels.
                        let slack = 0.6
                        let place = "card \(index) at \(look.x)"
                        #expect(abs(look.hue - wanted.hue) < slack / 10 + 0.01, "\(place)")
                        #expect(abs(look.scale - wanted.scale) < slack / 700 + 0.0001, "\(place)")
                        #expect(abs(look.offset - wanted.offset) < slack / 1.25 + 0.01, "\(place)")
                        // A step of an 8-bit channel; above 1 all is white.
                        let brightness = min(1, wanted.brightness)
                        #expect(abs(look.brightness - brightness) < slack / 400 + 0.5 / 255 + 0.0001, "\(place)")
                        #expect(abs(look.blur - wanted.blur) < slack / 50 + 0.01, "\(place)")
                        #expect(abs(look.opacity - wanted.opacity) < slack / 400 + 0.0001, "\(place)")
                    }
                }
            }
        }

        @Test func `brightness is added to each channel in sRGB`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.waitForStickers()
                let pitch = try await studio.prepareScrolling()
                _ = try await studio.looks(at: 0.1 * pitch)
                let filters = try await studio.browser.run(
                    """
                    return [...document.querySelectorAll('filter[id^=brighten-]')].map((filter) => ({
                      level: Number(filter.id.split('-')[1]),
                      space: getComputedStyle(filter).colorInterpolationFilters,
                      ramps: [...filter.querySelectorAll('feFuncR, feFuncG, feFuncB')].map((ramp) =>
                        [ramp.getAttribute('type'), Number(ramp.getAttribute('slope')), Number(ramp.getAttribute('intercept'))]),
                    }));
                    """
                ).list
                #expect(!filters.isEmpty)
                for filter in filters {
                    #expect(filter["space"].text?.lowercased() == "srgb")
                    #expect(filter["ramps"].list.count == 3)
                    for ramp in filter["ramps"].list {
                        #expect(ramp[0] == "linear")
                        #expect(ramp[1] == 1)
                        #expect(abs((ramp[2].double ?? 0) - (filter["level"].double ?? 1) / 255) < 1e-6)
                    }
                }
            }
        }

        @Test func `whoever wants less motion gets no effects`() async throws {
            try await withStudio(.stickers, BrowserOptions(isMotionReduced: true)) { studio in
                try await studio.waitForStickers()
                let pitch = try await studio.prepareScrolling()
                for look in try await studio.looks(at: 0.4 * pitch) {
                    #expect(look.hue == 0 && look.brightness == 0 && look.blur == 0)
                    #expect(look.scale == 1 && look.offset == 0 && look.opacity == 1)
                }
                try await studio.browser.setMedia(reducedMotion: false)
                try await eventually("the wish is heard while the page is open") {
                    try await studio.looks(at: 0.4 * pitch)[0].scale < 1
                }
            }
        }
    }
}

extension Studio {
    /// Lets the carousel rest anywhere, and answers the way from card to card in CSS pixels.
    fileprivate func prepareScrolling() async throws -> Double {
        try await browser.run(
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

    fileprivate func looks(at position: Double) async throws -> [Look] {
        try await browser.run(
            """
            const carousel = document.getElementById('carousel');
            carousel.scrollTo({ left: arguments[0], behavior: 'instant' });
            for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
            return [...carousel.children].map((page) => {
              const { filter, transform, opacity } = getComputedStyle(page.querySelector('.card'));
              return { x: page.getBoundingClientRect().left - window.restingPlace, filter, transform, opacity };
            });
            """, .number(position)
        ).list.map(Look.init)
    }
}
