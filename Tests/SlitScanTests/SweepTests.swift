import Imaging
import Movies
import Testing

@testable import SlitScan

/// Every sample of a sweep: that of the frame in which the slit came by, or of the newest where it has not been.
@Suite struct SweepTests {
    @Test(arguments: ScanCase.all(.sweep))
    func everySampleAfterEachFrameOverTwoPasses(_ scan: ScanCase) async throws {
        let (format, config) = (scan.format, scan.config)
        let oracle = ExpectedScan(format: format)
        let lineCount = config.axis == .columns ? oracle.upright.width : oracle.upright.height
        let slices = (lineCount + config.width - 1) / config.width
        let framesInPass = (0...).first { Double($0 + 1) * config.speed > Double(slices - 1) }! + 1
        let source = SyntheticFrames(format: format)
        var scanner = try SlitScanner(format, config: config)
        for n in 0..<2 * framesInPass {
            #expect(scanner.isComplete == (n >= framesInPass))
            #expect(try scanner.take(try await source.frame(n)) == nil)
            // The frame of each slice in the pass that n belongs to.
            let passStart = n / framesInPass * framesInPass
            var frameOfSlice = [Int](repeating: n, count: slices)
            for earlier in passStart...n {
                for slice in ExpectedScan.slices(ofFrame: earlier - passStart, speed: config.speed) where slice < slices
                {
                    frameOfSlice[slice] = earlier
                }
            }
            try check(scanner.shown(), scan, oracle) { line in
                frameOfSlice[(config.direction == .forward ? line : lineCount - 1 - line) / config.width]
            }
        }
    }

    @Test func anotherSpeedGoesOnInTheSamePass() async throws {
        var config = ScanConfig(mode: .sweep)
        config.speed = 1
        let scan = ScanCase(format: VideoFormat(size: PixelSize(width: 13, height: 10)), config: config)
        let source = SyntheticFrames(format: scan.format)
        var scanner = try SlitScanner(scan.format, config: config)
        for n in 0..<4 { _ = try scanner.take(try await source.frame(n)) }
        config.speed = 2
        #expect(try scanner.configure(config) == .applied)
        for n in 4..<7 { _ = try scanner.take(try await source.frame(n)) }
        // Lines 0…3 one a frame, 4…9 two a frame, the rest of the newest.
        let frames = [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6]
        try check(scanner.shown(), scan, ExpectedScan(format: scan.format)) { frames[$0] }
    }

    @Test func anotherDirectionWidthAxisOrModeBeginsAnew() throws {
        let format = VideoFormat(size: PixelSize(width: 13, height: 10))
        for change: (inout ScanConfig) -> Void in [
            { $0.direction = .backward }, { $0.width = 2 }, { $0.axis = .rows }, { $0.mode = .strip },
        ] {
            var config = ScanConfig(mode: .sweep)
            var scanner = try SlitScanner(format, config: config)
            #expect(try scanner.configure(config) == .none)
            change(&config)
            #expect(try scanner.configure(config) == .startedAnew)
        }
    }

    private func check(
        _ frame: VideoFrame, _ scan: ScanCase, _ oracle: ExpectedScan, frameOfLine: (Int) -> Int
    ) {
        let table = oracle.uprightTable()
        var wrong = 0
        for plane in 0..<scan.format.planeCount {
            let (h, v) = plane == 0 ? (1, 1) : (scan.format.chroma.horizontal, scan.format.chroma.vertical)
            let size = scan.format.planeSize(plane)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let upright = table[y * v][x * h]
                    let n = frameOfLine(scan.config.axis == .columns ? upright.x : upright.y)
                    let expected = oracle.sample(plane: plane, n: n, x: x, y: y, isMirrored: scan.config.isMirrored)
                    if frame.sample(plane: plane, x: x, y: y) != expected { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0)
    }
}
