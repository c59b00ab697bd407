import Files
import TestSupport

/// Kills `peel make` and continues with `--resume`. In the end the pack must equal one that was made without a stop,
/// byte for byte. After a quarter of the kills the run continues with other settings, and half of the packs are
/// finished first: then each sticker must be there after every kill, as made by the one settings or the other. For an
/// eighth of the packs the network is compiled again, also in the last run, which must leave no temporary file.
struct MakeKills {
    let part: KillPart
    private let sizes: [FilePath] = ["256", "200"]

    private var folder: FilePath { part.folder.path }
    private var faults: FaultList { part.faults }

    func run(_ count: Int, _ random: inout SeededGenerator) async throws {
        let sources = folder.appending("photos")
        try sources.createFolder()
        for number in 0..<8 {
            let photo = try part.photos.piece(&random, longestSide: 480)
            try part.folder.write(photo, to: FilePath("photos/\(number).png"))
        }
        // The first run also compiles the network. The later ones show how long a run takes.
        _ = try await command(sources, folder.appending("first/pack"), sizes[0]).run()
        var wholes: [[String: String]] = []
        var duration = Duration.zero
        for size in sizes {
            let reference = folder.appending("whole-\(size)/pack")
            duration = try await timed { try await finish(sources, reference, size) }
            wholes.append(try reference.digestsOfFiles())
        }

        var kills = 0
        var changes = 0
        var packs = 0
        while kills < count {
            packs += 1
            // How long a run takes changes with the machine's other work.
            if packs % 8 == 0 {
                let again = folder.appending("again")
                duration = try await timed { try await finish(sources, again.appending("pack"), sizes[0]) }
                try again.removeTree()
            }
            let parent = folder.appending("killed-\(packs)")
            let pack = parent.appending("pack")
            let isFinished = packs.isMultiple(of: 2)
            if isFinished { try await finish(sources, pack, sizes[0]) }
            if packs % 8 == 1 { try folder.removeNetworks() }
            var settings = isFinished ? 1 : 0
            if isFinished { changes += 1 }
            let killed = try await part.kill(atMost: count - kills, within: duration, &random) {
                command(sources, pack, sizes[settings])
            } check: { run, random in
                if !run.wasKilled { check(run, packs) }
                if isFinished { compareStickers(try pack.digestsOfFiles(), wholes, packs) }
                if run.wasKilled, Int.random(in: 0..<4, using: &random) == 0 {
                    settings = 1 - settings
                    changes += 1
                }
            }
            kills += killed
            if packs % 8 == 1 { try folder.removeNetworks() }
            try await finish(sources, pack, sizes[settings])
            faults.addLeftovers(of: folder, "make, pack \(packs)")
            compare(try pack.digestsOfFiles(), wholes[settings], packs)
            try? parent.removeTree()
        }
        report(
            "make: \(kills) kills, \(packs) packs continued and compared, \(changes) changes of settings; "
                + "a run takes \(duration)")
    }

    private func command(_ sources: FilePath, _ pack: FilePath, _ size: FilePath) -> Subprocess {
        part.command(["make", sources, "-o", pack, "--zip", "--resume", "--quiet", "--size", size])
    }

    /// Whether the run came to its end: 1 says that a photo gave no sticker, since some random pieces have no subject.
    private static func isEnd(_ exit: Subprocess.Exit?) -> Bool { exit == .exited(0) || exit == .exited(1) }

    private func finish(_ sources: FilePath, _ pack: FilePath, _ size: FilePath) async throws {
        let run = try await command(sources, pack, size).run()
        if !Self.isEnd(run.exit) { faults.add("make, \(pack): ending fails: \(run.exit) \(run.errorText)") }
    }

    private func check(_ run: KilledRun, _ pack: Int) {
        if !Self.isEnd(run.exit) { faults.add("make, pack \(pack): \(run.exit as Any) \(run.standardError)") }
    }

    /// Checks what was finished before: no sticker is lost, and none is half written.
    private func compareStickers(_ found: [String: String], _ wholes: [[String: String]], _ pack: Int) {
        for name in wholes[0].keys.sorted() where name.hasPrefix("stickers/") {
            if !wholes.contains(where: { found[name] == $0[name] }) {
                faults.add("make, pack \(pack): \(name) \(found[name] == nil ? "is lost" : "is neither") after a kill")
            }
        }
    }

    private func compare(_ found: [String: String], _ whole: [String: String], _ pack: Int) {
        for name in Set(found.keys).union(whole.keys).sorted() where found[name] != whole[name] {
            let how = found[name] == nil ? "is missing" : whole[name] == nil ? "is too much" : "differs"
            faults.add("make, pack \(pack): \(name) \(how)")
        }
    }
}
