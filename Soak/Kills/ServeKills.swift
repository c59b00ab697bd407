import Files
import Foundation
import HTTPTestClient
import TestSupport

/// Kills `peel serve` while a client changes things. All acknowledged changes must be there at the next start, and the
/// temporary files of the killed process gone.
struct ServeKills {
    let part: KillPart

    private var folder: FilePath { part.folder.path }
    private var faults: FaultList { part.faults }

    func run(_ count: Int, _ random: inout SeededGenerator) async throws {
        var record = AcknowledgedChanges()
        // The first start also compiles the network. The second shows how long a start takes.
        for _ in 0..<2 { _ = try await StudioProcess.start(part.program, in: folder).end(SIGTERM) }
        var first: StudioProcess?
        let startTime = try await timed { first = try await StudioProcess.start(part.program, in: folder) }
        _ = try await first?.end(SIGTERM)
        var unexpected = 0
        var kills = 0
        var changes = 0
        while kills < count {
            if kills % 16 == 0 { try folder.removeNetworks() }
            let delay = randomMoment(in: startTime + .seconds(2), &random)
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let clientSeed = random.next()
            let client = Task { [record] in try await change(ports, record, SeededGenerator(seed: clientSeed)) }
            let command = StudioProcess.command(part.program, in: folder, [], timeout: delay)
            let run = try await KilledRun.run(command, killedAfter: delay) { output in
                if let number = StudioProcess.port(in: output) {
                    port.yield(number)
                    port.finish()
                }
            }
            port.finish()
            record = try await client.value
            changes += record.takeCount()
            if run.wasKilled {
                kills += 1
            } else {
                faults.add("serve, start \(kills): it ended by itself, \(run.exit as Any): \(run.standardError)")
                unexpected += 1
                if unexpected > 10 { break }
            }
        }
        // The last check is of a server that is not killed, and that compiles the network.
        try folder.removeNetworks()
        let studio = try await StudioProcess.start(part.program, in: folder)
        var last = record
        let problems = try last.compare(with: StudioAPI(port: studio.port))
        for problem in problems { faults.add("serve, at the end: \(problem)") }
        let output = try await studio.end(SIGTERM)
        if output.exit != .exited(0) { faults.add("serve, at the end: \(output.exit): \(output.errorText)") }
        faults.addLeftovers(of: folder, "serve, at the end")
        report("serve: \(kills) kills, \(changes) acknowledged changes, \(last.photos.count) photos at the end")
    }

    /// Checks and changes until the server is gone.
    private func change(
        _ ports: AsyncStream<Int>, _ record: AcknowledgedChanges, _ generator: SeededGenerator
    ) async throws -> AcknowledgedChanges {
        for await port in ports {
            return try await blocking { [part] in
                var record = record
                var random = generator
                let api = StudioAPI(port: port)
                do {
                    // Its own folder, and not that of the process that was killed before it.
                    let folders = part.folder.path.contents("temporary")
                    if folders.count != 1 { part.faults.add("serve: the folder for temporary files has \(folders)") }
                    for problem in try record.compare(with: api) { part.faults.add("serve: \(problem)") }
                    // More changes than it can make before it is killed.
                    for _ in 0..<100_000 { try record.change(api, part.photos, &random) }
                } catch is RawClient.Failure {
                    // It was killed.
                }
                return record
            }
        }
        return record
    }
}
