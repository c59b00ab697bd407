import Imaging
import Stickers
import TestSupport
import Testing

/// The colour of edges, of the files that a person gets: the mean CIEDE2000 where the true alpha is between 0.05 and
/// 0.95, over white, over black and over magenta, each by itself. The goal is 3; the bounds are what is reached for
/// each kind, and a little.
@Suite struct EdgeColorTests {
    /// What stands at the edge.
    enum Kind {
        /// One colour in front of one.
        case even
        /// One colour in front of a pattern.
        case textured
        /// Dark and light spots that reach the edge.
        case spotted
        /// Dark spots in front of dark, or of grass that is as dark: colours do not tell all of them apart.
        case alike
        /// Single hairs, 1.6 pixels wide.
        case fur
        /// Hundreds of hairs, down to half a pixel, each of its own tint.
        case coat
        /// The same in front of grass, whose blades are as wide as hairs.
        case coatOnGrass
        /// The same in front of black: a dark hair that covers a pixel is the same colour as a light one that covers
        /// half.
        case coatOnBlack

        init(_ subject: CutoutComposite.Subject, _ background: CutoutComposite.Background) {
            switch (subject, background) {
            case (.coat, .grass): self = .coatOnGrass
            case (.coat, .black): self = .coatOnBlack
            case (.coat, _): self = .coat
            case (.fur, _): self = .fur
            case (.spotted, .black), (.spotted, .grass): self = .alike
            case (.spotted, _): self = .spotted
            case (_, .textured), (_, .grass): self = .textured
            default: self = .even
            }
        }

        var bound: Double {
            switch self {
            case .even: 0.9
            case .textured: 1
            case .spotted: 2.1
            case .alike: 3.5
            case .fur: 1.4
            case .coat: 2
            case .coatOnGrass: 3.7
            case .coatOnBlack: 4.5
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

    /// With the true matte, what is left is the colours' own fault, and the WebP's.
    @Test(arguments: CutoutComposite.Subject.allCases, CutoutComposite.Background.allCases)
    func ofTheDecodedFileWithTheTrueMatte(
        subject: CutoutComposite.Subject, background: CutoutComposite.Background
    ) throws {
        let composite = CutoutComposite(subject, over: background)
        let cutout = ForegroundEstimator().foreground(of: composite.photo, alpha: composite.alpha)
        for format in [ImageEncoder.Format.png(), .webp()] {
            let file = try ImageSource(ImageEncoder(format).encode(cutout)).decode()
            for color in Self.behind { #expect(composite.seenError(of: file, over: color) < 1.9) }
        }
    }

    /// Smaller and larger stickers than the composite's 360 pixels, as `--size` asks for them: at half the size all
    /// kinds are below 3.
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
            let bound = Kind(subject, background).bound
            #expect(largest < (side < 360 ? min(bound, 3) : bound), "\(subject), \(background), \(side): \(errors)")
        }
    }
}
