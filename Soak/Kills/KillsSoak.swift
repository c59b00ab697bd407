import Files
import TestSupport

/// Kills `options.size` runs at random moments: half of them of `peel make`, a fifth of `peel catalog save`, the rest
/// of `peel serve`; or all of the kind that the part names.
func soakKills(_ options: SoakOptions) async throws -> [String] {
    let faults = FaultList()
    var random = SeededGenerator(seed: options.seed)
    let photos = try SoakPhotos(options.photos)
    let (make, catalog) =
        switch options.part {
        case .makeKills: (options.size, 0)
        case .catalogKills: (0, options.size)
        case .serveKills: (0, 0)
        default: (options.size / 2, options.size / 5)
        }
    let serve = options.size - make - catalog
    func part() -> KillPart { KillPart(options, photos, faults) }
    if make > 0 { try await MakeKills(part: part()).run(make, &random) }
    if catalog > 0 { try await CatalogKills(part: part()).run(catalog, &random) }
    if serve > 0 { try await ServeKills(part: part()).run(serve, &random) }
    return faults.all
}

/// Returns a random time between the beginning and a little after the end of something that takes `duration`.
func randomMoment(in duration: Duration, _ random: inout SeededGenerator) -> Duration {
    duration * Double.random(in: 0...1.1, using: &random)
}

/// Returns how long something takes.
func timed(_ body: () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await body()
    return .now - start
}
