/// The program's version, as `peel --version` says it.
nonisolated let programVersion = "0.1.0"
