import Imaging
import Stickers
import TestSupport
import Testing

/// The colour of edges, of the files that a person gets: the mean CIEDE2000 where the true alpha is between 0.05 and
/// 0.95, over white, over black and over magenta, each by itself. The goal is 3; the bounds are what is reached for each
/// kind, and a little.
@Suite struct EdgeColorTests {
    /// What stands at the edge.
    enum Kind {
        /// One colour in front of one.
        case even
        /// A pattern behind the edge or in front of it.
        case textured
        /// Dark spots in front of dark, or of grass that is as dark: colours do not tell all of them apart.
        case alike
        /// Single hairs, 1.6 pixels wide.
        case fur
        /// Hundreds of hairs, down to half a pixel, each of its own tint.
        case coat
        /// The same in front of something even that darkens or colours a hair as its tint does, and of grass.
        case coatInFrontOfMore

        init(_ subject: CutoutComposite.Subject, _ background: CutoutComposite.Background) {
            switch (subject, background) {
            case (.coat, .white), (.coat, .textured): self = .coat
            case (.coat, _): self = .coatInFrontOfMore
            case (.fur, _): self = .fur
            case (.spotted, .black), (.spotted, .grass): self = .alike
            case (.spotted, _), (_, .textured), (_, .grass): self = .textured
            default: self = .even
            }
        }

        var bound: Double {
            switch self {
            case .even: 1.1
            case .textured: 2.1
            case .alike: 3.5
            case .fur: 1.7
            case .coat: 3.2
            case .coatInFrontOfMore: 4.9
            }
        }
    }

    private static let behind = [SRGBColor.white, .black, SRGBColor(red: 255, green: 0, blue: 255)]

    @Test(arguments: CutoutComposite.Subject.allCases, CutoutComposite.Background.allCases)
    func ofTheDecodedFile(subject: CutoutComposite.Subject, background: CutoutComposite.Background) throws {
        let composite = CutoutComposite(subject, over: background)
        let alpha = AlphaRefiner().refine(composite.coarse(), guide: composite.photo)
        let cutout = ForegroundEstimator().foreground(of: composite.photo, alpha: alpha)
        for format in [ImageEncoder.Format.png(), .webp()] {
            let file = try ImageSource(ImageEncoder(format).encode(cutout)).decode()
            let errors = Self.behind.map { composite.seenError(of: file, over: $0) }
            let largest = errors.max() ?? .infinity
            #expect(largest < Kind(subject, background).bound, "\(subject), \(background), \(format): \(errors)")
        }
    }

    /// With the true matte, what is left is the colours' own fault: that stays below the goal for all kinds.
    @Test(arguments: CutoutComposite.Subject.allCases, CutoutComposite.Background.allCases)
    func ofTheDecodedFileWithTheTrueMatte(
        subject: CutoutComposite.Subject, background: CutoutComposite.Background
    ) throws {
        let composite = CutoutComposite(subject, over: background)
        let cutout = ForegroundEstimator().foreground(of: composite.photo, alpha: composite.alpha)
        for format in [ImageEncoder.Format.png(), .webp()] {
            let file = try ImageSource(ImageEncoder(format).encode(cutout)).decode()
            for color in Self.behind { #expect(composite.seenError(of: file, over: color) < 2.6) }
        }
    }

    /// Smaller and larger stickers, as `--size` asks for them: at half the size all kinds are below 3.
    @Test(arguments: CutoutComposite.Subject.allCases, CutoutComposite.Background.allCases)
    func ofResizedStickers(subject: CutoutComposite.Subject, background: CutoutComposite.Background) throws {
        let composite = CutoutComposite(subject, over: background)
        let alpha = AlphaRefiner().refine(composite.coarse(), guide: composite.photo)
        let cutout = ForegroundEstimator().foreground(of: composite.photo, alpha: alpha)
        for side in [180, 512] {
            let resized = cutout.resized(to: PixelSize(width: side, height: side))
            let file = try ImageSource(ImageEncoder(.webp()).encode(resized)).decode()
            let errors = Self.behind.map { composite.seenError(ofResized: file, over: $0) }
            let largest = errors.max() ?? .infinity
            #expect(largest < Kind(subject, background).bound, "\(subject), \(background), \(side): \(errors)")
        }
    }
}
