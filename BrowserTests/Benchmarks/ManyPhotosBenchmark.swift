import Foundation
import Testing

extension StudioTests {
    /// What a full library costs the page: `make bench-many`. PEEL_BENCH_MANY says how many photos it has.
    @Suite(
        .enabled(if: ProcessInfo.processInfo.environment["PEEL_BENCH_MANY"] != nil), .timeLimit(.minutes(60)))
    struct ManyPhotosBenchmark {
        private let count = ProcessInfo.processInfo.environment["PEEL_BENCH_MANY"].flatMap(Int.init)

        @Test func aFullLibraryScrollsFindsTakesMore() async throws {
            let count = try #require(count)
            try await withStudio(.empty, opening: false) { studio in
                for number in 1...count { try await studio.server.add(Photos.rocket(number)) }
                var added = count
                for size in ["desktop", "phone"] {
                    let isPhone = size == "phone"
                    try await studio.browser.resize(isPhone ? 390 : 1280, isPhone ? 844 : 800, isPhone: isPhone)
                    try await studio.open()
                    studio.report("to the first paint", try await studio.firstPaint(), size)
                    try await studio.reportScrolling(size)
                    try await studio.reportGrid(size)
                    try await studio.reportSorting(size)
                    added += 200
                    try await studio.reportAdding(from: added - 199, through: added, size)
                    print("| \(added) photos, \(size) | memory of the page, MB | \(try await studio.pageMemory()) |")
                }
            }
        }
    }
}

extension Studio {
    fileprivate func report(_ what: String, _ milliseconds: JSON, _ size: String) {
        print("| \(size) | \(what), ms | \(String(format: "%.0f", milliseconds.double ?? .nan)) |")
    }

    fileprivate func firstPaint() async throws -> JSON {
        try await browser.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    }

    /// Through carousel and grid, as far as they go in some seconds, while no sticker is made.
    fileprivate func reportScrolling(_ size: String) async throws {
        for place in ["carousel", "grid"] {
            if place == "grid" { try await openIdleGrid() }
            let selector = place == "grid" ? "#tiles" : "#carousel"
            try await browser.beginFrames(of: selector)
            if place == "grid" {
                for way in [-1, -1, -1, 1, 1, 1] {
                    try await browser.scroll(selector, y: Double(way) * 3000, times: 1, pause: 0)
                }
            } else {
                try await browser.scroll(selector, x: -600, times: 8, pause: 300)
            }
            print("| \(size) | \(place) | \(try await browser.endFrames().row) |")
            if place == "grid" { try await browser.press(.escape) }
        }
    }

    /// The open grid makes all stickers, and goes on behind the carousel, until it is stopped.
    private func openIdleGrid() async throws {
        try await openGrid()
        try await browser.click("#batch-stop")
        try await eventually("nothing is made", within: 60) {
            try await !server.state["progress"]["running"].isTruthy
        }
    }

    /// From the event to the second frame after it.
    fileprivate func reportGrid(_ size: String) async throws {
        try await openIdleGrid()
        for (what, change) in [
            ("search", "field.value = 'rocket 99'; field.dispatchEvent(new InputEvent('input', { bubbles: true }));"),
            ("search ended", "field.value = ''; field.dispatchEvent(new InputEvent('input', { bubbles: true }));"),
            ("select all", "document.getElementById('select-all').click();"),
            ("select none", "document.getElementById('select-all').click();"),
            ("to the end", "document.getElementById('tiles').scrollTop = 1e9;"),
            ("to the beginning", "document.getElementById('tiles').scrollTop = 0;"),
            ("check these first", "document.getElementById('review').click();"),
            ("as they are sorted", "document.getElementById('review').click();"),
        ] {
            let time = try await browser.run(
                """
                const field = document.getElementById('grid-search');
                const begun = performance.now();
                \(change)
                const frame = () => new Promise((done) => requestAnimationFrame(done));
                await frame();
                await frame();
                return performance.now() - begun;
                """)
            report(what, time, size)
        }
        try await browser.press(.escape)
    }

    /// From the keys to the second frame after them, and until the studio has kept the order.
    fileprivate func reportSorting(_ size: String) async throws {
        try await openIdleGrid()
        for (what, key) in [("the first to the end", "End"), ("and back to the beginning", "Home")] {
            let times = try await browser.run(
                """
                const own = window.fetch;
                const answered = new Promise((done) => {
                  window.fetch = async (...asked) => {
                    const answer = await own(...asked);
                    if (String(asked[0]).endsWith('/order')) done(performance.now());
                    return answer;
                  };
                });
                const [key] = arguments;
                // The one that was moved has the focus.
                const tile = key === 'End'
                  ? document.querySelector('#tiles .tile:not([data-away]) .tile-open') : document.activeElement;
                const begun = performance.now();
                tile.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true }));
                const frame = () => new Promise((done) => requestAnimationFrame(done));
                await frame();
                await frame();
                const seen = performance.now() - begun;
                const kept = await answered - begun;
                window.fetch = own;
                return [seen, kept];
                """, .string(key))
            report("\(what): seen", times[0], size)
            report("\(what): kept", times[1], size)
        }
        try await browser.press(.escape)
    }

    fileprivate func reportAdding(from first: Int, through last: Int, _ size: String) async throws {
        let files = try (first...last).map { try Photos.rocket($0).written().path }
        try await browser.beginFrames(of: "#carousel")
        try await browser.element("#photo-input").type(files.joined(separator: "\n"))
        try await eventually("\(last) photos are there", within: 120) { try await server.photos.count == last }
        try await browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
        let times = try await browser.endFrames()
        let most = times.longTasks.max() ?? 0
        print("| \(size) | while 200 are added | \(times.longTasks.count) tasks over 50 ms, up to \(Int(most)) ms |")
    }

    /// The proportional set size of the largest page of any Chromium that runs here, so only one should, after a
    /// collection.
    fileprivate func pageMemory() async throws -> Int {
        try await browser.devTools("HeapProfiler.collectGarbage")
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        return processes.compactMap { process in
            guard let line = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8),
                line.contains("--type=renderer"),
                let facts = try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8),
                let size = facts.firstMatch(of: /Pss: +(\d+)/).flatMap({ Int($0.1) })
            else { return nil }
            return size / 1000
        }
        .max() ?? 0
    }
}
