import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

/// Sound that nobody reads in time is left out, oldest first, and counted by its length.
@Suite struct DroppedSoundTests {
    private func chunk(_ number: Int) -> MovieSample {
        .sound(
            AudioChunk(format: AudioChunk.Format(sampleRate: 8_000, channels: 1), samples: [0, 0], time: Int64(number)))
    }

    @Test func whatFindsNoPlaceIsCounted() async throws {
        let queue = SampleQueue(.newestPicture(soundCapacity: 3))
        for number in 0..<4 { #expect(queue.send(chunk(number))) }
        #expect(queue.dropped == (0, 0))
        for number in 4..<9 { #expect(queue.send(chunk(number))) }
        // Two moments of an eighth of a millisecond each.
        #expect(queue.dropped == (0, 5 * 250_000))
        queue.finish()
        var times: [Int64] = []
        while case .sound(let chunk)? = try await queue.next() { times.append(chunk.time) }
        #expect(times == [5, 6, 7, 8])
    }

    @Test func soundThatComesLongBeforeTheFirstPictureIsCounted() throws {
        var sorter = SampleSorter(
            pool: FramePool(capacity: 1), stopSignal: StopSignal(), hasPicture: true, frameDuration: 0)
        let format = AudioChunk.Format(sampleRate: 8_000, channels: 1)
        for _ in 0..<512 { sorter.add([0, 0], format, stamp: nil) }
        #expect(sorter.lostSound == 0)
        for _ in 0..<4 { sorter.add([0, 0], format, stamp: nil) }
        #expect(sorter.lostSound == 4 * 250_000)
    }

    @Test func soundBeforeTheFirstPictureOfAMovieIsCounted() async throws {
        let folder = TemporaryFolder()
        let format = AudioChunk.Format(sampleRate: 48_000, channels: 1)
        let frame = try TestFrames.noise(VideoFormat(size: PixelSize(width: 32, height: 32)))
        let writer = try await MovieWriter.create(
            folder.path.appending("late.mp4"), first: frame.format, sound: format)
        for number in 0..<300 {
            try await writer.write(
                .sound(
                    AudioChunk(format: format, samples: Array(repeating: 0, count: 48), time: Int64(number) * 1_000_000)
                ))
        }
        try await writer.write(.picture(frame))
        #expect(try await writer.finish().droppedSound == 44 * 1_000_000)
    }
}
