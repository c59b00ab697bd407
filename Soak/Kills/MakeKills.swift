import Files
import TestSupport

/// Kills `peel make` and goes on with `--resume`: at the end the pack must equal one that was made without a stop, byte for
/// byte.
struct MakeKills {
    private let options: SoakOptions
    private let photos: SoakPhotos
    private let faults: FaultList
    private let folder = TemporaryFolder()

    init(_ options: SoakOptions, _ photos: SoakPhotos, _ faults: FaultList) {
        self.options = options
        self.photos = photos
        self.faults = faults
    }

    func run(_ count: Int, _ random: inout SeededGenerator) async throws {
        let sources = folder.path.appending("photos")
        try sources.createFolder()
        for number in 0..<8 {
            try folder.write(try photos.piece(&random, longestSide: 480), to: FilePath("photos/\(number).png"))
        }
        let reference = folder.path.appending("whole/pack")
        var made: Subprocess.Output?
        // The first run also compiles the network; the second says how long a run takes.
        _ = try await command(sources, folder.path.appending("first/pack")).run()
        let duration = try await timed { made = try await command(sources, reference).run() }
        guard let made, made.succeeded else { throw SoakError("peel make fails: \(made?.errorText ?? "")") }
        let whole = try reference.digestsOfFiles()

        var kills = 0
        var packs = 0
        while kills < count {
            packs += 1
            let parent = folder.path.appending("killed-\(packs)")
            let pack = parent.appending("pack")
            var goesOn = true
            while goesOn, kills < count {
                let run = try await KilledRun.run(
                    command(sources, pack), killedAfter: randomMoment(in: duration, &random))
                if run.wasKilled { kills += 1 } else { check(run, packs) }
                goesOn = run.wasKilled && Int.random(in: 0..<4, using: &random) > 0
            }
            let last = try await command(sources, pack).run()
            if !last.succeeded { faults.add("make, pack \(packs): resuming fails: \(last.exit) \(last.errorText)") }
            compare(try pack.digestsOfFiles(), whole, packs)
            try? parent.removeTree()
        }
        report("make: \(kills) kills, \(packs) packs continued and compared; a run takes \(duration)")
    }

    private func command(_ sources: FilePath, _ pack: FilePath) -> Subprocess {
        .peel(
            options.program, ["make", sources, "-o", pack, "--zip", "--resume", "--quiet", "--size", "256"],
            in: folder.path)
    }

    private func check(_ run: KilledRun, _ pack: Int) {
        if run.exit != .exited(0) { faults.add("make, pack \(pack): \(run.exit as Any) \(run.standardError)") }
    }

    private func compare(_ found: [String: String], _ whole: [String: String], _ pack: Int) {
        for name in Set(found.keys).union(whole.keys).sorted() where found[name] != whole[name] {
            let how = found[name] == nil ? "is missing" : whole[name] == nil ? "is too much" : "differs"
            faults.add("make, pack \(pack): \(name) \(how)")
        }
    }
}
