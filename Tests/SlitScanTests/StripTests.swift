import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Every pixel of a strip, from the definition: its lines are those of the slit, slice beside slice.
@Suite struct StripTests {
    /// A line of the picture: of which frame, and which upright column or row of it.
    struct Line: Equatable {
        var n: Int
        var line: Int
    }

    /// The lines of the picture and of the movie's frame.
    struct Model {
        var picture: [Line] = []
        var window: [Line?]
        var clock = 0.0

        init(_ lineCount: Int) {
            window = Array(repeating: nil, count: lineCount)
        }

        mutating func take(_ n: Int, _ config: ScanConfig, lineCount: Int) {
            defer { clock += config.speed }
            // A slice k with clock <= k < clock + speed.
            guard clock.rounded(.up) < clock + config.speed else { return }
            let width = min(config.width, lineCount)
            let first = Int((config.slit * Double(lineCount - width)).rounded())
            var slice = (first..<first + width).map { Line(n: n, line: $0) }
            let rest = (config.length ?? .max) - picture.count
            guard rest > 0 else { return }
            if config.direction == .forward {
                slice = Array(slice.prefix(rest))
                picture += slice
                window = Array((window + slice).suffix(lineCount))
            } else {
                slice = Array(slice.suffix(rest))
                picture = slice + picture
                window = Array((slice + window).prefix(lineCount))
            }
        }
    }

    @Test(arguments: ScanCase.all(.strip))
    func everySampleOfThePictureAndOfTheMovie(_ scan: ScanCase) async throws {
        try await check(scan.format, [(0, scan.config)], frames: 25)
    }

    @Test(arguments: ScanCase.all(.strip).filter { $0.format.chroma == .yuv420 })
    func settingsThatChangeInTheMiddleHoldFromTheirFrameOn(_ scan: ScanCase) async throws {
        var second = scan.config
        second.slit = 0.9
        second.width = 4
        second.direction = scan.config.direction == .forward ? .backward : .forward
        var third = second
        third.speed = 0.25
        third.slit = 0.1
        third.length = 30
        try await check(scan.format, [(0, scan.config), (7, second), (8, third), (19, scan.config)], frames: 30)
    }

    private func check(_ format: VideoFormat, _ configs: [(from: Int, ScanConfig)], frames: Int) async throws {
        let source = SyntheticFrames(format: format)
        let oracle = ExpectedScan(format: format)
        var scanner = try SlitScanner(format, config: configs[0].1)
        let axis = configs[0].1.axis
        let lineCount = axis == .columns ? oracle.upright.width : oracle.upright.height
        var model = Model(lineCount)
        let folder = TemporaryFolder()
        var spool = try StripSpool(in: folder.path, format, axis: axis)
        var config = configs[0].1
        var mirroring: [Bool] = []
        for n in 0..<frames {
            if let next = configs.first(where: { $0.from == n && n > 0 }) {
                config = next.1
                #expect(try scanner.configure(config) == .applied)
            }
            mirroring.append(config.isMirrored)
            if let slice = try scanner.take(try await source.frame(n)) { try spool.append(slice) }
            model.take(n, config, lineCount: lineCount)
        }
        #expect(spool.lineCount == model.picture.count)
        try await checkPicture(
            try spool.picture(), has: model.picture, along: axis, oracle, mirroring: mirroring, of: source)
        try checkMovie(try scanner.shown(), shows: model.window, along: axis, oracle, mirroring: mirroring)
    }

    private func checkPicture(
        _ picture: StripPicture, has lines: [Line], along axis: ScanConfig.Axis, _ oracle: ExpectedScan,
        mirroring: [Bool], of source: SyntheticFrames
    ) async throws {
        // The whole frames in RGB, by another way through the conversion.
        var bitmaps: [Int: Bitmap] = [:]
        let pool = FramePool(capacity: 1)
        for n in Set(lines.map(\.n)) {
            let frame = try await source.frame(n)
            let shown = mirroring[n] ? try frame.mirrored(in: pool) : frame
            bitmaps[n] = shown.bitmap(of: PixelRect(shown.size))
        }
        let across = axis == .columns ? oracle.upright.height : oracle.upright.width
        #expect(picture.size.area == lines.count * across)
        var y = 0
        var wrong = 0
        try picture.forEachRow { row in
            for x in 0..<picture.size.width {
                let (index, pixel) = axis == .columns ? (x, y) : (y, x)
                let line = lines[index]
                let place =
                    axis == .columns ? oracle.stored(line.line, pixel) : oracle.stored(pixel, line.line)
                let color = bitmaps[line.n].map { $0[place.x, place.y] }
                let isRight =
                    color?.red == row[3 * x] && color?.green == row[3 * x + 1] && color?.blue == row[3 * x + 2]
                if !isRight { wrong += 1 }
            }
            y += 1
        }
        #expect(y == picture.size.height)
        #expect(wrong == 0)
    }

    private func checkMovie(
        _ frame: VideoFrame, shows window: [Line?], along axis: ScanConfig.Axis, _ oracle: ExpectedScan,
        mirroring: [Bool]
    ) throws {
        let format = oracle.format
        let table = oracle.uprightTable()
        var wrong = 0
        for plane in 0..<format.planeCount {
            let (h, v) = plane == 0 ? (1, 1) : (format.chroma.horizontal, format.chroma.vertical)
            let size = format.planeSize(plane)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    // A chroma sample goes with the pixel at its top left.
                    let upright = table[y * v][x * h]
                    let expected: UInt8
                    if let line = window[axis == .columns ? upright.x : upright.y] {
                        let place =
                            axis == .columns
                            ? oracle.stored(line.line, upright.y) : oracle.stored(upright.x, line.line)
                        expected = oracle.sample(
                            plane: plane, n: line.n, x: place.x / h, y: place.y / v, isMirrored: mirroring[line.n])
                    } else {
                        expected = plane == 0 ? 16 : 128
                    }
                    if frame.sample(plane: plane, x: x, y: y) != expected { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0)
    }
}
