import Files
import Foundation
import TestSupport
import WebTestSupport

/// Kills `peel catalog save`. A picture that it reported as saved must be there, whole, and no partial file beside it.
struct CatalogKills {
    private struct Entry: Decodable {
        let file: String
    }

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
        let pictures = try (0..<6).map { _ in try photos.piece(&random) }
        let served = Set(pictures.map { SHA256Digest(of: $0).hex })
        let service = APODServer(pictures: pictures)
        defer { service.close() }
        let duration = try await timed {
            let whole = try await command(service, folder.path.appending("whole")).run()
            guard whole.succeeded else { throw SoakError("peel catalog save fails: \(whole.errorText)") }
        }
        let names = try folder.path.appending("whole").digestsOfFiles().keys.sorted()

        var kills = 0
        var rounds = 0
        while kills < count {
            rounds += 1
            let sky = folder.path.appending("sky-\(rounds)")
            // Every other time, the cache is empty.
            if rounds % 2 == 0 { try? folder.path.appending("cache/peel/web").removeTree() }
            var goesOn = true
            while goesOn, kills < count {
                let run = try await KilledRun.run(
                    command(service, sky), killedAfter: randomMoment(in: duration, &random))
                if run.wasKilled { kills += 1 }
                check(run, sky, served, rounds)
                goesOn = run.wasKilled && Int.random(in: 0..<4, using: &random) > 0
            }
            let last = try await command(service, sky).run()
            if !last.succeeded { faults.add("catalog, round \(rounds): \(last.exit) \(last.errorText)") }
            let found = try sky.digestsOfFiles().keys.sorted()
            if found != names { faults.add("catalog, round \(rounds): there are \(found), not \(names)") }
            checkList(sky, rounds, isWhole: true)
            faults.addLeftovers(of: folder.path, "catalog, round \(rounds)")
            try? sky.removeTree()
        }
        report("catalog save: \(kills) kills, \(rounds) folders continued and compared; a run takes \(duration)")
    }

    private func command(_ service: APODServer, _ sky: FilePath) -> Subprocess {
        .peel(
            options.program,
            ["catalog", "save", "apod:2025-06-01..2025-06-16", "-o", sky, "--apod-url", FilePath(service.url)],
            in: folder.path)
    }

    private func check(_ run: KilledRun, _ sky: FilePath, _ served: Set<String>, _ round: Int) {
        guard let found = try? sky.digestsOfFiles() else { return }
        // A line is whole if its newline has come.
        let lines = String(decoding: run.standardOutput, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        for name in lines.dropLast().map(String.init) where !served.contains(found[name] ?? "") {
            faults.add("catalog, round \(round): \(name) was said to be saved and is \(found[name] ?? "missing")")
        }
        for (name, digest) in found where !name.hasPrefix(".peel-partial-") && name != "catalog.json" {
            if !served.contains(digest) { faults.add("catalog, round \(round): \(name) was not served") }
        }
        checkList(sky, round, isWhole: false)
    }

    /// Checks that the list names only existing files, and all of them if it is whole.
    private func checkList(_ sky: FilePath, _ round: Int, isWhole: Bool) {
        guard let bytes = try? sky.appending("catalog.json").readBytes(limit: 1 << 24) else {
            if isWhole { faults.add("catalog, round \(round): there is no catalog.json") }
            return
        }
        guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes)) else {
            return faults.add("catalog, round \(round): catalog.json cannot be read")
        }
        for entry in entries where (try? sky.appending(entry.file).status()) == nil {
            faults.add("catalog, round \(round): catalog.json names \(entry.file), which is not there")
        }
        let pictures = ((try? sky.digestsOfFiles()) ?? [:]).keys.filter { $0 != "catalog.json" && !$0.hasPrefix(".") }
        if isWhole, Set(pictures) != Set(entries.map(\.file)) {
            faults.add("catalog, round \(round): catalog.json names \(entries.count) of \(pictures.count) pictures")
        }
    }
}
