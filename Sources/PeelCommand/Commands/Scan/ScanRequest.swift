import Peel
import SlitScan

/// `peel scan`, understood.
struct ScanRequest: Equatable, Sendable {
    /// `nil` lists what there is.
    var source: CaptureSource?
    var output: FilePath = ""
    /// With the rings in place of ``map``.
    var config = ScanConfig()
    /// The picture of the delays.
    var map: FilePath?
    var limit = CaptureLimit()
    var historyBytes = SlitScanner.defaultHistoryBytes
    /// The movie.
    var record: FilePath?
    /// Whether a movie that is incomplete is an error.
    var isStrict = false
    var printsJSON = false
    var isQuiet = false
}

extension OptionName {
    static let record = Self("record")
    static let audio = Self("audio")
    static let mode = Self("mode")
    static let axis = Self("axis")
    static let direction = Self("direction")
    static let slit = Self("slit")
    static let width = Self("width")
    static let speed = Self("speed")
    static let length = Self("length")
    static let map = Self("map")
    static let sharp = Self("sharp")
    static let history = Self("history")
    static let frames = Self("frames")
    static let seconds = Self("seconds")
    static let list = Self("list")
    static let strict = Self("strict")
}

extension ScanRequest {
    static let options: [OptionSpec] = [
        OptionSpec(.output, letter: "o", .file("FILE"), "PNG file for the picture", in: .result),
        OptionSpec(.record, letter: "r", .file("FILE"), "movie of the scan, too: .mp4 or .webm", in: .result),
        OptionSpec(
            .audio, .text("SOUND", suggestions: ["none", "own"]),
            "the movie's sound: none, own, alsa:NAME, pulse:NAME or lavfi:SOURCE", default: "own", in: .result),
        OptionSpec(
            .mode, letter: "m", .words(ScanConfig.Mode.allCases.map(\.rawValue)), "how frames become a picture",
            default: "strip",
            in: .scan),
        OptionSpec(
            .axis, .words(ScanConfig.Axis.allCases.map(\.rawValue)), "which lines of a frame are slices",
            default: "columns", in: .scan),
        OptionSpec(
            .direction, .words(ScanConfig.Direction.allCases.map(\.rawValue)),
            "direction of time: right or down, or left or up",
            default: "forward", in: .scan),
        OptionSpec(
            .slit, .number("X", 0...1), "place of the strip's slit, 0 left or top to 1", default: "0.5", in: .scan),
        OptionSpec(.width, letter: "w", .whole("N", 1...4096), "pixels in a slice", default: "1", in: .scan),
        OptionSpec(
            .speed, .number("X", 0.015625...64), "slices a frame; in strip at most 1", default: "1", in: .scan),
        OptionSpec(
            .length, .whole("N", 1...1_000_000), "pixels of a strip; frames that delay and map reach back",
            in: .scan),
        OptionSpec(.map, .file("FILE"), "picture of the delays for map: white is now", default: "rings", in: .scan),
        OptionSpec(.sharp, "do not blend frames in delay and map", in: .scan),
        OptionSpec(.mirror, "mirror each frame left to right", in: .scan),
        OptionSpec(
            .history, .amount("N"), "maximum memory for the history of delay and map; suffixes K, M, G", default: "1G",
            in: .scan),
        OptionSpec(.frames, letter: "n", .whole("N", 1...1_000_000_000), "end after N frames", in: .scan),
        OptionSpec(
            .seconds, letter: "t", .number("S", 0.001...86_400), "end after S seconds of the source", in: .scan),
        OptionSpec(.list, "list the cameras and microphones of this machine", in: .scan),
        .json,
        OptionSpec(.strict, "treat an incomplete or damaged movie as an error", in: .report),
        .quiet, .help,
    ]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        self.init()
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
        isStrict = values.has(.strict)
        if values.has(.list) {
            if let operand = operands.first { throw UsageError("--list takes no source: leave out '\(operand)'") }
            return
        }
        guard let operand = operands.first else {
            throw UsageError("name a movie or a camera; --list shows the cameras")
        }
        guard operands.count == 1 else { throw UsageError("one source at a time: leave out '\(operands[1])'") }
        guard let output = values.path(.output) else { throw UsageError("say where the picture goes: -o FILE") }
        guard output.pathExtension == "png" else {
            throw UsageError("the picture is a PNG file: -o \(output.stem).png")
        }
        self.output = output
        record = values.path(.record)
        if let record, !["mp4", "webm"].contains(record.pathExtension) {
            throw UsageError("a movie ends with .mp4 or .webm, not as '\(record)' does")
        }
        if record == nil, values.has(.audio) { throw UsageError("--audio is the movie's sound: add --record FILE") }
        let sound = try Self.sound(values, isRecorded: record != nil)
        source = try rethrowing(UsageError.init(of:)) { try CaptureSource(operand: operand, sound: sound) }
        config = try ScanConfig(values)
        map = values.path(.map)
        historyBytes = values.whole(.history) ?? historyBytes
        limit.frames = values.whole(.frames)
        limit.seconds = values.number(.seconds)
        // A slit that has reached the other side is done, unless one says how long it goes on.
        limit.endsWhenComplete = config.mode != .sweep || (limit.frames == nil && limit.seconds == nil)
    }

    private static func sound(_ values: OptionValues, isRecorded: Bool) throws -> CaptureSource.Sound {
        guard isRecorded, let word = values.word(.audio) else { return isRecorded ? .own : .none }
        if word == "none" { return .none }
        if word == "own" { return .own }
        let parts = word.split(separator: ":", maxSplits: 1)
        if parts.count == 2 {
            let system = parts[0].lowercased()
            switch system {
            case "lavfi": return .lavfi(String(parts[1]))
            case "alsa", "pulse": return .microphone("\(system):\(parts[1])")
            default: break
            }
        }
        throw UsageError("--audio takes none, own, alsa:NAME, pulse:NAME or lavfi:SOURCE, not '\(word)'")
    }
}

extension ScanConfig {
    /// - Throws: ``UsageError`` for a setting that the mode does not use, or that is out of its range.
    init(_ values: OptionValues) throws {
        let mode = values.word(.mode).flatMap(Mode.init) ?? .strip
        self.init(mode: mode)
        let settings: KeyValuePairs<OptionName, Setting> = [
            .slit: .slit, .width: .width, .speed: .speed, .length: .length, .map: .map, .sharp: .blending,
            .history: .history,
        ]
        for (name, setting) in settings where values.has(name) && !mode.settings.contains(setting) {
            let users = Mode.allCases.filter { $0.settings.contains(setting) }
            let others = users.map(\.rawValue).joined(separator: " or ")
            throw UsageError("--\(name.rawValue) is for --mode \(others), not \(mode.rawValue)")
        }
        axis = values.word(.axis).flatMap(Axis.init) ?? axis
        direction = values.word(.direction).flatMap(Direction.init) ?? direction
        slit = values.number(.slit) ?? slit
        width = values.whole(.width) ?? width
        speed = values.number(.speed) ?? speed
        length = values.whole(.length)
        isMirrored = values.has(.mirror)
        isBlended = !values.has(.sharp)
        try rethrowing(UsageError.init(of:)) { try validate() }
    }
}
