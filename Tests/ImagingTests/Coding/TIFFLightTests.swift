import Imaging
import TestSupport
import Testing

/// TIFF files with samples of 0 to 1, and kinds of samples that are named.
@Suite struct TIFFLightTests {
    /// What sRGB's curve makes of 200, 100 and 50.
    private static let light: [Float] = [0.577580, 0.127438, 0.031896]
    private static let alpha = [338: [2]]

    private func color(_ file: PlainTIFF) throws -> SRGBColor { try ImageSource(file.bytes).decode()[3, 3] }

    private func isNear(_ color: SRGBColor, _ expected: [Int]) -> Bool {
        zip([color.red, color.green, color.blue], expected).allSatisfy { abs(Int($0) - $1) <= 2 }
    }

    @Test(arguments: [(0, 0), (0.2, 51), (1, 255)] as [(Float, Int)])
    func alphaBesideLightGoesToOne(share: Float, alpha: Int) throws {
        let color = try self.color(.float(2, Self.light + [share], Self.alpha))
        #expect(isNear(color, [200, 100, 50]) && Int(color.alpha) == alpha)
        let grey = try self.color(.float(1, [Self.light[0], share], Self.alpha))
        #expect(isNear(grey, [200, 200, 200]) && Int(grey.alpha) == alpha)
    }

    /// Photoshop writes light with the profile of its working space.
    @Test(arguments: [[0.8, 0.5, 0.2], [0.8, 0.5, 0.2, 0.4]] as [[Float]])
    func aProfileSaysWhatLightMeans(pixel: [Float]) throws {
        let profile = try PlainTIFF.profile(of: Fixtures.bytes("profile/display-p3.tiff"))
        let more = pixel.count > 3 ? Self.alpha : [:]
        var float = PlainTIFF.float(2, pixel, more)
        float.profile = profile
        let numbers = pixel.map { Int(($0 * 65_535).rounded()) }
        var integers = PlainTIFF(2, bits: 16, kind: 1, numbers.map { PlainTIFF.number($0, 2) }, more)
        integers.profile = profile
        #expect(try color(float) == color(integers))
        #expect(try color(float).red > 190)
    }

    private static let unread: [(PlainTIFF, String)] = [
        (.float(0, [0.5]), "floating-point samples whose 0 is white"),
        (.float(2, [0.1, 0.1, 0.1, 0.5], [338: [1]]), "premultiplied alpha of 32 bits"),
        (.float(5, [0, 0.5, 0.5, 0]), "CMYK samples of 32 bits"),
        (.eightBits(6, [90, 128, 128], [284: [2], 530: [1, 1]]), "YCbCr samples in separate planes"),
        // A JPEG in planes: libtiff converts the colours of whole pixels only.
        (.eightBits(6, [90, 128, 128], [259: [7], 284: [2], 530: [1, 1]]), "YCbCr samples in separate planes"),
    ]

    @Test(arguments: unread)
    func whatIsNotReadIsNamed(file: PlainTIFF, kind: String) throws {
        let failure = try #require(#expect(throws: ImagingError.self) { try ImageSource(file.bytes) })
        #expect(failure.code == .unknownFormat)
        #expect(failure.description == "the TIFF has \(kind), which is not supported; save the picture as PNG or JPEG")
    }
}

/// A TIFF of 8 × 8 pixels without compression that are all alike, little-endian (TIFF 6.0, section 2).
struct PlainTIFF: Sendable {
    private let tags: [Int: [Int]]
    private let pixels: [UInt8]
    var profile: [UInt8] = []

    /// - Parameters:
    ///   - kind: of the samples: 1 for integers, 3 for floating point.
    ///   - more: further tags, or other values.
    init(_ photometric: Int, bits: Int, kind: Int, _ pixel: [[UInt8]], _ more: [Int: [Int]] = [:]) {
        pixels = (0..<64).flatMap { _ in Array(pixel.joined()) }
        let tags: [Int: [Int]] = [
            256: [8], 257: [8], 258: pixel.map { _ in bits }, 259: [1], 262: [photometric], 273: [8],
            277: [pixel.count], 278: [8], 279: [pixels.count], 339: pixel.map { _ in kind },
        ]
        self.tags = tags.merging(more) { $1 }
    }

    static func float(_ photometric: Int, _ pixel: [Float], _ more: [Int: [Int]] = [:]) -> PlainTIFF {
        PlainTIFF(photometric, bits: 32, kind: 3, pixel.map { number(Int($0.bitPattern), 4) }, more)
    }

    static func eightBits(_ photometric: Int, _ pixel: [UInt8], _ more: [Int: [Int]] = [:]) -> PlainTIFF {
        PlainTIFF(photometric, bits: 8, kind: 1, pixel.map { [$0] }, more)
    }

    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    var bytes: [UInt8] {
        var file = Array("II*\0".utf8) + [0, 0, 0, 0] + pixels
        var entries: [(tag: Int, bytes: [UInt8])] = []
        for (tag, values) in tags {
            let packed = values.flatMap { Self.number($0, 2) }
            let isInside = packed.count <= 4
            let place = isInside ? packed + [UInt8](repeating: 0, count: 4 - packed.count) : Self.number(file.count, 4)
            if !isInside { file += packed }
            entries.append((tag, Self.number(tag, 2) + [3, 0] + Self.number(values.count, 4) + place))
        }
        if !profile.isEmpty {
            let place = Self.number(profile.count, 4) + Self.number(file.count, 4)
            entries.append((34_675, Self.number(34_675, 2) + [7, 0] + place))
            file += profile + [UInt8](repeating: 0, count: profile.count % 2)
        }
        file.replaceSubrange(4..<8, with: Self.number(file.count, 4))
        entries.sort { $0.tag < $1.tag }
        return file + Self.number(entries.count, 2) + entries.flatMap(\.bytes) + [0, 0, 0, 0]
    }

    /// Returns the ICC profile of a little-endian TIFF: it has its length in front and its signature at 36.
    static func profile(of file: [UInt8]) throws -> [UInt8] {
        let mark = Array("acsp".utf8)
        let start = try #require(file.indices.first { file[$0...].starts(with: mark) }) - 36
        let count = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        return Array(file[start..<start + count])
    }
}
