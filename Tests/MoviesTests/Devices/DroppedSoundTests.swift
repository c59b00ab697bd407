import CFFmpeg
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

    /// A picture, as a decoder gives it.
    private func picture(at stamp: Int64?) throws -> PictureConverter.Picture {
        var frame = av_frame_alloc()
        frame?.pointee.width = 2
        frame?.pointee.height = 2
        frame?.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        try #require(av_frame_get_buffer(frame, 0) >= 0)
        let format = VideoFormat(size: PixelSize(width: 2, height: 2))
        guard let made = frame.take() else { throw MovieError(.outOfMemory, "no memory") }
        return PictureConverter.Picture(
            format: format, planes: FramePlanes(made, lease: nil), stamp: stamp, duration: nil)
    }

    private struct Weak {
        weak var planes: FramePlanes?
    }

    /// Those of one packet come together, and the first may find that the reader has gone.
    @Test func picturesThatFindNoPlaceGiveTheirMemoryBack() throws {
        try FFmpegLibrary.start()
        let stopSignal = StopSignal()
        stopSignal.stop()
        var sorter = SampleSorter(
            pool: FramePool(capacity: 1), stopSignal: stopSignal, hasPicture: true, frameDuration: 0)
        func add(_ count: Int) throws -> [Weak] {
            let pictures = try (0..<count).map { try picture(at: Int64($0)) }
            #expect(throws: MovieError.cancelled) {
                for picture in pictures { try sorter.add(picture) }
            }
            return pictures.map { Weak(planes: $0.planes) }
        }
        #expect(try add(3).allSatisfy { $0.planes == nil })
    }

    /// 100 pieces of a quarter of a millisecond each; 72 bytes each wait, and 720 may.
    private func sorter(firstPictureAt stamp: Int64?) throws -> (lost: Int64, sound: [Int64]) {
        try FFmpegLibrary.start()
        var sorter = SampleSorter(
            pool: FramePool(capacity: 1), stopSignal: StopSignal(), hasPicture: true, frameDuration: 0, earlyLimit: 720)
        let format = AudioChunk.Format(sampleRate: 8_000, channels: 1)
        for number in 0..<100 { sorter.add([0, 0], format, stamp: Int64(number) * 250_000) }
        try sorter.add(picture(at: stamp))
        var times: [Int64] = []
        while let sample = sorter.next() {
            if case .sound(let chunk) = sample { times.append(chunk.time) }
        }
        return (sorter.lostSound, times)
    }

    @Test func soundThatFindsNoPlaceBeforeTheFirstPictureIsCountedWhereItBelongsToPictures() throws {
        // The picture is as early as the first piece: all that found no place is lost.
        let (lost, sound) = try sorter(firstPictureAt: 0)
        #expect(lost == Int64(100 - sound.count) * 250_000)
        #expect((5...10).contains(sound.count) && sound.last == 99 * 250_000)
        // Without a time, nobody knows; with one in the middle, what came before it is no loss.
        #expect(try sorter(firstPictureAt: nil).lost == lost)
        #expect(try sorter(firstPictureAt: 50 * 250_000).lost == lost - 50 * 250_000)
        #expect(try sorter(firstPictureAt: 100 * 250_000).lost == 0)
    }

    /// The same movie with its sound between the pictures, and with all of it before them.
    @Test func allSoundThatLiesBeforeTheFirstPictureInAFileIsRead() async throws {
        let movies = OddMovies()
        let movie = try await movies.make(
            "a.flv", "-f lavfi -i testsrc2=s=64x48:r=5:d=30 -f lavfi -i sine=d=30 -c:v libx264 -c:a aac")
        let moved = movies.folder.path.appending("moved.flv")
        try AtomicFile.write(FlashTags.withSoundFirst(try movie.readBytes()), to: moved)
        let (usual, other) = (try await ReadMovie(.file(movie)), try await ReadMovie(.file(moved)))
        // More than the 512 pieces that once were kept.
        #expect(usual.sound.count > 1000)
        #expect(other.sound.map(\.time) == usual.sound.map(\.time))
        #expect(other.sound.map(\.samples) == usual.sound.map(\.samples))
        #expect(other.frames.count == 150)
        let reader = try await MovieReader.open(.file(moved))
        for try await _ in reader.samples {}
        #expect(reader.droppedSound == 0)
    }

    @Test func soundFromLongBeforeTheFirstPictureIsNoLoss() async throws {
        let movies = OddMovies()
        let movie = try await movies.make(
            "late.mkv", "-f lavfi -i sine=d=31 -itsoffset 30 -f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libx264")
        let reader = try await MovieReader.open(.file(movie))
        var (pictures, times): (Int, [Int64]) = (0, [])
        for try await sample in reader.samples {
            if case .sound(let chunk) = sample { times.append(chunk.time) } else { pictures += 1 }
        }
        #expect(pictures == 10 && reader.droppedSound == 0)
        #expect(times.contains { (0...50_000_000).contains($0) } && (times.last ?? 0) > 900_000_000)
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

/// The parts of an FLV file: a head of 13 bytes, then tags, each with its kind, its length and, behind it, its whole
/// length.
private enum FlashTags {
    private static let sound: UInt8 = 8

    /// Puts the tags of all sound before those of the pictures. What describes them stays at the beginning.
    static func withSoundFirst(_ bytes: [UInt8]) -> [UInt8] {
        var (start, early, late): ([UInt8], [UInt8], [UInt8]) = (Array(bytes[..<13]), [], [])
        var position = 13
        var seen: Set<UInt8> = []
        while position + 11 <= bytes.count {
            let kind = bytes[position]
            let length = bytes[position + 1...position + 3].reduce(0) { $0 << 8 | Int($1) }
            let tag = bytes[position..<position + 11 + length + 4]
            position = tag.endIndex
            if seen.insert(kind).inserted {
                start += tag
            } else if kind == sound {
                early += tag
            } else {
                late += tag
            }
        }
        return start + early + late
    }
}
