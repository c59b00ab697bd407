import Imaging
import Testing

@testable import Movies

@Suite struct GraphTests {
    @Test func testSourcesGivePictureAndSoundTogether() async throws {
        let movie = try await ReadMovie(
            .graph("testsrc2=size=64x48:rate=20:duration=2;sine=frequency=440:sample_rate=8000"))
        #expect(movie.frames.count == 40)
        #expect(movie.times == (0..<40).map { $0 * 50_000_000 })
        #expect(movie.info.sound == AudioChunk.Format(sampleRate: 8_000, channels: 1))
        // A tone without an end stops with the picture.
        #expect(abs(movie.soundFrames - 16_000) <= 2_048)
    }

    @Test(arguments: [
        "movie=/etc/passwd", "movie=/etc/passwd [a]; [a] scale=10:10", "testsrc,subtitles=/etc/passwd",
        "testsrc, mo\\vie=x", "'movie'=x", "amovie=x", "testsrc;[0]movie=x[b]", "testsrc,lut3d=file=/etc/passwd",
        "sendcmd=f=/etc/passwd,testsrc", "testsrc,curves=psfile=/etc/passwd", "drawtext=textfile=/etc/passwd",
        "", ",", "=", "[", "testsrc]", "testsrc=size=0x0", "testsrc=nothing=1", "nosuchfilter", "scale=10:10",
    ]) func graphsThatAreWrongOrReadFilesAreRefused(text: String) async {
        #expect(await refusal(.graph(text))?.code == .badGraph)
    }

    @Test func graphsHaveTheLimitsOfFiles() async {
        let error = await refusal(.graph("nullsrc=size=20000x20000"))
        #expect(error?.code == .limit)
        #expect(error?.description.contains("20000") == true)
        #expect(await refusal(.graph("sine"))?.code == .noVideo)
    }

    @Test func newestFrameDropsAndCounts() async throws {
        let reader = try await MovieReader.open(
            .graph("testsrc2=size=64x48:rate=25:duration=4"), ReadingOptions(buffering: .newestFrame))
        while reader.droppedPictures < 50 { await Task.yield() }
        var last = -1
        var read = 0
        for try await case .picture(let frame) in reader.samples {
            #expect(frame.number > last)
            last = frame.number
            read += 1
        }
        #expect(last == 99)
        #expect(read + reader.droppedPictures == 100)
    }

    @Test func readersWhoHoldAllFramesHoldUpTheSource() async throws {
        let pool = FramePool(capacity: 3)
        let reader = try await MovieReader.open(.graph("testsrc2=size=64x48:rate=25"), ReadingOptions(pool: pool))
        var held: [VideoFrame] = []
        var samples = reader.samples.makeAsyncIterator()
        while held.count < 3, case .picture(let frame)? = try await samples.next() { held.append(frame) }
        #expect(pool.framesInUse == 3)
        #expect(held.map(\.number) == [0, 1, 2])
        held = []
        guard case .picture(let next)? = try await samples.next() else { return #expect(Bool(false)) }
        #expect(next.number == 3)
        await reader.stop()
        #expect(reader.droppedPictures == 0)
    }

    @Test func stoppingEndsASourceWithoutAnEnd() async throws {
        let reader = try await MovieReader.open(
            .graph("testsrc2=size=64x48:rate=1/1000"), ReadingOptions(pace: .realTime))
        await reader.stop()
        for try await _ in reader.samples { #expect(Bool(false), "nothing comes after the stop") }
    }

    @Test func cancellingTheReaderEndsTheSequence() async throws {
        let reader = try await MovieReader.open(
            .graph("testsrc2=size=64x48:rate=1/1000"), ReadingOptions(pace: .realTime))
        let task = Task {
            var count = 0
            for try await _ in reader.samples { count += 1 }
            return count
        }
        task.cancel()
        #expect(try await task.value <= 1)
        await reader.stop()
    }
}
