import Imaging
import Testing

/// Every format in the list is held against what it says of itself.
@Suite struct OutputFormatTests {
    /// All shares of alpha, in soft colours.
    private static let soft = Bitmap(
        size: PixelSize(width: 64, height: 64),
        pixels: (0..<64 * 64).flatMap { index -> [UInt8] in
            let (x, y) = (index % 64, index / 64)
            let alpha = UInt8((y / 16) * 64 + x)
            return alpha == 0 ? [0, 0, 0, 0] : [UInt8(2 * x + 60), UInt8(3 * y + 20), 120, alpha]
        })

    @Test func eachHasItsNameItsEndingAndItsType() {
        #expect(Set(OutputFormat.allCases.map(\.name)).count == OutputFormat.allCases.count)
        for format in OutputFormat.allCases {
            #expect(format.mediaType == "image/\(format.pathExtension)")
            #expect(OutputFormat(rawValue: format.pathExtension) == format)
            #expect(format.encoder().format.output == format && format.losslessEncoder.format.output == format)
        }
    }

    @Test(arguments: OutputFormat.allCases) func whatIsWrittenIsOfTheFormatAndHasTheAlpha(_ format: OutputFormat) throws
    {
        let file = try format.encoder().encode(Self.soft)
        #expect(ImageFormat(signatureOf: file)?.pathExtensions.contains(format.pathExtension) == true)
        let decoded = try ImageSource(file).decode()
        #expect(decoded.size == Self.soft.size)
        for index in stride(from: 3, to: decoded.pixels.count, by: 4) {
            #expect(decoded.pixels[index] == Self.soft.pixels[index])
        }
    }

    @Test(arguments: OutputFormat.allCases)
    func losslessIsExact(_ format: OutputFormat) throws {
        #expect(try ImageSource(format.losslessEncoder.encode(Self.soft)).decode() == Self.soft)
    }

    @Test(arguments: OutputFormat.allCases) func aLowerQualityIsASmallerFile(_ format: OutputFormat) throws {
        let worst = try format.encoder(quality: format.qualities?.lowerBound ?? 1).encode(Self.soft)
        let best = try format.encoder(quality: format.qualities?.upperBound ?? 100).encode(Self.soft)
        if format.qualities == nil { #expect(worst == best) } else { #expect(worst.count < best.count) }
    }

    @Test func phrasesAreReadAloud() {
        #expect(OutputFormat.phrase(of: [], joinedBy: "and") == "")
        #expect(OutputFormat.phrase(of: [.png], joinedBy: "and") == "PNG")
        #expect(OutputFormat.phrase(of: [.png, .webp], joinedBy: "or") { ".\($0.pathExtension)" } == ".png or .webp")
        #expect(OutputFormat.phrase(of: [.png, .webp, .png], joinedBy: "and") == "PNG, WebP and PNG")
    }
}
