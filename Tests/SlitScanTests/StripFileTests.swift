import Files
import Imaging
import Movies
import SlitScanTestSupport
import TestSupport
import Testing

@testable import SlitScan

/// Strips that are longer than what is in memory at a time.
@Suite struct StripFileTests {
    let folder = TemporaryFolder()

    @Test(arguments: ScanConfig.Axis.allCases)
    func aStripOfManyBlocksThatGrowsAtBothEnds(_ axis: ScanConfig.Axis) async throws {
        let format = VideoFormat(size: PixelSize(width: 6, height: 5), chroma: .yuv444)
        var config = ScanConfig()
        config.axis = axis
        config.width = 3
        var scanner = try SlitScanner(format, config: config)
        var spool = try StripSpool(in: folder.path, format, axis: axis)
        let source = SyntheticFrames(format: format)
        var order: [Int] = []
        for n in 0..<300 {
            config.direction = n / 40 % 2 == 0 ? .forward : .backward
            _ = try scanner.configure(config)
            if let slice = try scanner.take(try await source.frame(n)) { try spool.append(slice) }
            order = config.direction == .forward ? order + [n] : [n] + order
        }
        let picture = try spool.picture()
        #expect(picture.lineCount == 900)
        let path = folder.path.appending("strip.png")
        try picture.writePNG(to: path)
        let bitmap = try ImageSource(path.readBytes()).decode()
        for (place, n) in order.enumerated() {
            let frame = try await source.frame(n)
            let start = axis == .columns ? 2 : 1
            let (from, to) =
                axis == .columns
                ? (PixelRect(x: start, y: 0, width: 3, height: 5), PixelRect(x: 3 * place, y: 0, width: 3, height: 5))
                : (PixelRect(x: 0, y: start, width: 6, height: 3), PixelRect(x: 0, y: 3 * place, width: 6, height: 3))
            #expect(bitmap.cropped(to: to) == frame.bitmap(of: from), "slice \(place) of frame \(n)")
        }
    }

    @Test func pixelsThatAreNotSquareAreMadeSo() async throws {
        let format = VideoFormat(
            size: PixelSize(width: 8, height: 6), chroma: .grey, range: .full,
            pixelAspect: PixelAspect(width: 2, height: 1))
        var config = ScanConfig()
        config.axis = .rows
        var scanner = try SlitScanner(format, config: config)
        var spool = try StripSpool(in: folder.path, format, axis: .rows)
        let source = SyntheticFrames(format: format)
        for n in 0..<4 {
            if let slice = try scanner.take(try await source.frame(n)) { try spool.append(slice) }
        }
        // Eight pixels that are twice as wide as high: sixteen.
        let picture = try spool.picture()
        #expect(picture.size == PixelSize(width: 16, height: 4))
        var row = 0
        try picture.forEachRow { bytes in
            let first = Int(SyntheticCamera.sample(plane: 0, n: row, x: 0, y: 3))
            let second = Int(SyntheticCamera.sample(plane: 0, n: row, x: 1, y: 3))
            #expect(Int(bytes[0]) == first)
            // A quarter of the way from one to the next.
            #expect(Int(bytes[3]) == (3 * first + second + 2) / 4)
            row += 1
        }
    }

    @Test func anExistingFileStaysWhenThePictureCannotBeWritten() async throws {
        let format = VideoFormat.small
        var spool = try StripSpool(in: folder.path, format, axis: .columns)
        let path = try folder.write("mine", to: "strip.png")
        let empty = try spool.picture()
        #expect(throws: ScanError.self) { try empty.writePNG(to: path) }
        #expect(try path.readBytes() == Array("mine".utf8))
        #expect(throws: ScanError.self) { try empty.writePNG(to: folder.path.appending("none/strip.png")) }
    }

    @Test func settingsOutOfTheirRangeAreRefusedWithTheRule() {
        let changes: [(inout ScanConfig) -> Void] = [
            { $0.slit = -0.1 }, { $0.slit = 1.5 }, { $0.slit = .nan }, { $0.width = 0 }, { $0.width = 5000 },
            { $0.speed = 2 }, { $0.speed = 0 }, { $0.speed = .infinity }, { $0.length = 0 }, { $0.length = 2_000_000 },
        ]
        for change in changes {
            var config = ScanConfig()
            change(&config)
            let error = #expect(throws: ScanError.self) { try config.validate() }
            #expect(error?.code == .badSetting)
            #expect(throws: ScanError.self) { _ = try SlitScanner(.small, config: config) }
        }
        var sweep = ScanConfig(mode: .sweep)
        sweep.speed = 2
        #expect(throws: Never.self) { try sweep.validate() }
    }
}
