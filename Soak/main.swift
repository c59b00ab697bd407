import Glibc

// peel-soak PART [OPTION]...: runs the program for a long time and under bad conditions. See docs/RELIABILITY.md.
do {
    if CommandLine.arguments.dropFirst().first == "read" {
        try await InputReader(Array(CommandLine.arguments.dropFirst(2))).run()
        exit(0)
    }
    let options = try SoakOptions(CommandLine.arguments.dropFirst())
    let faults =
        switch options.part {
        case .inputs: try await soakInputs(options)
        case .kills, .makeKills, .catalogKills, .serveKills: try await soakKills(options)
        case .studio: try await soakStudio(options)
        }
    report(faults.isEmpty ? "\(options.part.rawValue): passed" : "\(options.part.rawValue): \(faults.count) faults")
    exit(faults.isEmpty ? 0 : 1)
} catch let error as SoakError {
    report("peel-soak: \(error)")
    exit(2)
} catch {
    report("peel-soak: \(error)")
    exit(1)
}
