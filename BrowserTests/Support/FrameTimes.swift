import Foundation

/// How evenly a page made its frames during a while.
struct FrameTimes {
    /// From one frame to the next, in milliseconds, sorted.
    let intervals: [Double]
    /// What the main thread did for a frame, from its beginning until it was handed over for painting, in milliseconds,
    /// sorted.
    let work: [Double]
    /// Tasks that kept the main thread for more than 50 ms, in milliseconds.
    let longTasks: [Double]
    /// How far was scrolled at most, in pixels.
    let way: Double
    /// The part of the frames in which the card in view had its scroll effects painted.
    let paintedShare: Double

    init(_ json: JSON) {
        let times = json["frames"].list.compactMap(\.double)
        intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        work = json["work"].list.compactMap(\.double).sorted()
        longTasks = json["longTasks"].list.compactMap(\.double)
        way = json["way"].double ?? 0
        paintedShare = (json["painted"].double ?? 0) / Double(max(1, times.count))
    }

    /// - Parameter part: 0.5 is the median.
    static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    /// The part of the frames that came more than half a frame late, at 60 a second.
    var lateShare: Double {
        Double(intervals.count { $0 > 25 }) / Double(max(1, intervals.count))
    }

    /// A row of a table in Markdown.
    var row: String {
        func shown(_ value: Double) -> String { String(format: "%.1f", value) }
        let columns = [
            String(intervals.count), shown(Self.quantile(0.5, of: intervals)),
            shown(Self.quantile(0.99, of: intervals)), shown(intervals.last ?? .nan),
            shown(100 * lateShare) + " %", shown(Self.quantile(0.5, of: work)),
            shown(Self.quantile(0.99, of: work)),
            shown(100 * paintedShare) + " %",
            longTasks.isEmpty ? "0" : "\(longTasks.count), up to \(Int(longTasks.max() ?? 0)) ms",
        ]
        return columns.joined(separator: " | ")
    }

    static let columns =
        "frames | median | p99 | longest | late | main thread: median | p99 | effects seen | long tasks"
}

extension Browser {
    /// Notes the page's frames, and how far an element is scrolled, until ``endFrames()``.
    func beginFrames(of selector: String) async throws {
        try await run(
            """
            const record = { frames: [], work: [], longTasks: [], way: 0, painted: 0, isOver: false };
            const scroller = document.querySelector(arguments[0]);
            window.frameRecord = record;
            const observer = new PerformanceObserver((list) => {
              for (const { duration } of list.getEntries()) record.longTasks.push(duration);
            });
            observer.observe({ type: 'longtask' });
            record.stop = () => { record.isOver = true; observer.disconnect(); };
            // A message comes after the frame's callbacks, style, layout and painting.
            const { port1, port2 } = new MessageChannel();
            let begun = 0;
            port2.onmessage = () => { if (!record.isOver) record.work.push(performance.now() - begun); };
            const note = (time) => {
              if (record.isOver) return;
              record.frames.push(time);
              if (document.querySelector('.page[data-current] .card-look')) record.painted += 1;
              record.way = Math.max(record.way, scroller.scrollLeft, scroller.scrollTop);
              begun = performance.now();
              port1.postMessage(null);
              requestAnimationFrame(note);
            };
            requestAnimationFrame(note);
            """, .string(selector))
    }

    func endFrames() async throws -> FrameTimes {
        FrameTimes(
            try await run(
                """
                const { frames, work, longTasks, way, painted, stop } = window.frameRecord;
                stop();
                return { frames, work, longTasks, way, painted };
                """))
    }

    /// Scrolls as a wheel or a trackpad does. Fingers would do as well, but Chromium's synthetic ones scroll nothing
    /// here.
    func scroll(_ selector: String, x: Double = 0, y: Double = 0, times: Int, pause: Int) async throws {
        let middle = try await place(of: selector)
        try await devTools(
            "Input.synthesizeScrollGesture",
            [
                "x": .number(middle.x.rounded()), "y": .number(middle.y.rounded()), "xDistance": .number(x),
                "yDistance": .number(y), "speed": 1400, "gestureSourceType": "mouse",
                "repeatCount": .number(Double(times - 1)), "repeatDelayMs": .number(Double(pause)),
                "preventFling": false,
            ])
    }
}
