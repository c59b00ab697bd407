import Files
import TestSupport

extension Subprocess {
    /// A `peel` process with a low priority, which its starting thread does not pass on by itself. Everything that it
    /// writes besides its output stays below `folder`: caches, configuration, temporary files.
    static func peel(
        _ program: FilePath, _ arguments: [FilePath], in folder: FilePath, timeout: Duration = .seconds(600)
    ) -> Subprocess {
        let environment = environment(adding: [
            "XDG_CACHE_HOME": folder.appending("cache").description, "HOME": folder.description,
            "XDG_CONFIG_HOME": folder.appending("config").description, "TMPDIR": folder.description,
            "PEEL_APOD_URL": nil, "PEEL_APOD_KEY": nil,
        ])
        return Subprocess(
            "nice", ["-n", "10", program] + arguments, environment: environment, timeout: timeout)
    }
}
