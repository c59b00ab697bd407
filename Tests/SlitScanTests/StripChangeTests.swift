import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Mirror, axis and mode change while a strip is made: every pixel of every picture that comes of it, from the
/// definition.
@Suite(.timeLimit(.minutes(10))) struct StripChangeTests {
    private let folder = TemporaryFolder()

    /// What holds from a frame on.
    private struct Step {
        var from: Int
        var config: ScanConfig
    }

    private static func config(
        _ mode: ScanConfig.Mode, _ axis: ScanConfig.Axis, isMirrored: Bool, slit: Double = 0.2
    ) -> ScanConfig {
        var config = ScanConfig(mode: mode)
        config.axis = axis
        config.width = 2
        config.slit = slit
        config.isMirrored = isMirrored
        return config
    }

    /// The mirror changes in the same picture, axis and mode begin another.
    private static let steps = [
        Step(from: 0, config: config(.strip, .columns, isMirrored: false)),
        Step(from: 4, config: config(.strip, .columns, isMirrored: true)),
        Step(from: 7, config: config(.strip, .rows, isMirrored: true)),
        Step(from: 11, config: config(.strip, .rows, isMirrored: false, slit: 0.8)),
        Step(from: 14, config: config(.sweep, .columns, isMirrored: false)),
        Step(from: 20, config: config(.strip, .columns, isMirrored: true, slit: 1)),
        Step(from: 23, config: config(.strip, .columns, isMirrored: false, slit: 0)),
    ]

    @Test(arguments: [ImageOrientation.upright, .rotated90, .transposed])
    func everyPixelOfEveryPicture(_ orientation: ImageOrientation) async throws {
        let format = VideoFormat(
            size: PixelSize(width: 13, height: 10), chroma: .yuv444, orientation: orientation)
        let oracle = ExpectedScan(format: format)
        let source = SyntheticFrames(format: format)
        let camera = FedCamera.make(format)
        let pipeline = try await CapturePipeline(
            camera, config: Self.steps[0].config, options: CaptureOptions(spoolFolder: folder.path, previewSide: nil))
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        var lines: [[(n: Int, line: Int, isMirrored: Bool)]] = []
        var swept: ScanPicture?
        for n in 0..<26 {
            if let step = Self.steps.first(where: { $0.from == n }) { await pipeline.configure(step.config) }
            _ = await camera.bring(.picture(try await source.frame(n)))
            _ = await snapshots.next { $0.frames == n + 1 }
            let step = try #require(Self.steps.last { $0.from <= n })
            if n == 17 { swept = try await pipeline.pictureNow().pictures.last }
            guard step.config.mode == .strip else { continue }
            if [0, 7, 20].contains(n) { lines.append([]) }
            let lineCount = step.config.axis == .columns ? oracle.upright.width : oracle.upright.height
            let first = Int((step.config.slit * Double(lineCount - 2)).rounded())
            for line in first..<first + 2 { lines[lines.count - 1].append((n, line, step.config.isMirrored)) }
        }
        await camera.close()
        try await running
        let result = try await pipeline.endScan()
        #expect(result.pictures.count == 3)
        #expect(result.metadata.changes.map(\.frame) == Self.steps.map(\.from))
        let frames = try await Frames(source, count: 26, oracle)
        for (index, axis) in [ScanConfig.Axis.columns, .rows, .columns].enumerated() {
            let bitmap = try await decoded(result.pictures[index])
            let across = axis == .columns ? oracle.upright.height : oracle.upright.width
            let size = PixelSize(width: lines[index].count, height: across)
            #expect(bitmap.size == (axis == .columns ? size : PixelSize(width: size.height, height: size.width)))
            expectPixels(of: bitmap) { x, y in
                let line = lines[index][axis == .columns ? x : y]
                return axis == .columns
                    ? frames.pixel(line.n, line.line, y, isMirrored: line.isMirrored)
                    : frames.pixel(line.n, x, line.line, isMirrored: line.isMirrored)
            }
        }
        // Four frames of the sweep: two lines of each, and the newest where the slit has not been.
        let sweep = try await decoded(try #require(swept))
        #expect(sweep.size == oracle.upright)
        expectPixels(of: sweep) { x, y in frames.pixel(x / 2 < 4 ? 14 + x / 2 : 17, x, y, isMirrored: false) }
    }

    /// A pipeline whose camera has ended: ten frames of a strip, then two of a sweep.
    private func sweptAfterStrip(takesStrip: Bool = false) async throws -> CapturePipeline {
        let source = SyntheticFrames(format: .small)
        let camera = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(
            camera, config: ScanConfig(), options: CaptureOptions(spoolFolder: folder.path, previewSide: nil))
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        for n in 0..<12 {
            if n == 10 {
                if takesStrip { _ = try await pipeline.pictureNow() }
                await pipeline.configure(ScanConfig(mode: .sweep))
            }
            _ = await camera.bring(.picture(try await source.frame(n)))
            _ = await snapshots.next { $0.frames == n + 1 }
        }
        await camera.close()
        try await running
        return pipeline
    }

    private static let strip = PixelSize(width: 10, height: 16)

    @Test func aStripIsLeftWhenOnlyThePictureOfTheModeAfterItWasTaken() async throws {
        let pipeline = try await sweptAfterStrip()
        #expect(try await pipeline.pictureNow().pictures.count == 2)
        #expect(try await pipeline.leftPicture()?.pictures.map(\.size) == [Self.strip])
    }

    @Test func thePictureOfAModeIsLeftWhenOnlyTheStripBeforeItWasTaken() async throws {
        let pipeline = try await sweptAfterStrip(takesStrip: true)
        #expect(try await pipeline.leftPicture()?.pictures.map(\.size) == [Self.strip, VideoFormat.small.size])
    }

    @Test func stripsThatAChangeOfModeEndedAreGivenBeforeAnotherPictureBegins() async throws {
        let pipeline = try await sweptAfterStrip()
        #expect(try await pipeline.beginNextScan()?.pictures.map(\.size) == [Self.strip])
        #expect(await pipeline.scan == nil)
        #expect(try await pipeline.beginNextScan()?.pictures.count == nil)
        #expect(await pipeline.scan != nil)
    }

    @Test func stripsThatAChangeOfModeEndedAreGivenWhenThePictureAfterThemIsDiscarded() async throws {
        let pipeline = try await sweptAfterStrip()
        #expect(await pipeline.forgetScan()?.pictures.map(\.size) == [Self.strip])
        #expect(try await pipeline.leftPicture()?.pictures.count == nil)
    }

    private func decoded(_ picture: ScanPicture) async throws -> Bitmap {
        let path = folder.path.appending("picture.png")
        try await picture.writePNG(to: path)
        return try ImageSource(path.readBytes()).decode()
    }

    private func expectPixels(of bitmap: Bitmap, are expected: (Int, Int) -> [UInt8]) {
        var wrong = 0
        for y in 0..<bitmap.size.height {
            for x in 0..<bitmap.size.width {
                let pixel = bitmap[x, y]
                if [pixel.red, pixel.green, pixel.blue] != expected(x, y) { wrong += 1 }
            }
        }
        #expect(wrong == 0, "of \(bitmap.size.area)")
    }

    /// Whole frames in RGB, by another way through the conversion.
    private struct Frames {
        private var stored: [Bitmap] = []
        private let oracle: ExpectedScan

        init(_ source: SyntheticFrames, count: Int, _ oracle: ExpectedScan) async throws {
            self.oracle = oracle
            for n in 0..<count {
                let frame = try await source.frame(n)
                stored.append(frame.bitmap(of: PixelRect(frame.size)))
            }
        }

        /// Of upright frame `n`; the mirror is an upright one.
        func pixel(_ n: Int, _ x: Int, _ y: Int, isMirrored: Bool) -> [UInt8] {
            let place = oracle.stored(isMirrored ? oracle.upright.width - 1 - x : x, y)
            let pixel = stored[n][place.x, place.y]
            return [pixel.red, pixel.green, pixel.blue]
        }
    }
}
