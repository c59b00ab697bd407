import Files
import TestSupport

/// Kills `options.size` runs at random moments: half of them of `peel make`, the rest of `peel serve` and `peel catalog
/// save`.
func soakKills(_ options: SoakOptions) async throws -> [String] {
    let faults = FaultList()
    var random = SeededGenerator(seed: options.seed)
    let photos = try SoakPhotos(options.photos)
    try await MakeKills(options, photos, faults).run(options.size / 2, &random)
    try await CatalogKills(options, photos, faults).run(options.size / 5, &random)
    try await ServeKills(options, photos, faults).run(options.size - options.size / 2 - options.size / 5, &random)
    return faults.all
}

/// How long to wait for a random moment between the begin and a little after the end of what takes `duration`.
func randomMoment(in duration: Duration, _ random: inout SeededGenerator) -> Duration {
    duration * Double.random(in: 0...1.1, using: &random)
}

/// How long something takes.
func timed(_ body: () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await body()
    return .now - start
}
