import Imaging
import Movies
import SlitScanTestSupport
import Testing

@testable import SlitScan

/// Every sample of `delay` and `map`: that of the frame which is as much earlier as the pixel is late.
@Suite struct DelayTests {
    /// How late a pixel is, in 1/256 of a frame.
    typealias Delay = (_ uprightX: Int, _ uprightY: Int) -> Int

    @Test(arguments: ScanCase.all(.delay))
    func everySampleOfDelay(_ scan: ScanCase) async throws {
        for length in [nil, 5, 1] {
            var scan = scan
            scan.config.length = length
            try await check([(0, scan.config)], scan.format, frames: 16)
        }
    }

    @Test(arguments: ScanCase.all(.map))
    func everySampleOfMap(_ scan: ScanCase) async throws {
        var scan = scan
        let oracle = ExpectedScan(format: scan.format)
        let (width, height) = (oracle.upright.width, oracle.upright.height)
        let size =
            scan.config.axis == .columns
            ? PixelSize(width: width, height: height) : PixelSize(width: height, height: width)
        scan.config.map = .picture(try Self.greys(size))
        scan.config.length = 9
        try await check([(0, scan.config)], scan.format, frames: 14)
    }

    @Test func neighboursOfVeryDifferentAges() async throws {
        let format = VideoFormat(size: PixelSize(width: 21, height: 19))
        var config = ScanConfig(mode: .map)
        config.map = .picture(try Self.greys(format.size))
        config.length = 60
        for isBlended in [true, false] {
            config.isBlended = isBlended
            try await check([(0, config)], format, frames: 62)
        }
    }

    @Test func aFrameThatAllCoresPutTogether() async throws {
        let format = VideoFormat(size: PixelSize(width: 270, height: 250))
        var config = ScanConfig(mode: .map)
        config.length = 4
        config.map = .picture(try Self.greys(PixelSize(width: 17, height: 11)))
        try await check([(0, config)], format, frames: 5)
    }

    @Test(arguments: [ScanConfig.Axis.columns, .rows])
    func settingsThatChangeInTheMiddleKeepTheHistory(_ axis: ScanConfig.Axis) async throws {
        let format = VideoFormat(size: PixelSize(width: 13, height: 10))
        var first = ScanConfig(mode: .delay)
        first.axis = axis
        first.length = 6
        var second = first
        second.direction = .backward
        second.width = 3
        second.length = 4
        var third = ScanConfig(mode: .map)
        third.length = 8
        third.map = .picture(try Self.greys(PixelSize(width: 13, height: 10)))
        try await check([(0, first), (9, second), (10, third), (15, first)], format, frames: 20)
    }

    /// Greys without order, so that neighbours are far apart.
    private static func greys(_ size: PixelSize) throws -> GreyPicture {
        let samples = (0..<size.area).map { UInt8(truncatingIfNeeded: 97 * $0 + 31 * ($0 / 7)) }
        return try GreyPicture(width: size.width, height: size.height, samples: samples)
    }

    private func delay(_ config: ScanConfig, depth: Int, _ upright: PixelSize) -> Delay {
        let lineCount = config.axis == .columns ? upright.width : upright.height
        let slices = (lineCount + config.width - 1) / config.width
        return { x, y in
            if config.mode == .delay {
                guard slices > 1 else { return 0 }
                let slice = (config.axis == .columns ? x : y) / config.width
                let late = config.direction == .forward ? slice : slices - 1 - slice
                return Int((Double(late * (depth - 1)) * 256 / Double(slices - 1)).rounded())
            }
            guard case .picture(let map) = config.map else { return 0 }
            let (x, y) = config.axis == .columns ? (x, y) : (y, x)
            let size = config.axis == .columns ? upright : PixelSize(width: upright.height, height: upright.width)
            let grey = map.sample(x: x, y: y, of: (size.width, size.height))
            let late = config.direction == .forward ? 255 - grey : grey
            return Int((Double(late * (depth - 1)) * 256 / 255).rounded())
        }
    }

