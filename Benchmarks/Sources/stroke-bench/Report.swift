import Peel

/// What came of all photos.
struct Report {
    let results: [Session.Result]

    init(_ results: [Session.Result]) { self.results = results }

    private var changes: [Double] { results.flatMap { zip($0.steps.dropFirst(), $0.steps).map { $0 - $1 } } }

    var table: String {
        let counts = results.map(\.counted).sorted()
        guard !counts.isEmpty else { return "no photo needs a stroke" }
        let strokes = max(changes.count, 1)
        let harmless = Double(changes.count { $0 >= -0.002 }) / Double(strokes)
        let far = results.flatMap(\.farChanges)
        let times = results.flatMap(\.times).sorted()
        let failed = counts.count { $0 == Session.mostStrokes }
        let mean = Double(counts.reduce(0, +)) / Double(counts.count)
        let after = (1...4).map { number in
            results.map { $0.steps[min(number, $0.steps.count - 1)] }.sorted()[results.count / 2]
        }
        return """
            | \(results.count) photos, first cut \(rounded(results.map { $0.steps[0] }.sorted()[results.count / 2])) (median IoU) | |
            | --- | --- |
            | strokes to 0.95: median, mean, not reached in 20 | \(counts[counts.count / 2]), \(rounded(mean)), \(failed) |
            | median IoU after 1, 2, 3, 4 strokes | \(after.map { rounded($0) }.joined(separator: ", ")) |
            | strokes that do not lower the IoU by more than 0.002 | \(rounded(100 * harmless)) % of \(changes.count) |
            | the largest loss | \(rounded(-(changes.min() ?? 0))) |
            | strokes that change more than 1 % of the frame outside 3 radii | \(far.count { $0 > 0.01 }), most \(rounded(100 * (far.max() ?? 0))) % |
            | applying a stroke: median, 95th percentile | \(rounded(times[times.count / 2])) ms, \(rounded(times[times.count * 95 / 100])) ms |
            """
    }
}
