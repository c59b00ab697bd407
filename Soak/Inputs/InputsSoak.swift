import Files
import Glibc
import TestSupport

/// Feeds `options.size` broken inputs to their readers. A separate process reads files, manifests and catalogs, so a
/// crash is noticed and the rest is still read. Requests go to a server.
func soakInputs(_ options: SoakOptions) async throws -> [String] {
    let faults = FaultList()
    var left = options.size
    for (kind, share) in [(InputKind.manifest, 8), (.pack, 8), (.catalog, 8), (.image, 62)] {
        let count = options.size * share / 100
        left -= count
        try await InputWorkers(kind: kind, options: options, faults: faults).run(count)
    }
    try await BrokenRequests(options: options, faults: faults).run(left)
    return faults.all
}

/// The kinds of broken input.
enum InputKind: String {
    case image, manifest, catalog, pack
}

/// Runs this program as `peel-soak read KIND …`, and again after each crash.
private struct InputWorkers {
    let kind: InputKind
    let options: SoakOptions
    let faults: FaultList
    /// The number of crashes of one kind after which no more are looked for.
    private static let mostCrashes = 20

    /// The folder for inputs that broke something.
    private static let kept: FilePath = ".build/soak"

    func run(_ count: Int) async throws {
        let folder = TemporaryFolder()
        let progress = try folder.write([UInt8](repeating: 0, count: 8), to: "progress")
        let start = ContinuousClock.now
        var next = 0
        var crashes = 0
        while next < count, crashes < Self.mostCrashes {
            let arguments = [
                kind.rawValue, "\(next)", "\(count)", "\(options.seed)", "\(options.fixtures)", "\(folder.path)",
            ]
            let output = try await Subprocess(
                FilePath("/proc/self/exe").linkTarget, ["read"] + arguments.map { FilePath($0) },
                timeout: .seconds(86_400)
            ).run()
            if !output.standardOutput.isEmpty { report(String(output.outputText.dropLast())) }
            guard !output.succeeded else { break }
            next = InputProgress.read(progress)
            let how =
                switch output.exit {
                case .signalled(SIGALRM): "took longer than \(InputReader.longest) s"
                case .signalled(let signal): "ended the process with signal \(signal)"
                case .exited: output.errorText
                }
            let kept = try InputReader(arguments).keep(next, in: Self.kept)
            faults.add("\(kept) \(how)\n\(output.errorText)")
            next += 1
            crashes += 1
        }
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        report("\(kind.rawValue): \(count) inputs in \(seconds) s, \(crashes) crashes")
    }
}

/// Keeps the number of the current input in a file, so that it is known after a crash.
enum InputProgress {
    static func write(_ number: Int, to descriptor: CInt) {
        withUnsafeBytes(of: number) { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    static func read(_ file: FilePath) -> Int {
        let bytes = (try? file.readBytes()) ?? []
        return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
