import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Movies

@Suite struct HostileFileTests {
    private let movies = OddMovies()
    private static let extensions = ["m3u8", "mp4", "mkv", "avi", "txt", "ffconcat", "ts"]

    /// Playlists that name another file of the disk, or an address, are not followed, whatever they are called.
    @Test(arguments: extensions) func playlistsAreRefused(suffix: String) async throws {
        let secret = try await movies.make("secret.ts", "-f lavfi -i testsrc2=s=64x64:r=5:d=1 -c:v mpeg2video")
        let playlists = [
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(secret)\n#EXT-X-ENDLIST\n",
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1.0,\nconcat:\(secret)|\(secret)\n#EXT-X-ENDLIST\n",
            "ffconcat version 1.0\nfile \(secret)\n",
            "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\"><Period><AdaptationSet>"
                + "<Representation><BaseURL>\(secret)</BaseURL></Representation></AdaptationSet></Period></MPD>",
            "v=0\nm=video 5004 RTP/AVP 96\nc=IN IP4 127.0.0.1\na=rtpmap:96 H264/90000\n",
        ]
        for (number, text) in playlists.enumerated() {
            let path = try movies.folder.write(text, to: FilePath("list\(number).\(suffix)"))
            let error = await refusal(.file(path))
            #expect(error?.code == .unknownFormat, "\(text)")
            #expect(error?.description.contains("list\(number).\(suffix)") == true)
        }
    }

    /// A QuickTime file may keep its samples in another file. FFmpeg follows that when it is told to: first it is shown
    /// that this file leads to the other.
    @Test func referencesToOtherFilesAreNotFollowed() async throws {
        let whole = try await movies.bytes("whole.mov", "-f lavfi -i testsrc2=s=64x64:r=5:d=1 -c:v mpeg4")
        let secret = try movies.folder.write(whole, to: "secret.mov")
        let path = try movies.folder.write(try QuickTimeAlias.file(whole, leadingTo: secret), to: "hostile.mov")
        let control = try await Subprocess(
            "ffprobe",
            [
                "-v", "error", "-enable_drefs", "1", "-use_absolute_path", "1", "-count_frames", "-show_entries",
                "stream=nb_read_frames", "-of", "csv=p=0", path,
            ]
        ).run()
        #expect(control.outputText == "5\n")
        #expect(await refusal(.file(path))?.code == .damaged)
    }

