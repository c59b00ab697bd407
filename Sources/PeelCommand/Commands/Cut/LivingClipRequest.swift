import Clips
import Movies
import Peel

/// `peel cut` of a movie into a sticker that moves, understood.
struct LivingClipRequest: Equatable, Sendable {
    var clip: FilePath
    var output: FilePath
    /// `nil` for an animated WebP as packs have it, without a platform's limits.
    var target: PackTarget?
    /// Of that WebP.
    var quality = 90
    var options = LivingOptions()
    var marking = ClipMarking()
    var strength = 0.0
    var limits = MovieLimits()
    /// Bytes that the work may take; `nil` for the machine's own limit.
    var mostMemory: Int?
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
            "for a movie: an animated sticker within the platform's limits", in: .result),
        OptionSpec(
            .loop, .words(LivingOptions.Loop.allCases.map(\.rawValue)),
            "for a movie: an animated sticker, and how its end joins its beginning", default: "best", in: .result),
    ]
}

extension PackTarget {
    /// Those that take stickers that move.
    static let living = allCases.filter { $0.rules.living != nil }
}

extension LivingClipRequest {
    private static let others: Set<OptionName> = [
        .format, .fullFrame, .mask, .noSound, .background, .instance, .split, .mirror, .requests,
        .jobs,
    ]

    /// Whether a sticker that moves is asked for.
    static func isMeant(by values: OptionValues) -> Bool { values.has(.targets) || values.has(.loop) }

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        let target = values.word(.targets).flatMap(PackTarget.init(rawValue:))
        let rules = target?.rules.living
        let ending = rules?.format.pathExtension ?? "webp"
        guard let clip = operands.first, clip != "-", let output = values.path(.output), output != "-" else {
            throw UsageError("name the movie, and with -o FILE.\(ending) where the sticker goes")
        }
        guard operands.count == 1 else { throw UsageError("one movie at a time: leave out '\(operands[1])'") }
        guard output.pathExtension == ending else {
            let whose =
                target.map { "\($0.displayName) takes animated stickers" } ?? "--loop without --for writes them"
            throw UsageError("\(whose) as .\(ending), not as .\(FilePath(output.pathExtension))")
        }
        let fixed: Set<OptionName> = rules == nil ? [] : [.size, .quality]
        if let other = values.names.filter(Self.others.union(fixed).contains).map(\.rawValue).min() {
            throw UsageError("--\(other) does not apply to an animated sticker: leave it out")
        }
        self.init(clip: clip, output: output, target: target)
        let look = try ProcessingOptions(values)
        options = LivingOptions(isSquare: values.has(.square), style: look.style)
        options.loop = values.word(.loop).flatMap(LivingOptions.Loop.init(rawValue:)) ?? .best
        if let rules {
            options.side = rules.sides[0]
            options.duration = min(options.duration, rules.duration)
            // No more are cut where the platform takes more: memory is reserved for so many, and packs have no more.
            options.frameRate = min(options.frameRate, rules.frameRate)
        } else {
            guard case .longestSide(let side) = look.size, side <= options.side else {
                throw UsageError("an animated sticker has at most \(options.side) pixels: choose a smaller --size")
            }
            options.side = side
            quality = values.whole(.quality) ?? quality
        }
        let (start, end) = try ClipRequest.part(values)
        (options.start, options.end) = (Int64((start ?? 0) * 1e9), end.map { Int64($0 * 1e9) })
        // A start alone is where the sticker begins.
        options.searches = options.loop != .none && (start == nil || end != nil)
        marking = try ClipMarking(values)
        strength = look.strength
        limits.bytes = values.whole(.maxBytes) ?? limits.bytes
        limits.pixels = values.whole(.maxPixels) ?? limits.pixels
        mostMemory = values.whole(.maxMemory)
        engine = EngineSettings(values)
        isQuiet = values.has(.quiet)
    }
}
