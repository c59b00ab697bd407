import Foundation
import Testing

/// A page with as many plain boxes, for what the browser and the machine themselves allow.
private let emptyPage = """
    data:text/html,<!doctype html><meta name="viewport" content="width=device-width">\
    <style>body{margin:0}\
    .row{display:flex;gap:16px;overflow-x:auto;scroll-snap-type:x mandatory;height:60vh;padding:0 5vw}\
    .row>*{flex:0 0 90vw;scroll-snap-align:center;scroll-snap-stop:always;background:silver}\
    .list{display:grid;grid-template-columns:repeat(2,1fr);gap:12px;height:38vh;overflow-y:auto}\
    .list>*{height:180px;background:silver}</style>\
    <div class="row" id="carousel"></div><div class="list" id="tiles"></div>\
    <script>for(const id of ['carousel','tiles'])for(let i=0;i<50;i++)\
    document.getElementById(id).append(document.createElement('div'))</script>
    """

extension StudioTests {
    /// How smoothly the page scrolls while photos are processed: `make bench-scrolling`.
    @Suite(
        .enabled(if: ProcessInfo.processInfo.environment["PEEL_BENCH_SCROLLING"] != nil), .timeLimit(.minutes(30)))
    struct ScrollingBenchmark {
        @Test(arguments: ["desktop", "phone"])
        func frameTimesOfCarouselAndGrid(_ size: String) async throws {
            print("| \(nameColumns) | \(FrameTimes.columns) |")
            print("|\(String(repeating: " --- |", count: 13))")
            var options = size == "phone" ? BrowserOptions.phone : BrowserOptions()
            try await measure("empty page", size, options) { browser in try await browser.open(emptyPage) }
            for isStill in [false, true] {
                options.isMotionReduced = isStill
                try await measure(isStill ? "no effects" : "effects", size, options, opening: true) { _ in }
            }
        }

        private let nameColumns = "page | size | scrolled | meanwhile"

        private func measure(
            _ page: String, _ size: String, _ options: BrowserOptions, opening: Bool = false,
            prepare: (Browser) async throws -> Void
        ) async throws {
            try await withStudio(.empty, options, opening: false) { studio in
                if opening { try await studio.open() } else { try await prepare(studio.browser) }
                for place in ["carousel", "grid"] {
                    try await studio.beginMakingStickers(isShown: opening)
                    for meanwhile in ["50 photos", "nothing"] {
                        let times = try await studio.frameTimes(of: place, isStudio: opening)
                        let name = "\(page) | \(size) | \(place) | \(meanwhile)"
                        print("| \(name) | \(times.row) |")
                        #expect(times.way > 1000, "\(name): nothing was scrolled")
                        if (page, place, meanwhile) == ("effects", "carousel", "nothing") {
                            #expect(times.paintedShare > 0.7, "\(name): the effects were not to be seen")
                        }
                        try await eventually("all is done", within: 120) {
                            try await !studio.server.state["progress"]["running"].isTruthy
                        }
                    }
                }
            }
        }
    }
}

extension Studio {
    /// Fifty new photos in place of those that are there.
    fileprivate func beginMakingStickers(isShown: Bool) async throws {
        let ids = try await server.photos.map { $0["id"] }
        if !ids.isEmpty { try await server.send("POST", "/photos/remove", ["ids": .array(ids)]) }
        try await server.add(Photos.many(50))
        if isShown { try await waitUntilReady() }
        try await server.send("POST", "/process")
    }

    fileprivate func frameTimes(of place: String, isStudio: Bool) async throws -> FrameTimes {
        if isStudio, place == "grid" { try await openGrid() }
        try await browser.beginFrames(of: place == "grid" ? "#tiles" : "#carousel")
        if place == "grid" {
            for way in [-1, 1, -1, 1] {
                try await browser.scroll("#tiles", y: Double(way) * 1500, times: 1, pause: 0)
            }
        } else {
            // Over half the way to the next card, which then snaps into place.
            let pitch = try await browser.run(
                "const [one, other] = document.getElementById('carousel').children; return other.offsetLeft - one.offsetLeft"
            )
            let way = 0.7 * (pitch.double ?? 0)
            try await browser.scroll("#carousel", x: -way, times: way > 500 ? 6 : 10, pause: 300)
        }
        let times = try await browser.endFrames()
        if isStudio, place == "grid" { try await browser.press(.escape) }
        return times
    }
}
