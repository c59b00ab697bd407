import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

@Suite struct SyncTests {
    private let folder = TemporaryFolder()

    /// Ten minutes with a flash and a click every ten seconds: they come back within 40 ms of each other. The sound
    /// comes in pieces that do not divide a second, from a clock that runs 200 parts in a million too fast, as
    /// microphones' do.
    @Test(arguments: MovieSettings.Container.recordings)
    func flashAndClickStayTogetherForTenMinutes(container: MovieSettings.Container) async throws {
        let path = folder.path.appending("sync.\(container.rawValue)")
        let format = VideoFormat(size: PixelSize(width: 32, height: 32), chroma: .yuv420)
        let sound = AudioChunk.Format(sampleRate: 16_000, channels: 1)
        let writer = try await MovieWriter.create(
            path, MovieSettings(container: container), first: format, sound: sound, frameRate: 5)
        let dark = try TestFrames.fill(format) { plane, _, _ in plane == 0 ? 16 : 128 }
        let bright = try TestFrames.fill(format) { plane, _, _ in plane == 0 ? 235 : 128 }
        let tenMinutes: Int64 = 600_000_000_000
        var soundTime: Int64 = 0
        var soundPosition = 0
        for number in 0..<3_000 {
            let time = Int64(number) * 200_000_000
            let picture = number % 50 == 25 ? bright : dark
            try await writer.write(.picture(picture.with(number: number, time: time)))
            while soundTime <= time, soundTime < tenMinutes {
                let count = 1_237
                let samples = Self.clicks(from: soundPosition, count: count)
                try await writer.write(.sound(AudioChunk(format: sound, samples: samples, time: soundTime)))
                soundPosition += count
                soundTime = Int64(Double(soundPosition) / 16_000 / 1.000_2 * 1e9)
            }
        }
        _ = try await writer.finish()

        let movie = try await ReadMovie(.file(path), ReadingOptions(pool: FramePool(capacity: 4_000)))
        #expect(movie.frames.count == 3_000)
        let flashes = movie.frames.filter { $0.sample(0, 16, 16) > 130 }.map(\.time)
        var clicks: [Int64] = []
        for chunk in movie.sound {
            for index in stride(from: 0, to: chunk.samples.count, by: 16) where abs(chunk.samples[index]) > 0.3 {
                let moment = index / chunk.format.channels
                let time = chunk.time + Int64(moment) * 1_000_000_000 / Int64(chunk.format.sampleRate)
                if clicks.last.map({ time - $0 > 1_000_000_000 }) ?? true { clicks.append(time) }
            }
        }
        #expect(flashes.count == 60)
        #expect(clicks.count == 60)
        for (flash, click) in zip(flashes, clicks) { #expect(abs(flash - click) <= 40_000_000) }
    }

    /// Twenty milliseconds of noise every ten seconds from the fifth on, as a clock has them that is too fast.
    private static func clicks(from start: Int, count: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        func phase(_ index: Int) -> Double {
            (Double(start + index) / 16_000 / 1.000_2 + 5).truncatingRemainder(dividingBy: 10)
        }
        guard phase(count) < 0.2 else { return samples }
        for index in 0..<count where phase(index) < 0.02 { samples[index] = index % 4 < 2 ? 0.9 : -0.9 }
        return samples
    }
}
