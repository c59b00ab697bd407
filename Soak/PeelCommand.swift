import Files
import TestSupport

extension Subprocess {
    /// A `peel` process with a low priority, which its starting thread does not pass on by itself. Everything that it
    /// writes besides its output stays below `folder`: caches, configuration, temporary files.
    static func peel(
        _ program: FilePath, _ arguments: [FilePath], in folder: FilePath, timeout: Duration = .seconds(600)
    ) -> Subprocess {
        let (temporary, runtime) = (folder.appending("temporary"), folder.appending("runtime"))
        for place in [temporary, runtime] { try? place.createPrivateFolder() }
        let environment = environment(adding: [
            "XDG_CACHE_HOME": folder.appending("cache").description, "HOME": folder.description,
            "XDG_CONFIG_HOME": folder.appending("config").description, "TMPDIR": temporary.description,
            "XDG_RUNTIME_DIR": runtime.description, "PEEL_APOD_URL": nil, "PEEL_APOD_KEY": nil,
        ])
        return Subprocess(
            "nice", ["-n", "10", program] + arguments, environment: environment, timeout: timeout)
    }
}

/// The temporary files of the processes of ``Subprocess/peel(_:_:in:timeout:)`` in this folder.
extension FilePath {
    /// What is left when no process runs. What a killed process left goes away when another one makes such files there:
    /// in `temporary` a studio, in `cache/peel` one that compiles a network, in `cache/peel/web` one that loads from
    /// the web.
    func leftovers() -> [String] {
        let kept = ["cache/peel", "cache/peel/web"].flatMap { contents($0) }
        return contents("temporary") + contents("runtime") + kept.filter { $0.contains("/.peel-") }
    }

    /// What is in the folders that studios that run, or were killed, have in `temporary`.
    func scratchFiles() -> [String] {
        contents("temporary").flatMap { contents("\($0)/content") }
    }

    /// Has the next process compile the networks again.
    func removeNetworks() throws {
        for name in contents("cache/peel") where name.hasSuffix(".network") { try appending(name).removeFile() }
    }

    /// The files and folders in a folder below this one, with that folder's name.
    func contents(_ name: String) -> [String] {
        ((try? appending(name).names()) ?? []).map { "\(name)/\($0)" }
    }
}

extension FaultList {
    /// Adds a fault for temporary files that a whole run left.
    func addLeftovers(of folder: FilePath, _ run: String) {
        let left = folder.leftovers()
        if !left.isEmpty { add("\(run): left after a whole run: \(left)") }
    }
}
