import Movies
import Peel

/// `peel cut` of a movie, understood.
struct ClipRequest: Equatable, Sendable {
    /// What stands behind the subject.
    enum Background: Equatable, Sendable {
        case nothing
        case color(SRGBColor)
        case picture(FilePath)
    }

    var clip: FilePath
    var output: FilePath
    var container: MovieSettings.Container
    var background = Background.nothing
    /// Whether the matte is written, in grey, in place of the subject.
    var writesMask = false
    var keepsSound = true
    /// 0 (worst) to 100.
    var quality = 75
    var strength = 0.0
    var limits = MovieLimits()
    /// Of a background's picture.
    var pictureLimits = ImageLimits()
    var engine = EngineSettings()
    var isQuiet = false

    /// Whether every pixel of the result is opaque.
    var isOpaque: Bool { writesMask || background != .nothing }
}

extension ClipRequest {
    private static let options: Set<OptionName> = [
        .output, .mask, .background, .strength, .quality, .noSound, .maxBytes, .maxPixels, .maxMemory, .model, .device,
        .quiet,
    ]
    /// What movies' names end with.
    static let endings = ["webm", "mp4", "mov", "mkv", "avi", "m4v"]

    /// Whether the result is a movie, by its name.
    static func isMeant(by values: OptionValues) -> Bool {
        values.path(.output).map { endings.contains($0.pathExtension) } ?? false
    }

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard let clip = operands.first, clip != "-", let output = values.path(.output) else {
            throw UsageError("name the movie: one that comes on standard input is not cut")
        }
        guard operands.count == 1 else { throw UsageError("one movie at a time: leave out '\(operands[1])'") }
        guard let container = MovieSettings.Container(rawValue: output.pathExtension) else {
            throw UsageError("movies are written as .webm or .mp4, not as .\(FilePath(output.pathExtension))")
        }
        if let other = values.names.filter({ !Self.options.contains($0) }).map(\.rawValue).min() {
            throw UsageError("--\(other) is for stickers of photos: a movie is cut as large as it is, without a border")
        }
        self.init(clip: clip, output: output, container: container)
        if let picture = values.path(.background) {
            background = .picture(picture)
        } else if let color = values.color(.background) {
            guard color == .clear || color.alpha == 255 else {
                throw UsageError("a colour behind a movie has no alpha: leave it out")
            }
            background = color == .clear ? .nothing : .color(color)
        } else if values.word(.background) != nil {
            throw UsageError("--background takes a colour or a picture for a movie, no gradient")
        }
        writesMask = values.has(.mask)
        if writesMask, background != .nothing {
            throw UsageError("--mask has no background: leave out one of the two")
        }
        if container == .mp4, !isOpaque {
            throw UsageError("an .mp4 movie has no transparency: name a .webm, or add --background or --mask")
        }
        keepsSound = !values.has(.noSound) && !writesMask
        quality = values.whole(.quality) ?? quality
        strength = values.number(.strength) ?? strength
        limits.bytes = values.whole(.maxBytes) ?? limits.bytes
        limits.pixels = values.whole(.maxPixels) ?? limits.pixels
        pictureLimits = ImageLimits(values)
        engine = EngineSettings(values)
        isQuiet = values.has(.quiet)
    }
}
