import Movies
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// The sound of a part of a movie.
struct ClipSoundTests {
    private let fixture = ClipFixture()

    /// A movie whose fragments of a second have all of their pictures before their sound, as phones write it.
    @Test func soundBehindLaterPicturesIsTakenToTheEnd() async throws {
        let movie = fixture.path("fragments.mp4")
        try await fixture.ffmpeg(
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=3", "-f", "lavfi", "-i", "sine=r=48000:d=3", "-c:v",
            "libx264", "-bf", "0", "-c:a", "aac", "-movflags", "frag_keyframe", "-frag_duration", "1000000", movie)
        let reader = try await MovieReader.open(.file(movie), ReadingOptions(pool: FramePool(capacity: 4)))
        let sound = WaitingSound()
        let part = UprightFrames(
            reader: reader, size: PixelSize(width: 64, height: 48), times: 0..<1_500_000_000, sound: sound)
        var count = 0
        for try await _ in part { count += 1 }
        await reader.stop()
        #expect(count == 15)
        let heard = sound.take().reduce(0) { $0 + $1.samples.count / $1.format.channels }
        // AAC begins a packet earlier or later.
        #expect(abs(Double(heard) / 48_000 - 1.5) < 0.05, "\(heard)")
    }

    /// A song with one picture, or a screen that stands still.
    @Test func soundBehindTheLastPictureDoesNotWaitForAnother() async throws {
        let movie = fixture.path("song.mp4")
        try await fixture.ffmpeg(
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.6", "-f", "lavfi", "-i", "sine=r=48000:d=60", "-c:v",
            "libx264", "-c:a", "aac", movie)
        let reader = try await MovieReader.open(.file(movie), ReadingOptions(pool: FramePool(capacity: 4)))
        let sound = WaitingSound()
        var frames = UprightFrames(
            reader: reader, size: PixelSize(width: 64, height: 48), times: 0..<Int64.max, sound: sound
        ).makeAsyncIterator()
        var (count, heard, most) = (0, 0, 0)
        repeat {
            while try await frames.next() != nil { count += 1 }
            let waiting = sound.take().reduce(0) { $0 + $1.samples.count / $1.format.channels }
            (heard, most) = (heard + waiting, max(most, waiting))
        } while sound.isPaused
        await reader.stop()
        #expect(count == 6 && abs(Double(heard) / 48_000 - 60) < 0.05, "\(count), \(heard)")
        #expect(most < 7 * 48_000, "\(most)")
    }

    @Test func aMovieWhoseSoundGoesOnIsCutWithAllOfIt() async throws {
        let (song, made) = (fixture.path("song.mp4"), fixture.path("song.webm"))
        try await fixture.ffmpeg(
            "-i", fixture.clip(), "-f", "lavfi", "-i", "sine=d=12", "-map", "0:v", "-map", "1:a", "-c:v", "copy", song)
        let output = try await fixture.cut(song, "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        #expect(try await fixture.frames(made).count == 4)
        let seconds = try await fixture.probe(made, "format=duration")
        #expect(abs((Double(seconds.prefix(8)) ?? 0) - 12) < 0.1, "\(seconds)")
    }
}
