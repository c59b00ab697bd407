import Movies
import Peel

/// `peel cut` of a movie, understood.
struct ClipRequest: Equatable, Sendable {
    /// What stands behind the subject.
    enum Background: Equatable, Sendable {
        case nothing
        case color(SRGBColor)
        case picture(FilePath)
        /// A movie, which repeats if it is shorter.
        case movie(FilePath)
    }

    /// What is written.
    enum Form: Equatable, Sendable {
        case movie(MovieSettings.Container)
        /// A folder with a PNG for each frame.
        case frames
    }

    var clip: FilePath
    var output: FilePath
    var form: Form
    var background = Background.nothing
    /// Whether the matte is written, in grey, in place of the subject.
    var writesMask = false
    var keepsSound = true
    /// The part of the clip that is cut, in seconds from its first frame.
    var start: Double?
    var end: Double?
    /// 0 (worst) to 100.
    var quality = 75
    var marking = ClipMarking()
    var strength = 0.0
    var limits = MovieLimits()
    /// Of a background's picture.
    var pictureLimits = ImageLimits()
    var engine = EngineSettings()
    var isQuiet = false

    /// Whether every pixel of the result is opaque.
    var isOpaque: Bool { writesMask || background != .nothing }
}

extension OptionName {
    static let start = Self("start")
    static let end = Self("end")
}

extension ClipRequest {
    private static let options: Set<OptionName> = [
        .output, .mask, .background, .strength, .quality, .noSound, .start, .end, .at, .notAt, .box, .atTime, .maxBytes,
        .maxPixels, .maxMemory, .model, .device, .quiet,
    ]
    /// What movies' names end with.
    static let endings = [
        "webm", "mp4", "mov", "mkv", "avi", "m4v", "3gp", "mpg", "mpeg", "mts", "m2ts", "ogv", "wmv", "flv",
    ]
    /// The formats that have a quality to choose.
    private static let withQuality: [MovieSettings.Container] = [.webm, .mp4, .webp]

    /// Whether the result is a movie, by its name.
    static func isMeant(by values: OptionValues) -> Bool {
        values.path(.output).map { endings.contains($0.pathExtension) } ?? false
    }

    /// Whether the result is a movie, or the clip is one that becomes an animated picture or a folder.
    static func isMeant(by operands: [FilePath], _ values: OptionValues) -> Bool {
        if isMeant(by: values) { return true }
        guard let clip = operands.first, endings.contains(clip.pathExtension), let output = values.path(.output) else {
            return false
        }
        return form(of: output) != nil
    }

    /// `nil` if nothing is written with such a name.
    private static func form(of output: FilePath) -> Form? {
        if output.bytes.last == UInt8(ascii: "/") { return .frames }
        if let container = MovieSettings.Container(endingOf: output) { return .movie(container) }
        return (try? output.status())?.kind == .folder ? .frames : nil
    }

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard let clip = operands.first, clip != "-", let output = values.path(.output) else {
            throw UsageError("name a movie file: a movie on standard input cannot be cut")
        }
        guard operands.count == 1 else { throw UsageError("one movie at a time: leave out '\(operands[1])'") }
        guard let form = Self.form(of: output) else {
            throw UsageError(
                "movies are written as .webm, .mp4, .mov, .webp, .png or .gif, or into a folder/, not as "
                    + ".\(FilePath(output.pathExtension))")
        }
        if let other = values.names.filter({ !Self.options.contains($0) }).map(\.rawValue).min() {
            throw UsageError("--\(other) is for stickers of photos: a movie keeps its size and gets no border")
        }
        self.init(clip: clip, output: output, form: form)
        try readLook(values)
        try readPart(values)
        marking = try ClipMarking(values)
        limits.bytes = values.whole(.maxBytes) ?? limits.bytes
        limits.pixels = values.whole(.maxPixels) ?? limits.pixels
        pictureLimits = ImageLimits(values)
        engine = EngineSettings(values)
        isQuiet = values.has(.quiet)
    }

    private mutating func readLook(_ values: OptionValues) throws {
        if let file = values.path(.background) {
            background = Self.endings.contains(file.pathExtension) ? .movie(file) : .picture(file)
        } else if let color = values.color(.background) {
            guard color == .clear || color.alpha == 255 else {
                throw UsageError("the background colour of a movie must be opaque: remove its alpha")
            }
            background = color == .clear ? .nothing : .color(color)
        } else if values.word(.background) != nil {
            throw UsageError("--background of a movie takes a colour, a picture or a movie, not a gradient")
        }
        writesMask = values.has(.mask)
        if writesMask, background != .nothing {
            throw UsageError("--mask has no background: leave out one of the two")
        }
        if form == .movie(.mp4), !isOpaque {
            throw UsageError("an .mp4 movie has no transparency: name a .webm, or add --background or --mask")
        }
        if let quality = values.whole(.quality) {
            guard Self.withQuality.contains(where: { form == .movie($0) }) else {
                throw UsageError("--quality is for .webm, .mp4 and .webp: the others have one quality")
            }
            self.quality = quality
        }
        strength = values.number(.strength) ?? strength
    }

    private mutating func readPart(_ values: OptionValues) throws {
        if case .movie(let container) = form, container.hasSound {
            keepsSound = !values.has(.noSound) && !writesMask
        } else {
            keepsSound = false
        }
        (start, end) = try Self.part(values)
    }

    /// The part of a movie that is asked for, in seconds.
    static func part(_ values: OptionValues) throws -> (start: Double?, end: Double?) {
        let (start, end) = (values.number(.start), values.number(.end))
        if let end, end <= start ?? 0 {
            throw UsageError("--end \(end) is not after --start \(start ?? 0): there is nothing between them")
        }
        return (start, end)
    }
}
