import Movies
import Peel

extension DoctorRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let examination = await context[Examining.self].examine(engine)
        context.output.write(printsJSON ? json(examination).text + "\n" : report(examination))
        return examination.isWell ? .done : .someFailed
    }
}

/// How everything that the program needs is tried.
struct Examining: Replaceable {
    var examine: @Sendable (EngineSettings) async -> Examination

    static let standard = Examining { await Examination(of: $0) }
}

/// The examination for a person.
func report(_ examination: Examination) -> String {
    var lines: [(String, String)] = examination.versions.map { ($0.name, $0.version) }
    switch examination.network {
    case .success(let network):
        let size = network.inputSize
        lines.append(("network", "\(network.name) (\(network.family)), \(size.width) × \(size.height) pixels"))
        lines.append(("runs on", "\(network.device), \(decimal(network.milliseconds, digits: 0)) ms a photo"))
    case .failure(let failure): lines.append(("network", "FAILS: \(failure)"))
    }
    lines.append(("devices", examination.devices.isEmpty ? "none" : examination.devices.joined(separator: ", ")))
    lines.append(("cores", String(examination.cores)))
    let working = examination.formats.filter { $0.problem == nil }.map(\.name)
    lines.append(("reads", working.isEmpty ? "nothing" : working.joined(separator: ", ")))
    for format in examination.formats {
        if let problem = format.problem { lines.append((format.name, "FAILS: \(problem)")) }
    }
    if let cache = examination.cache {
        let size = "\(decimal(Double(cache.bytes) / 1e6, digits: 1)) MB"
        lines.append(
            ("cache", cache.problem.map { "FAILS: cannot write \(cache.folder): \($0)" } ?? "\(cache.folder) (\(size))")
        )
    } else {
        lines.append(("cache", "none: neither XDG_CACHE_HOME nor HOME is set"))
    }
    switch examination.videos {
    case .success(let version): lines.append(("videos", "FFmpeg \(version)"))
    case .failure(let failure): lines.append(("videos", "none: \(failure)"))
    }
    let cameras = examination.cameras.map { "\($0.path) (\($0.name))" }
    lines.append(("cameras", cameras.isEmpty ? "none" : cameras.joined(separator: ", ")))
    lines.append(("verdict", verdict(examination)))
    let width = (lines.map { $0.0.count }.max() ?? 0) + 2
    return lines.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 + "\n" }.joined()
}

private func verdict(_ examination: Examination) -> String {
    guard examination.isWell else { return "something does not work: see FAILS above" }
    guard let cache = examination.cache, cache.problem == nil else {
        return "all works, but there is no writable cache folder, so every start compiles the network"
    }
    return "all is well"
}

private func json(_ examination: Examination) -> JSONText {
    let network: JSONText =
        switch examination.network {
        case .success(let network):
            .object([
                "name": .string(network.name), "family": .string(network.family),
                "inputWidth": .int(network.inputSize.width), "inputHeight": .int(network.inputSize.height),
                "device": .string(network.device), "milliseconds": .number(network.milliseconds, digits: 2),
            ])
        case .failure(let failure): .object(["error": .string(failure.description)])
        }
    let videos: JSONText =
        switch examination.videos {
        case .success(let version): .object(["ffmpeg": .string(version)])
        case .failure(let failure): .object(["error": .string(failure.description)])
        }
    let cache: JSONText =
        examination.cache.map {
            .object([
                "folder": .string($0.folder.escapedText), "bytes": .int($0.bytes),
                "writable": .bool($0.problem == nil), "problem": $0.problem.map { .string($0) } ?? .null,
            ])
        } ?? .null
    return .object([
        "versions": .members(examination.versions.map { ($0.name, .string($0.version)) }), "network": network,
        "devices": .array(examination.devices.map { .string($0) }), "cores": .int(examination.cores),
        "formats": .members(examination.formats.map { ($0.name, $0.problem.map { .string($0) } ?? .bool(true)) }),
        "cache": cache, "videos": videos,
        "cameras": .array(
            examination.cameras.map { .object(["device": .string($0.path), "name": .string($0.name)]) }),
        "well": .bool(examination.isWell),
    ])
}

extension JSONRecord {
    static let examination = JSONRecord(
        "One object",
        [
            "versions.NAME": "of peel and of each library",
            "network.name": "the network's name; missing if the network does not work, like its other fields",
            "network.family": "family of networks, which decides how its input looks",
            "network.inputWidth": "pixels",
            "network.inputHeight": "pixels",
            "network.device": "what it ran on",
            "network.milliseconds": "for a photo",
            "network.error": "why it does not work; present only then",
            "devices[]": "what networks can run on here",
            "cores": "number",
            "formats.NAME": "true, or why a sample could not be read",
            "cache.folder": "path; cache is null if there is no home folder",
            "cache.bytes": "how large its files are",
            "cache.writable": "whether it is writable",
            "cache.problem": "why not; null if it is",
            "videos.ffmpeg": "FFmpeg's version",
            "videos.error": "why videos and cameras cannot be used; present only then",
            "cameras[].device": "path of a connected camera",
            "cameras[].name": "for a person",
            "well": "whether all works; true even if the cache is not writable or FFmpeg is missing",
        ])
}
