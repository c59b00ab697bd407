import Files
import Imaging
import TestSupport
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
        "", ",", "=", "[", ";", "testsrc]", "testsrc=", "testsrc=size", "testsrc=size=0x0", "testsrc=size=9",
        "testsrc,",
        "testsrc=nothing=1", "nosuchfilter", "scale=w=10", "testsrc,testsrc2", "testsrc;testsrc2", "sine;sine",
        "sine,hflip", "testsrc@a", "testsrc=s=64x48,scale=w=1000000:h=1000000",
        "testsrc,hflip,hflip,hflip,hflip,hflip,hflip,hflip,hflip", "testsrc=rate=1e9", "testsrc=rate=1/0",
        "testsrc=duration=inf", "testsrc=duration=nan", "sine=frequency=0x10", "testsrc=size=64x48\0",
    ]) func whatIsNotOnTheListIsRefused(text: String) async {
        #expect(await refusal(.graph(text))?.code == .badGraph)
    }

    /// Each reads or writes the file with FFmpeg itself, and did so by way of a quote or an escape.
    @Test(arguments: [
        "testsrc2,curves=plot=FILE", "testsrc2,curves=p\\lot=FILE", "testsrc2,curves='p''lot'=FILE",
        "testsrc2,curves=r=0/0 1/1:p\\\\lot=FILE", "testsrc2,curves=all='0/0 1/1':plot=FILE",
        "testsrc2,curves=ps\\file=FILE", "life=filename=FILE", "cellauto=filename=FILE", "cellauto=f=FILE",
        "testsrc2=size=64x48:plot=FILE", "testsrc2=size='64x48:plot=FILE'", "color=c=FILE", "testsrc2,format=FILE",
        "testsrc2,metadata=mode=print:file=FILE", "testsrc2,null@a=FILE", "nullsrc,geq=st(0\\,FILE)",
        "sine;testsrc2,curves=plot=FILE", "testsrc2[a];[a]curves=plot=FILE", "sws_flags=FILE;testsrc2",
    ]) func noFileIsReadOrWritten(text: String) async throws {
        let folder = TemporaryFolder()
        let file = folder.path.appending("file")
        try AtomicFile.write(Array("as it was".utf8), to: file)
        #expect(await refusal(.graph(text.replacing("FILE", with: file.description)))?.code == .badGraph)
        #expect(try file.readBytes() == Array("as it was".utf8))
    }

    /// They ended never, or had no bound on their memory.
    @Test(arguments: [
        "testsrc2,select=0", "testsrc2,loop=loop=-1:size=32767", "testsrc2,trim=start_frame=1000000000",
        "testsrc2,split,hstack", "testsrc2,fps=1000000", "testsrc2,setpts=while(1\\,0)", "nullsrc,geq=lum=while(1\\,0)",
        "testsrc2,scale=w=while(1\\,0)", "testsrc2,tpad=stop=-1", "testsrc2,reverse", "mandelbrot=maxiter=2000000000",
        "testsrc2,boxblur=lp=2000000000", "sine,aloop=loop=-1:size=2000000000",
    ]) func whatCannotBeStoppedIsRefused(text: String) async {
        #expect(await refusal(.graph(text))?.code == .badGraph)
    }

    /// So a source can be stopped between any two frames.
    @Test(arguments: TestFilter.known.keys.sorted())
    func aFilterOfTheListGivesAFrameForEach(name: String) async throws {
        let needed = ["format": "=pix_fmts=yuv444p", "setsar": "=sar=2/1", "noise": "=alls=20:allf=t"]
        let step = name + (needed[name] ?? "")
        let text =
            switch TestFilter.known[name]?.kind {
            case .picture: "\(step),trim=end_frame=3"
            case .sound: "testsrc2=s=64x48:rate=25:d=0.12;\(step)"
            default: "testsrc2=s=64x48:rate=25,trim=end_frame=3,\(step)"
            }
        let movie = try await ReadMovie(.graph(text))
        #expect(movie.error == nil)
        #expect(movie.frames.count == 3)
        #expect((movie.info.sound == nil) == (TestFilter.known[name]?.kind != .sound))
    }

    /// An option that FFmpeg does not have would be refused by it.
    @Test(arguments: TestFilter.known.keys.sorted())
    func theNumbersOfTheListAreFFmpegs(name: String) async throws {
        let filter = try #require(TestFilter.known[name])
        for (option, value) in filter.options {
            let text: String
            switch value {
            case .number(let range):
                let number = min(max(range.lowerBound, 8), range.upperBound)
                text = number == number.rounded() ? "\(Int(number))" : "\(number)"
            case .size: text = "64x48"
            case .rate: text = "2/1"
            case .word: continue
            }
            // Of a width alone, FFmpeg makes both sides.
            let step = "\(name)=\(name == "scale" ? "w=8:h=8:" : "")\(option)=\(text)"
            let whole =
                filter.kind == .sound ? "testsrc2=d=1;\(step)" : filter.kind == .picture ? step : "testsrc2,\(step)"
            #expect(await refusal(.graph(whole)) == nil, "\(whole)")
        }
    }

    @Test func aRefusalNamesWhatThereIs() async {
        let source = await refusal(.graph("testsrc3"))?.description
        #expect(source?.contains("\"testsrc3\" is not an allowed source. Allowed are: ") == true)
        let filter = await refusal(.graph("testsrc2,loop"))?.description
        #expect(filter?.contains("\"loop\" is not an allowed filter. Allowed are: boxblur, crop, eq,") == true)
        let option = await refusal(.graph("testsrc2,hue=hh=1"))?.description
        #expect(option?.contains("hue takes b=, h=, s=, not \"hh=1\"") == true)
        let value = await refusal(.graph("testsrc2,scale=w=iw/2"))?.description
        #expect(value?.contains("w of scale is a number from 1 to 1000000, not \"iw/2\"") == true)
    }

    @Test func graphsHaveTheLimitsOfFiles() async {
        let error = await refusal(.graph("nullsrc=size=20000x20000"))
        #expect(error?.code == .limit)
        #expect(error?.description.contains("20000") == true)
        let between = await refusal(.graph("testsrc2=size=64x48,scale=w=20000:h=20000,crop=w=16:h=16"))
        #expect(between?.code == .limit)
        #expect(await refusal(.graph("sine"))?.code == .noVideo)
    }

    @Test func newestFrameDropsAndCounts() async throws {
        let thread = ReaderThread(
            .graph("testsrc2=size=64x48:rate=25:duration=4"), ReadingOptions(buffering: .newestFrame))
        let reader = try await MovieReader.open(thread)
        await thread.waitForEnd()
        #expect(reader.droppedPictures == 99)
        var numbers: [Int] = []
        for try await case .picture(let frame) in reader.samples { numbers.append(frame.number) }
        #expect(numbers == [99])
    }

    @Test func readersWhoHoldAllFramesHoldUpTheSource() async throws {
        let pool = FramePool(capacity: 3)
        let reader = try await MovieReader.open(.graph("testsrc2=size=64x48:rate=25"), ReadingOptions(pool: pool))
        var held: [VideoFrame] = []
        var samples = reader.makeIterator()
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
