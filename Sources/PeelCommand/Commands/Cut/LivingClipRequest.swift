import Clips
import Movies
import Peel

/// `peel cut` of a movie into a sticker that moves, understood.
struct LivingClipRequest: Equatable, Sendable {
    var clip: FilePath
    var output: FilePath
    var target: PackTarget
    var options = LivingOptions()
    var marking = ClipMarking()
    var strength = 0.0
    var limits = MovieLimits()
    var engine = EngineSettings()
    var isQuiet = false
}

extension OptionName {
    static let loop = Self("loop")
}

extension OptionSpec {
    /// Those of a sticker that moves.
    static let living = [
        OptionSpec(
            .targets, .words(PackTarget.living.map(\.rawValue)),
            "of a movie, a sticker that moves and keeps the platform's limits", in: .result),
        OptionSpec(
            .loop, .words(LivingOptions.Loop.allCases.map(\.rawValue)),
            "with --for: how the sticker's end meets its beginning", default: "best", in: .result),
    ]
}

extension PackTarget {
    /// Those that take stickers that move.
    static let living = allCases.filter { $0.rules.living != nil }
}

extension LivingClipRequest {
    private static let others: Set<OptionName> = [
        .size, .format, .quality, .fullFrame, .mask, .noSound, .background, .instance, .split, .mirror, .requests,
        .jobs,
    ]

    /// Whether a sticker that moves is asked for.
    static func isMeant(by values: OptionValues) -> Bool { values.has(.targets) || values.has(.loop) }

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard let target = values.word(.targets).flatMap(PackTarget.init(rawValue:)), let rules = target.rules.living
        else {
            throw UsageError("--loop is for a sticker that moves: say where it goes, with --for telegram")
        }
        guard let clip = operands.first, clip != "-", let output = values.path(.output), output != "-" else {
            throw UsageError("name the movie, and with -o FILE.\(rules.format.pathExtension) where the sticker goes")
        }
        guard operands.count == 1 else { throw UsageError("one movie at a time: leave out '\(operands[1])'") }
        guard output.pathExtension == rules.format.pathExtension else {
            throw UsageError(
                "\(target.displayName) takes stickers that move as .\(rules.format.pathExtension), not as "
                    + ".\(FilePath(output.pathExtension))")
        }
        if let other = values.names.filter(Self.others.contains).map(\.rawValue).min() {
            throw UsageError("--\(other) is not for a sticker that moves: leave it out")
        }
        if values.has(.text) { throw UsageError("--text is for photos: a sticker that moves has no words yet") }
        self.init(clip: clip, output: output, target: target)
        let look = try ProcessingOptions(values)
        options = LivingOptions(side: rules.sides[0], isSquare: values.has(.square), style: look.style)
        options.loop = values.word(.loop).flatMap(LivingOptions.Loop.init(rawValue:)) ?? .best
        options.duration = min(options.duration, rules.duration)
        options.frameRate = rules.frameRate
        let (start, end) = try ClipRequest.part(values)
        (options.start, options.end) = (Int64((start ?? 0) * 1e9), end.map { Int64($0 * 1e9) })
        marking = try ClipMarking(values)
        strength = look.strength
        limits.bytes = values.whole(.maxBytes) ?? limits.bytes
        limits.pixels = values.whole(.maxPixels) ?? limits.pixels
        engine = EngineSettings(values)
        isQuiet = values.has(.quiet)
    }
}
