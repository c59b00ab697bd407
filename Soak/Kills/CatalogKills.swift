import Files
import Foundation
import TestSupport
import WebTestSupport

/// Kills `peel catalog save`. A picture that it reported as saved must be there, whole, and no partial file beside it.
struct CatalogKills {
    private struct Entry: Decodable {
        let file: String
    }

    let part: KillPart

    private var folder: FilePath { part.folder.path }
    private var faults: FaultList { part.faults }

    func run(_ count: Int, _ random: inout SeededGenerator) async throws {
        let pictures = try (0..<6).map { _ in try part.photos.piece(&random) }
        let served = Set(pictures.map { SHA256Digest(of: $0).hex })
        let service = APODServer(pictures: pictures)
        defer { service.close() }
        var duration = try await self.duration(of: folder.appending("whole"), service)
        let names = try folder.appending("whole").digestsOfFiles().keys.sorted()

        var kills = 0
        var rounds = 0
        while kills < count {
            rounds += 1
            if rounds % 8 == 0 {
                let again = folder.appending("again")
                duration = try await self.duration(of: again, service)
                try again.removeTree()
            }
            let sky = folder.appending("sky-\(rounds)")
            // Every other time, the cache is empty.
            if rounds % 2 == 0 { emptyCache() }
            let killed = try await part.kill(atMost: count - kills, within: duration, &random) {
                command(service, sky)
            } check: { run, _ in
                check(run, in: sky, served: served, round: rounds)
            }
            kills += killed
            let last = try await command(service, sky).run()
            if !last.succeeded { faults.add("catalog, round \(rounds): \(last.exit) \(last.errorText)") }
            let found = try sky.digestsOfFiles().keys.sorted()
            if found != names { faults.add("catalog, round \(rounds): there are \(found), not \(names)") }
            checkList(sky, rounds, isWhole: true)
            faults.addLeftovers(of: folder, "catalog, round \(rounds)")
            try? sky.removeTree()
        }
        report("catalog save: \(kills) kills, \(rounds) folders continued and compared; a run takes \(duration)")
    }

    private func emptyCache() {
        try? folder.appending("cache/peel/web").removeTree()
    }

    /// Saves all pictures with an empty cache and returns how long it took, which changes with the machine's other
    /// work.
    private func duration(of sky: FilePath, _ service: APODServer) async throws -> Duration {
        emptyCache()
        return try await timed {
            let whole = try await command(service, sky).run()
            guard whole.succeeded else { throw SoakError("peel catalog save fails: \(whole.errorText)") }
        }
    }

    private func command(_ service: APODServer, _ sky: FilePath) -> Subprocess {
        part.command(
            ["catalog", "save", "apod:2025-06-01..2025-06-16", "-o", sky, "--apod-url", FilePath(service.url)])
    }

    private func check(_ run: KilledRun, in sky: FilePath, served: Set<String>, round: Int) {
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