    /// A Matroska file whose header says that it lasts a second, with a picture 300,000 years after its beginning.
    @Test func aTimeBeyondAllNumbersEndsNothing() async {
        func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
            id + [0x10 | UInt8(body.count >> 24), UInt8(body.count >> 16 & 255), UInt8(body.count >> 8 & 255)]
                + [UInt8(body.count & 255)] + body
        }
        let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
        let duration: [UInt8] = [0x44, 0x7A, 0, 0]  // 1000 as a float
        let info = element(
            [0x15, 0x49, 0xA9, 0x66],
            element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]) + element([0x44, 0x89], duration))
        let video = element([0xE0], element([0xB0], [64]) + element([0xBA], [48]))
        let track = element(
            [0xAE],
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [1])
                + element([0x86], Array("V_MJPEG".utf8)) + video)
        let picture = [UInt8](repeating: 0, count: 64)
        let cluster = element(
            [0x1F, 0x43, 0xB6, 0x75],
            element([0xE7], [0x23, 0x86, 0xF2, 0x6F, 0xC1, 0, 0]) + element([0xA3], [0x81, 0, 0, 0x80] + picture))
        let file = head + element([0x18, 0x53, 0x80, 0x67], info + element([0x16, 0x54, 0xAE, 0x6B], track) + cluster)
        #expect(await refusal(.bytes(file))?.code == .damaged)
    }

    @Test func emptyMissingAndForeignFilesAreTold() async throws {
        let empty = try movies.folder.write("", to: "empty.mp4")
        #expect(await refusal(.file(empty))?.code == .empty)
        #expect(await refusal(.bytes([]))?.code == .empty)
        #expect(await refusal(.file(movies.folder.path.appending("missing.mp4")))?.code == .notReadable)
        #expect(await refusal(.file(movies.folder.path))?.code == .notReadable)
        let text = try movies.folder.write(String(repeating: "no movie\n", count: 900), to: "text.mp4")
        #expect(await refusal(.file(text))?.code == .unknownFormat)
        #expect(await refusal(.bytes([0]))?.code == .unknownFormat)
    }

    @Test func truncatedFilesGiveTheirFramesOrAnError() async throws {
        let whole = try await movies.bytes("whole.mkv", "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v libx264 -g 10")
        let half = try await ReadMovie(.bytes(Array(whole.prefix(whole.count / 2))))
        #expect((10..<50).contains(half.frames.count))
        // An MP4 has its table at the end.
        let mp4 = try await movies.bytes("whole.mp4", "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v libx264")
        let error = await refusal(.bytes(Array(mp4.prefix(mp4.count / 2))))
        #expect(error?.code == .damaged)
        #expect(error?.description.contains("cut short") == true)
    }

    @Test func claimsBeyondTheLimitsAreRefusedBeforeMemoryIsTaken() async throws {
        // 100,000 in a Matroska header: PixelWidth (B0), three bytes.
        let header = try await movies.bytes(
            "claim.mkv", "-f lavfi -i testsrc2=s=65600x16:r=5:d=0.2 -c:v rawvideo -pix_fmt gray")
        let error = await refusal(.bytes(header))
        #expect(error?.code == .limit)
        #expect(error?.description.contains("65600") == true)
        var claim = header
        let wide = Array([0xB0, 0x83, 0x01, 0x00, 0x40] as [UInt8])
        let start = try #require(claim.indices.first { claim[$0...].starts(with: wide) })
        claim.replaceSubrange(start + 2..<start + 5, with: [0x01, 0x86, 0xA0])
        #expect(await refusal(.bytes(claim))?.code == .limit)
        // And as high as two bytes can say.
        claim = try await movies.bytes(
            "high.mkv", "-f lavfi -i testsrc2=s=65600x256:r=5:d=0.2 -c:v rawvideo -pix_fmt gray")
        let high = try #require(claim.indices.first { claim[$0...].starts(with: [0xBA, 0x82, 0x01, 0x00]) })
        claim.replaceSubrange(high + 2..<high + 4, with: [0xFF, 0xFF])
        let wider = try #require(claim.indices.first { claim[$0...].starts(with: wide) })
        claim.replaceSubrange(wider + 2..<wider + 5, with: [0x01, 0x86, 0xA0])
        let both = await refusal(.bytes(claim))
        #expect(both?.code == .limit && both?.description.contains("100000") == true, "\(both?.description ?? "")")

        let long = try await movies.bytes("long.mkv", "-f lavfi -i color=s=16x16:r=1/600:d=7200 -c:v ffv1")
        #expect(await refusal(.bytes(long), ReadingOptions(limits: MovieLimits(seconds: 3600)))?.code == .limit)
        let path = try movies.folder.write(long, to: "long.mkv")
        #expect(await refusal(.file(path), ReadingOptions(limits: MovieLimits(bytes: 100)))?.code == .limit)
        #expect(await refusal(.bytes(long), ReadingOptions(limits: MovieLimits(pixels: 100)))?.code == .limit)
    }

    /// Packets that give nothing are read up to a limit, and so are those that are looked at before the first frame.
    @Test func patienceWithPacketsIsLimited() async throws {
        var hollow = try await movies.bytes("whole.mp4", "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v libx264")
        let start = try #require(hollow.indices.first { hollow[$0...].starts(with: Array("mdat".utf8)) }) + 4
        let end = try #require(hollow.indices.first { hollow[$0...].starts(with: Array("moov".utf8)) }) - 4
        hollow.replaceSubrange(start..<end, with: repeatElement(0xFF, count: end - start))
        let impatient = await refusal(.bytes(hollow), ReadingOptions(limits: MovieLimits(fruitlessPackets: 7)))
        #expect(impatient?.code == .damaged)
        #expect(impatient?.description.contains("8 packets in a row") == true, "\(impatient?.description ?? "")")

        let stream = try await movies.bytes("a.ts", "-f lavfi -i testsrc2=s=640x480:r=5:d=2 -c:v mpeg2video -q:v 1")
        #expect(await refusal(.bytes(stream)) == nil)
        #expect(await refusal(.bytes(stream), ReadingOptions(limits: MovieLimits(probedBytes: 100))) != nil)
    }

    @Test func manyTracksAreRefused() async throws {
        let path = try await movies.make(
            "many.mkv", "-f lavfi -i color=s=16x16:d=0.2 -map 0 -map 0 -map 0 -map 0 -map 0 -map 0 -c:v ffv1")
        #expect(await refusal(.file(path), ReadingOptions(limits: MovieLimits(tracks: 5)))?.code == .limit)
        #expect(await refusal(.file(path), ReadingOptions(limits: MovieLimits(tracks: 6))) == nil)
    }

    @Test func filesWithoutFramesAreTold() async throws {
        let path = try await movies.make("none.mp4", "-f lavfi -i testsrc2=s=64x64:d=1 -frames:v 0 -c:v libx264")
        let error = await refusal(.file(path))
        #expect([.noVideo, .damaged, .unknownFormat].contains(error?.code))
    }

    @Test func tracksWithoutAFrameAreTold() async throws {
        // The header of a movie, and nothing of its pictures.
        let whole = try await movies.bytes("whole.mkv", "-f lavfi -i testsrc2=s=64x64:r=5:d=1 -c:v ffv1")
        let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
        let end = try #require(whole.indices.first { whole[$0...].starts(with: cluster) })
        let error = await refusal(.bytes(Array(whole.prefix(end))))
        #expect(error?.code == .damaged)
    }

    @Test func framesWithoutPixelsAreTold() async throws {
        let y4m = "YUV4MPEG2 W0 H0 F25:1 Ip A1:1 C420jpeg\nFRAME\nFRAME\n"
        #expect(await refusal(.bytes(Array(y4m.utf8))) != nil)
        // Matroska's PixelWidth and PixelHeight (B0 and BA), set to 0.
        var claim = try await movies.bytes("claim.mkv", "-f lavfi -i testsrc2=s=64x48:r=5:d=1 -c:v libx264")
        let flat = try await movies.bytes("flat.mkv", "-f lavfi -i testsrc2=s=64x48:r=5:d=1 -c:v rawvideo")
        for bytes in [claim, flat] {
            claim = bytes
            for tag in [[0xB0, 0x81, 0x40], [0xBA, 0x81, 0x30]] as [[UInt8]] {
                let start = try #require(claim.indices.first { claim[$0...].starts(with: tag) })
                claim[start + 2] = 0
            }
            // H.264 says the size once more, and then its frames are right; raw pictures have none.
            if let movie = try? await ReadMovie(.bytes(claim)) {
                #expect(movie.frames.allSatisfy { $0.size == PixelSize(width: 64, height: 48) })
            }
        }
        #expect(await refusal(.bytes(claim)) != nil)
    }

    /// A pipe whose writer says nothing: opening it blocks until it is cancelled.
    @Test func cancellingEndsAReadThatBlocks() async throws {
        let path = movies.folder.path.appending("pipe")
        #expect(path.withCString { mkfifo($0, 0o600) } == 0)
        // Opened for both directions, it never ends and never has a byte.
        let writer = path.withCString { open($0, O_RDWR) }
        defer { close(writer) }
        let task = Task { await refusal(.file(path)) }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test func whatAFileThatIsCutShortDoesNotGiveIsTold() async throws {
        // An MP4 with its table in front, and a Matroska file: the one lists its frames, the other says how long it is.
        let mp4 = try await movies.bytes(
            "front.mp4", "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v libx264 -movflags +faststart")
        let whole = try await ReadMovie(.bytes(mp4))
        #expect(whole.frames.count == 50 && whole.loss == nil)
        let half = try await ReadMovie(.bytes(Array(mp4.prefix(mp4.count * 6 / 10))))
        #expect(half.error == nil && (5..<50).contains(half.frames.count))
        let loss = try #require(half.loss)
        #expect(loss.listedFrames == 50 && (1..<45).contains(loss.missingFrames ?? 0))
        #expect(loss.description.hasPrefix("the movie is incomplete: "))
        #expect(loss.description.contains("of its 50 frames are missing"))

        let mkv = try await movies.bytes("long.mkv", "-f lavfi -i testsrc2=s=96x64:r=5:d=20 -c:v libx264 -g 5")
        #expect(try await ReadMovie(.bytes(mkv)).loss == nil)
        let start = try await ReadMovie(.bytes(Array(mkv.prefix(mkv.count / 2))))
        #expect((5.0..<15).contains(start.loss?.missingSeconds ?? 0), "\(String(describing: start.loss))")
    }

    @Test(arguments: [("a.webm", "-c:v libvpx"), ("a.mkv", "-c:v libx264"), ("a.flv", "-c:v flv")])
    func whatAShortFileThatIsCutShortDoesNotGiveIsTold(name: String, codec: String) async throws {
        let bytes = try await movies.bytes(name, "-f lavfi -i testsrc2=s=96x64:r=25:d=2 \(codec)")
        #expect(try await ReadMovie(.bytes(bytes)).loss == nil)
        let cut = try await ReadMovie(.bytes(Array(bytes.prefix(bytes.count * 7 / 10))))
        let missing = 2 - Double(cut.frames.count) / 25
        #expect(missing < 1 && abs((cut.loss?.missingSeconds ?? 0) - missing) < 0.1, "\(String(describing: cut.loss))")
        #expect(cut.loss?.description.contains("its last ") == true)
    }

    /// FFmpeg shortens the duration of such a file, which is why its own sizes tell.
    @Test func whatAnAVIThatIsCutShortDoesNotGiveIsTold() async throws {
        let bytes = try await movies.bytes("a.avi", "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v mpeg4")
        for whole in [bytes, Array(bytes.dropLast(400))] {
            // The index has 16 bytes for each frame; all frames can be read without it.
            let movie = try await ReadMovie(.bytes(whole))
            #expect(movie.frames.count == 50 && movie.loss == nil, "\(String(describing: movie.loss))")
        }
        var cut = Array(bytes.prefix(bytes.count * 6 / 10))
        let movie = try await ReadMovie(.bytes(cut))
        #expect(movie.error == nil && (5..<50).contains(movie.frames.count))
        // Of the last one, a part is there.
        let missing = movie.loss?.missingFrames ?? 0
        #expect(movie.loss?.listedFrames == 50 && abs(missing - (50 - movie.frames.count)) <= 1, "\(missing)")

        // A program that was ended while it wrote has left no sizes and no number of frames.
        let list = try #require(cut.indices.first { cut[$0...].starts(with: Array("movi".utf8)) }) - 4
        let length = try #require(cut.indices.first { cut[$0...].starts(with: Array("strh".utf8)) }) + 40
        for start in [4, list, length] { cut.replaceSubrange(start..<start + 4, with: [0, 0, 0, 0]) }
        let live = try await ReadMovie(.bytes(cut))
        #expect(live.error == nil && live.frames.count > 4)
        #expect(live.loss?.missingFrames == nil && live.loss?.missingSeconds == nil)
    }

    /// FFmpeg shows what is there and reports success.
    @Test func whatAGIFThatIsCutShortDoesNotGiveIsTold() async throws {
        let bytes = try await movies.bytes("a.gif", "-f lavfi -i testsrc2=s=96x64:r=10:d=4 -c:v gif")
        let start = Array(bytes.prefix(bytes.count * 6 / 10))
        let path = try movies.folder.write(start, to: "cut.gif")
        for source in [MovieSource.bytes(start), .file(path)] {
            let cut = try await ReadMovie(source)
            #expect(cut.error == nil && (5..<40).contains(cut.frames.count))
            #expect(cut.loss?.reason != nil, "\(String(describing: cut.loss))")
        }
        for whole in [bytes, bytes + [0, 0x2C, 1], Array(bytes.dropLast())] {
            let movie = try await ReadMovie(.bytes(whole))
            #expect(movie.frames.count >= 40 && movie.loss?.reason == nil, "\(String(describing: movie.loss))")
        }
    }

    /// The last frames of some files have no duration, and some files do not begin at time 0.
    @Test(arguments: [
        ("slow.webm", "testsrc2=s=96x64:r=1:d=3", "-c:v libvpx"),
        ("late.webm", "testsrc2=s=96x64:r=25:d=2", "-c:v libvpx -output_ts_offset 0.6"),
        ("late.mkv", "testsrc2=s=96x64:r=25:d=2", "-f lavfi -i sine=d=2 -c:v libx264 -c:a aac -output_ts_offset 0.6"),
        ("one.flv", "testsrc2=s=96x64:r=5:d=1", "-c:v flv"), ("a.gif", "testsrc2=s=96x64:r=5:d=1", "-c:v gif"),
        ("b.avi", "testsrc2=s=96x64:r=25:d=1", "-c:v mpeg4 -bf 2"),
        ("a.wmv", "testsrc2=s=96x64:r=25:d=1", "-c:v wmv2"), ("a.ogv", "testsrc2=s=96x64:r=25:d=1", "-c:v libtheora"),
        ("a.ivf", "testsrc2=s=96x64:r=25:d=1", "-c:v libvpx"), ("a.nut", "testsrc2=s=96x64:r=25:d=1", "-c:v mpeg4"),
        ("a.mxf", "testsrc2=s=96x64:r=25:d=1", "-c:v mpeg2video"),
        ("a.ts", "testsrc2=s=96x64:r=25:d=1", "-c:v mpeg2video"),
    ])
    func ofAShortFileThatIsWholeNothingIsSaid(name: String, source: String, codec: String) async throws {
        let movie = try await ReadMovie(.file(movies.make(name, "-f lavfi -i \(source) \(codec)")))
        #expect(movie.error == nil && movie.loss == nil, "\(String(describing: movie.loss))")
    }

    @Test func damageInTheMiddleIsToldAndTheRestIsRead() async throws {
        var bytes = try await movies.bytes(
            "middle.mp4", "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v libx264 -g 10 -movflags +faststart")
        let middle = bytes.count / 2
        for index in middle..<middle + 300 { bytes[index] = UInt8(truncatingIfNeeded: index &* 7) }
        let movie = try await ReadMovie(.bytes(bytes))
        #expect(movie.error == nil && movie.frames.count > 30)
        #expect((movie.loss?.damagedFrames ?? 0) > 0, "\(String(describing: movie.loss))")
    }

    /// Of nine channels, nobody knows which is on the left.
    @Test func soundThatCannotBeConvertedIsLeftOutBesidePictures() async throws {
        let path = try await movies.make(
            "nine.mkv",
            "-f lavfi -i testsrc2=s=64x48:r=10:d=1 -f s16le -ar 8000 -ac 9 -t 1 -i /dev/zero -map 0 -map 1 -c:v mpeg4 -c:a copy"
        )
        let movie = try await ReadMovie(.file(path))
        #expect(movie.error == nil && movie.frames.count == 10 && movie.sound.isEmpty)
        #expect(movie.loss?.description == "the movie is incomplete: its sound cannot be read")
        #expect(await refusal(.file(path), ReadingOptions(wantsPicture: false))?.code == .unknownCodec)
    }

    @Test func aPictureIsCalledOne() async throws {
        let bytes = try ImageEncoder(.png()).encode(Bitmap(size: PixelSize(width: 32, height: 32)))
        let refused = await refusal(.bytes(bytes))
        #expect(refused?.code == .unknownFormat)
        #expect(refused?.description == "cannot read the movie: it is a picture, not a movie")
    }

    private static func boxes(_ brands: String) -> [UInt8] {
        [0, 0, 0, UInt8(8 + brands.utf8.count)] + Array("ftyp\(brands)".utf8) + [UInt8](repeating: 0, count: 64)
    }

    /// By the brands of HEIC, HEIF, AVIF and Canon's raw files, and the signatures of JPEG XL. Four bytes are a
    /// version.
    private static let stills: [[UInt8]] = [
        boxes("heic\0\0\0\0mif1heicmiaf"), boxes("mif1\0\0\0\0mif1heic"), boxes("heix\0\0\0\0mif1heix"),
        boxes("avif\0\0\0\0avifmif1miafMA1B"), boxes("crx \0\0\0\u{1}crx isom"),
        [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A], [0xFF, 0x0A, 0xFA, 0x1F, 0x41],
    ]

    @Test(arguments: stills)
    func aPictureOfBoxesIsCalledOne(bytes: [UInt8]) async {
        let refused = await refusal(.bytes(bytes))
        #expect(refused?.code == .unknownFormat)
        #expect(refused?.description == "cannot read the movie: it is a picture, not a movie")
    }

    @Test(arguments: ["photo.heic", "photo.avif", "lossy.webp", "strips.tiff"])
    func aPhotoIsNoMovie(name: String) async throws {
        let folder = FilePath(#filePath).parent.parent.parent.appending("ImagingTests/Fixtures")
        let path = folder.appending(FilePath("format/\(name)"))
        #expect(await refusal(.file(path))?.description.hasSuffix("it is a picture, not a movie") == true)
        // A sequence of pictures is a movie.
        #expect(await refusal(.file(folder.appending("animation/three.avif"))) == nil)
    }

    /// No program has opened it for writing.
    @Test func aPipeThatNeverGivesAnythingIsNamed() async throws {
        let path = movies.folder.path.appending("silent")
        #expect(path.withCString { mkfifo($0, 0o600) } == 0)
        let refused = await #expect(throws: MovieError.self) {
            try await MovieReader.open(.file(path), ReadingOptions(limits: MovieLimits(pipeSilence: 0.05)))
        }
        #expect(refused?.code == .notReadable)
        #expect(refused?.description.contains("silent: nothing came out of it for 1 s") == true)
    }
}
