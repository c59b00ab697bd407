import Files

/// The options of the command line.
struct SoakOptions: Sendable {
    enum Part: String, CaseIterable, Sendable {
        /// Broken files, manifests, catalogs and requests.
        case inputs
        /// Programs that are killed at random moments: all three, or one of them.
        case kills
        case makeKills = "kills-make"
        case catalogKills = "kills-catalog"
        case serveKills = "kills-serve"
        /// The studio under load for a long time.
        case studio

        /// The number of inputs, kills or minutes if the command line gives none.
        var standardSize: Int {
            switch self {
            case .inputs: 100_000
            case .kills: 1_000
            case .makeKills: 500
            case .catalogKills: 200
            case .serveKills: 300
            case .studio: 60
            }
        }
    }

    let part: Part
    let size: Int
    let seed: UInt64
    /// The path of `peel`.
    let program: FilePath
    /// A folder of JPEG and PNG photos for it.
    let photos: FilePath
    /// Folders of pictures in every supported format.
    let fixtures: FilePath

    static let usage = """
        usage: peel-soak PART [--size N] [--seed N] [--program FILE] [--photos DIR] [--fixtures DIR]
        parts: \(Part.allCases.map(\.rawValue).joined(separator: ", "))
        """

    init(_ arguments: some Collection<String>) throws(SoakError) {
        guard let part = arguments.first.flatMap({ Part(rawValue: $0) }) else { throw SoakError(Self.usage) }
        var values = [
            "--size": String(part.standardSize), "--seed": "1", "--program": ".build/release/peel",
            "--photos": ".deps/demo-photos", "--fixtures": "Tests/ImagingTests/Fixtures",
        ]
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            guard values[name] != nil, let value = rest.popFirst() else { throw SoakError(Self.usage) }
            values[name] = value
        }
        guard let size = values["--size"].flatMap({ Int($0) }), size > 0,
            let seed = values["--seed"].flatMap({ UInt64($0) })
        else { throw SoakError("--size and --seed are whole numbers\n\(Self.usage)") }
        self.part = part
        self.size = size
        self.seed = seed
        program = FilePath(values["--program"] ?? "")
        photos = FilePath(values["--photos"] ?? "")
        fixtures = FilePath(values["--fixtures"] ?? "")
    }
}

/// The reason why a run cannot continue. Faults of the program under test go into the report instead.
struct SoakError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
