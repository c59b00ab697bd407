import Imaging
import Movies
import SlitScanTestSupport
import Testing

@testable import SlitScan

/// A format and settings that the tests run through, named for the report.
struct ScanCase: Sendable, CustomTestStringConvertible {
    var format: VideoFormat
    var config: ScanConfig

    var testDescription: String {
        "\(format.size.width)x\(format.size.height) \(format.chroma) \(format.orientation) \(config.axis) "
            + "\(config.direction) slit \(config.slit) width \(config.width) speed \(config.speed) "
            + "length \(config.length.map(String.init) ?? "-") \(config.isMirrored ? "mirrored" : "")"
            + "\(config.isBlended ? "blended" : "")"
    }

    /// Both axes and directions with each subsampling, every orientation, odd sizes, mirrored or not.
    static func all(_ mode: ScanConfig.Mode) -> [ScanCase] {
        var cases: [ScanCase] = []
        let widths = [1, 3, 2, 5]
        let speeds = mode == .strip ? [1, 0.5, 0.3] : [1, 0.4, 2, 3.5]
        for (index, orientation) in ImageOrientation.allCases.enumerated() {
            for (second, chroma) in ChromaSubsampling.allCases.enumerated() {
                for axis in ScanConfig.Axis.allCases {
                    for direction in ScanConfig.Direction.allCases {
                        var config = ScanConfig(mode: mode)
                        let number = index + second
                        config.axis = axis
                        config.direction = direction
                        config.width = widths[number % widths.count]
                        config.speed = speeds[number % speeds.count]
                        config.slit = [0.5, 0, 1, 0.2][(number + index) % 4]
                        config.isBlended = number % 2 == 0
                        config.isMirrored = number % 3 == 1 && chroma == .yuv444
                        let size = number % 2 == 0 ? PixelSize(width: 13, height: 10) : PixelSize(width: 12, height: 9)
                        cases.append(
                            ScanCase(
                                format: VideoFormat(size: size, chroma: chroma, orientation: orientation),
                                config: config))
                    }
                }
            }
        }
        return cases
    }
}

/// The oracle: what each sample must be, from the definition of the modes alone.
struct ExpectedScan {
    let format: VideoFormat

    var upright: PixelSize { format.orientation.uprightSize(ofStored: format.size) }

    /// The stored place of an upright pixel, by the table of EXIF.
    func stored(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
        let (w, h) = (format.size.width, format.size.height)
        switch format.orientation {
        case .upright: return (x, y)
        case .mirrored: return (w - 1 - x, y)
        case .rotated180: return (w - 1 - x, h - 1 - y)
        case .flipped: return (x, h - 1 - y)
        case .transposed: return (y, x)
        case .rotated90: return (y, h - 1 - x)
        case .transversed: return (w - 1 - y, h - 1 - x)
        case .rotated270: return (w - 1 - y, x)
        }
    }

    /// The upright pixel at a stored place, by search.
    func uprightTable() -> [[(x: Int, y: Int)]] {
        var table = Array(
            repeating: Array(repeating: (x: 0, y: 0), count: format.size.width), count: format.size.height)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let place = stored(x, y)
                table[place.y][place.x] = (x, y)
            }
        }
        return table
    }

    /// The sample of frame `n`, mirrored or not. Mirrored frames are only told for full chroma.
    func sample(plane: Int, n: Int, x: Int, y: Int, isMirrored: Bool) -> UInt8 {
        guard isMirrored else { return SyntheticCamera.sample(plane: plane, n: n, x: x, y: y) }
        return format.orientation.swapsAxes
            ? SyntheticCamera.sample(plane: plane, n: n, x: x, y: format.size.height - 1 - y)
            : SyntheticCamera.sample(plane: plane, n: n, x: format.size.width - 1 - x, y: y)
    }

    /// Whether slice k falls into frame n: the first with (n + 1) * speed > k.
    static func slices(ofFrame n: Int, speed: Double) -> [Int] {
        (0...Int(Double(n + 1) * speed)).filter {
            Double(n + 1) * speed > Double($0) && Double(n) * speed <= Double($0)
        }
    }
}

extension VideoFrame {
    func sample(plane: Int, x: Int, y: Int) -> UInt8 {
        withPlane(plane) { samples, stride in samples[y * stride + x] }
    }
}

extension SlitScanner {
    /// What the movie shows now.
    mutating func shown() throws -> VideoFrame {
        var frame = try FramePool(capacity: 1).makeFrame(format)
        render(into: &frame)
        return frame.freeze(number: 0, time: 0)
    }
}

/// Frames of the synthetic camera in turn.
struct SyntheticFrames {
    let format: VideoFormat
    let pool = FramePool(capacity: 8)

    func frame(_ n: Int) async throws -> VideoFrame {
        try await SyntheticCamera.frame(n, format, from: pool)
    }
}