    private func check(_ configs: [(from: Int, ScanConfig)], _ format: VideoFormat, frames: Int) async throws {
        let oracle = ExpectedScan(format: format)
        let source = SyntheticFrames(format: format)
        var config = configs[0].1
        var scanner = try SlitScanner(format, config: config)
        let table = oracle.uprightTable()
        // The history holds as many frames as the settings need: what was let go of does not come back.
        var held = 0
        for n in 0..<frames {
            if let next = configs.first(where: { $0.from == n && n > 0 }) {
                config = next.1
                #expect(try scanner.configure(config) == .applied)
            }
            let lineCount = config.axis == .columns ? oracle.upright.width : oracle.upright.height
            let depth = config.length ?? (lineCount + config.width - 1) / config.width
            held = min(held, depth, n)
            #expect(try scanner.take(try await source.frame(n)) == nil)
            held = min(held + 1, depth)
            let shown = try scanner.shown()
            let delay = delay(config, depth: depth, oracle.upright)
            var wrong = 0
            for plane in 0..<format.planeCount {
                let (h, v) = plane == 0 ? (1, 1) : (format.chroma.horizontal, format.chroma.vertical)
                let size = format.planeSize(plane)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let upright = table[y * v][x * h]
                        let late = delay(upright.x, upright.y)
                        func sample(_ frames: Int) -> Int {
                            let age = min(frames, held - 1)
                            return Int(
                                oracle.sample(plane: plane, n: n - age, x: x, y: y, isMirrored: config.isMirrored))
                        }
                        let share = late & 255
                        let expected =
                            config.isBlended
                            ? (sample(late >> 8) * (256 - share) + sample((late >> 8) + 1) * share + 128) >> 8
                            : sample((late + 128) >> 8)
                        if Int(shown.sample(plane: plane, x: x, y: y)) != expected { wrong += 1 }
                    }
                }
            }
            #expect(wrong == 0, "frame \(n)")
        }
    }

    @Test func theHistoryIsBoundedInBytes() async throws {
        let format = VideoFormat(size: PixelSize(width: 64, height: 48))
        var config = ScanConfig(mode: .delay)
        // Ten frames and a bit: nothing is asked for, so the history is what fits.
        let limit = 10 * format.byteCount + 100
        var scanner = try SlitScanner(format, config: config, historyBytes: limit)
        let source = SyntheticFrames(format: format)
        for n in 0..<30 { _ = try scanner.take(try await source.frame(n)) }
        // The last column is as late as the history reaches: nine frames.
        let shown = try scanner.shown()
        #expect(shown.sample(plane: 0, x: 63, y: 0) == SyntheticCamera.sample(plane: 0, n: 20, x: 63, y: 0))
        config.length = 11
        let error = #expect(throws: ScanError.self) { _ = try scanner.configure(config) }
        #expect(error?.code == .historyTooLong)
        #expect(error?.description.contains("give a length up to 10") == true)
        // The refused settings changed nothing.
        #expect(scanner.config.length == nil)
        config.length = 10
        #expect(try scanner.configure(config) == .applied)
    }

    /// The last tiles of its planes are not full: 21 × 19 samples take 24 × 24 bytes, the halved chroma twice 16 × 16.
    @Test func whatTilesLeaveEmptyCountsForTheBound() throws {
        let format = VideoFormat(size: PixelSize(width: 21, height: 19))
        var config = ScanConfig(mode: .delay)
        config.length = 10
        let needed = 10 * (24 * 24 + 2 * 16 * 16)
        #expect(throws: ScanError.self) {
            _ = try SlitScanner(format, config: config, historyBytes: needed - 1)
        }
        _ = try SlitScanner(format, config: config, historyBytes: needed)
    }

    @Test func theRingsAreWhiteInTheMiddleAndBlackAtTheCorners() async throws {
        let format = VideoFormat(size: PixelSize(width: 9, height: 9), chroma: .grey)
        var config = ScanConfig(mode: .map)
        config.length = 5
        config.isBlended = false
        let source = SyntheticFrames(format: format)
        var scanner = try SlitScanner(format, config: config)
        for n in 0..<9 { _ = try scanner.take(try await source.frame(n)) }
        let shown = try scanner.shown()
        func age(_ x: Int, _ y: Int) -> Int? {
            (0..<9).first {
                shown.sample(plane: 0, x: x, y: y) == SyntheticCamera.sample(plane: 0, n: 8 - $0, x: x, y: y)
            }
        }
        #expect(age(4, 4) == 0)
        for (x, y) in [(0, 0), (8, 0), (0, 8), (8, 8)] { #expect(age(x, y) == 4) }
        // Half way to the corner, half as late.
        #expect(age(2, 2) == 2)
    }

    @Test func aMapIsStretchedOverTheFrame() throws {
        let map = try GreyPicture(width: 2, height: 1, samples: [0, 255])
        let samples = (0..<8).map { map.sample(x: $0, y: 3, of: (8, 5)) }
        // Centre on centre: flat for a quarter, a ramp for a half, flat for a quarter.
        #expect(samples == [0, 0, 32, 96, 159, 223, 255, 255])
        #expect(throws: ScanError.self) { try GreyPicture(width: 2, height: 2, samples: [1, 2, 3]) }
        #expect(throws: ScanError.self) { try GreyPicture(width: 0, height: 0, samples: []) }
    }
}
