import Files
import TestSupport

/// What the kills of each command have: the program, photos for it, a list for its faults and a folder of its own.
struct KillPart: Sendable {
    let program: FilePath
    let photos: SoakPhotos
    let faults: FaultList
    let folder = TemporaryFolder()

    init(_ options: SoakOptions, _ photos: SoakPhotos, _ faults: FaultList) {
        program = options.program
        self.photos = photos
        self.faults = faults
    }

    func command(_ arguments: [FilePath]) -> Subprocess { .peel(program, arguments, in: folder.path) }

    /// Runs a command and kills it at random moments, until it ends by itself; after each fourth kill, at random, it is
    /// not run again.
    ///
    /// - Parameters:
    ///   - count: the most kills.
    ///   - duration: how long a run takes that is not killed.
    ///   - command: makes the command of each run.
    ///   - check: called after each run.
    /// - Returns: the number of kills.
    func kill(
        atMost count: Int, within duration: Duration, _ random: inout SeededGenerator, _ command: () -> Subprocess,
        check: (KilledRun, inout SeededGenerator) throws -> Void
    ) async throws -> Int {
        var kills = 0
        var goesOn = true
        while goesOn, kills < count {
            let run = try await KilledRun.run(command(), killedAfter: randomMoment(in: duration, &random))
            if run.wasKilled { kills += 1 }
            goesOn = run.wasKilled && Int.random(in: 0..<4, using: &random) > 0
            try check(run, &random)
        }
        return kills
    }
}
