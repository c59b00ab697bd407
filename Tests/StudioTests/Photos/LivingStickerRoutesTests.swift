import Clips
import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// Of real clips, by the network.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LivingStickerRoutesTests {
    private static let api = "/api/v1/photos"
    private let folder = TemporaryFolder()

    /// A photo that sways, as a file of that kind.
    private func clip(_ name: FilePath, _ arguments: [FilePath] = []) async throws -> [UInt8] {
        let photo = FilePath(#filePath).parent.parent.parent.appending(
            "StickersTests/Fixtures/reference/astronaut.input.png")
        let sway: FilePath = "scale=240:240,pad=280:240:20:0,crop=240:240:'20+12*sin(9*t)':0,format=yuv420p"
        let made = try await Subprocess(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-loop", "1", "-r", "20", "-i", photo, "-t", "0.4", "-vf", sway] + arguments
                + [folder.path.appending(name)]
        ).run()
        try #require(made.succeeded, "\(made.errorText)")
        return try folder.path.appending(name).readBytes()
    }

    @Test func eachKindOfClipBecomesAStickerThatMoves() async throws {
        let executor = PhotoExecutor(threadCount: 2)
        let maker = StickerMaker(network: NetworkLoading(try SharedSegmenter.segmenter()), executor: executor)
        let bench = try await StudioBench(real: maker)
        let mp4 = try await clip("a.mp4")
        let clips = try await [
            mp4, clip("b.mov"), clip("c.m4v"), clip("d.webm", ["-c:v", "libvpx", "-b:v", "1M"]), clip("e.mkv"),
            clip("f.avi"), clip("g.gif"), clip("h.webp", ["-c:v", "libwebp_anim"]),
        ]
        try await Transport.memory.with(bench.routes(maker: maker).described) { ask in
            for (number, bytes) in clips.enumerated() {
                let added = try await ask("POST", "\(Self.api)?name=\(number)", [:], bytes)
                #expect(added.status == 201, "\(number): \(added.text)")
                #expect(added.text.contains(#""clip":{"#), "\(number): \(added.text)")
                let preview = try await ask("GET", "\(Self.api)/\(PhotoID(of: bytes))/preview?side=64", [:], [])
                try #require(preview.status == 200, "\(number): \(preview.text)")
                #expect(try ImageSource(preview.body).size == PixelSize(width: 64, height: 64), "\(number)")
            }
            for bytes in [mp4, clips[6], clips[7]] {
                let path = "\(Self.api)/\(PhotoID(of: bytes))/timeline"
                let timeline = try await ask("GET", path, [:], [])
                #expect(timeline.status == 200 && timeline.text.contains(#""width":240"#), "\(timeline.text)")
                let strip = try await ask("GET", "\(path).webp?count=4", [:], [])
                try #require(strip.status == 200, "\(strip.text)")
                #expect(try ImageSource(strip.body).size == PixelSize(width: 640, height: 160))
            }
            // A movie, and the two that are read in other ways.
            try await bench.model.remove(clips[1..<6].map { PhotoID(of: $0) })
            bench.model.startProcessing()
            await bench.model.processingEnded()
            #expect(bench.states.allSatisfy { $0 == "done" }, "\(bench.model.selection.map(\.state))")
            try await expectFiles(of: PhotoID(of: mp4), bench, ask)
            try await expectStyle(of: PhotoID(of: mp4), bench, ask)
            try await expectWords(of: PhotoID(of: mp4), bench, ask)
        }
    }

    @Test func whatAClipThatIsCutShortLacksIsTold() async throws {
        let executor = PhotoExecutor(threadCount: 2)
        let maker = StickerMaker(network: NetworkLoading(try SharedSegmenter.segmenter()), executor: executor)
        let bench = try await StudioBench(real: maker)
        let whole = try await clip("a.mp4", ["-g", "1", "-movflags", "+faststart"])
        let short = Array(whole.prefix(whole.count * 3 / 4))
        try await Transport.memory.with(bench.routes(maker: maker).described) { ask in
            #expect(try await ask("POST", "\(Self.api)?name=short.mp4", [:], short).status == 201)
            bench.model.startProcessing()
            await bench.model.processingEnded()
            let photo = try await ask("GET", "\(Self.api)/\(PhotoID(of: short))", [:], [])
            #expect(photo.text.contains(#""incomplete":"the movie is incomplete: "#), "\(photo.text)")
        }
    }

    private func expectFiles(of id: PhotoID, _ bench: StudioBench, _ ask: Transport.Ask) async throws {
        guard case .done(let facts) = bench.model.photo(id)?.state else { return }
        let moving = try #require(MovingPicture(try await ask("GET", "\(Self.api)/\(id)/sticker.webp", [:], []).body))
        #expect(moving.size == PixelSize(width: facts.width, height: facts.height) && moving.size.longestSide == 512)
        #expect(facts.living == .init(frames: moving.durations.count, milliseconds: moving.duration))
        #expect((200...900).contains(moving.duration), "\(moving.duration)")
        #expect(facts.photoWidth == 240 && facts.photoHeight == 240 && facts.box.width <= 240)
        // The still ones show the first picture.
        let still = try ImageSource(try await ask("GET", "\(Self.api)/\(id)/sticker.png?size=photo", [:], []).body)
            .decode()
        let first = try moving.frames()[0]
        let differences = zip(still.composited(over: .white).pixels, first.composited(over: .white).pixels)
            .map { abs(Int($0) - Int($1)) }
        #expect(still.size == first.size && differences.reduce(0, +) < 4 * differences.count)
        let small = try #require(MovingPicture(try await ask("GET", "\(Self.api)/\(id)/moving.webp", [:], []).body))
        #expect(small.size.longestSide == 256 && small.durations.count <= moving.durations.count)
        let thumbnail = try ImageSource(try await ask("GET", "\(Self.api)/\(id)/thumbnail.webp", [:], []).body)
        #expect(thumbnail.size == small.size)
        // Looks are drawn of its first picture.
        let style = "%7B%22background%22%3A%22%23ff0000%22%7D"
        let look = try await ask("GET", "\(Self.api)/\(id)/look.webp?style=\(style)&side=64", [:], [])
        try #require(look.status == 200, "\(look.text)")
        let picture = try ImageSource(look.body).decode()
        let reds = (0..<picture.size.area).count { picture.pixels[4 * $0] > 220 && picture.pixels[4 * $0 + 2] < 40 }
        #expect(picture.size.longestSide == 64 && reds > picture.size.area / 8 && reds < picture.size.area * 3 / 4)
        // One in another size is the one that there is.
        let other = try await ask("GET", "\(Self.api)/\(id)/sticker.webp?size=photo", [:], [])
        #expect(MovingPicture(other.body)?.durations == moving.durations)
        let state = try await ask("GET", "\(Self.api)/\(id)", [:], [])
        #expect(state.text.contains(#""living":{"#), "\(state.text)")
    }

    private func expectStyle(of id: PhotoID, _ bench: StudioBench, _ ask: Transport.Ask) async throws {
        let style = ##"{"borderWidth":0.1,"borderColor":"#00ff00","background":"#0000ff"}"##
        #expect(try await ask("PUT", "\(Self.api)/\(id)/style", [:], Array(style.utf8)).status == 200)
        await bench.ended(id)
        let moving = try #require(MovingPicture(try await ask("GET", "\(Self.api)/\(id)/sticker.webp", [:], []).body))
        for picture in try moving.frames() {
            let corner = picture[picture.width - 3, 3]
            #expect(corner.alpha == 255 && corner.blue > 200 && corner.red < 60, "\(corner)")
            #expect(picture.pixels.indices.contains { $0 % 4 == 1 && picture.pixels[$0] > 200 })
        }
    }

    /// After ``expectStyle(of:_:_:)``: on blue, with a green border.
    private func expectWords(of id: PhotoID, _ bench: StudioBench, _ ask: Transport.Ask) async throws {
        func get(_ name: String) async throws -> Transport.Answer {
            try await ask("GET", "\(Self.api)/\(id)/\(name)", [:], [])
        }
        #expect(try await get("words.webp").status == 404)
        let before = bench.model.details[id]?.sticker?.colors
        let style = ##"{"text":{"words":"Mars","color":"#ff00ff"}}"##
        #expect(try await ask("PUT", "\(Self.api)/\(id)/style", [:], Array(style.utf8)).status == 200)
        await bench.ended(id)
        func pinkCount(_ picture: Bitmap) -> Int {
            (0..<picture.size.area).count {
                let pixel = picture[$0 % picture.width, $0 / picture.width]
                return pixel.alpha > 250 && pixel.red > 180 && pixel.green < 90 && pixel.blue > 180
            }
        }
        let moving = try #require(MovingPicture(try await get("sticker.webp").body))
        let counts = try moving.frames().map(pinkCount)
        #expect((counts.min() ?? 0) > 400 && (counts.max() ?? 0) * 20 < (counts.min() ?? 0) * 21, "\(counts)")
        let (alone, below) = (
            try ImageSource(try await get("words.webp").body).decode(),
            try ImageSource(try await get("wordless.webp").body).decode()
        )
        #expect(alone.size == moving.size && below.size == moving.size)
        #expect(pinkCount(alone) > 400 && pinkCount(below) == 0 && alone[2, 2].alpha == 0 && below[2, 2].blue > 200)
        let place = try #require(bench.model.details[id]?.sticker?.text)
        #expect(place.point[0] == 0.5 && place.middle[1] > 0.7, "\(place)")
        // Words are no colour of the photo.
        let colors = bench.model.details[id]?.sticker?.colors
        #expect(colors == before && colors?.isEmpty == false)
        #expect(
            try await ask("PUT", "\(Self.api)/\(id)/style", [:], Array(#"{"text":null}"#.utf8)).status == 200)
        await bench.ended(id)
        for name in ["words.webp", "wordless.webp"] {
            let answer = try await get(name)
            #expect(answer.status == 404 && answer.text.contains("has no words"), "\(answer.text)")
        }
        guard case .done = bench.model.photo(id)?.state else {
            Issue.record("asking for words took the sticker away")
            return
        }
        let plain = try #require(MovingPicture(try await get("sticker.webp").body))
        #expect(try plain.frames().allSatisfy { pinkCount($0) == 0 })
    }

    @Test func aFrameIsShownCutAndMarked() async throws {
        let maker = StickerMaker(
            network: NetworkLoading(try SharedSegmenter.segmenter()), executor: PhotoExecutor(threadCount: 2))
        let bench = try await StudioBench(real: maker)
        let id = PhotoID(of: try await clip("a.mp4"))
        try await Transport.memory.with(bench.routes(maker: maker).described) { ask in
            func get(_ name: String) async throws -> Transport.Answer {
                try await ask("GET", "\(Self.api)/\(id)/\(name)", [:], [])
            }
            _ = try await ask("POST", Self.api, [:], try folder.path.appending("a.mp4").readBytes())
            await bench.model.processAllPhotos()
            // She sways: at 200 ms she is farther to the left than at first.
            var frames: [Bitmap] = []
            for time in [0, 200] {
                frames.append(try ImageSource(try await get("frame.webp?time=\(time)").body).decode())
            }
            #expect(frames[0].size == PixelSize(width: 240, height: 240) && frames[0] != frames[1])
            func cutout(_ time: Int) async throws -> Bitmap {
                let answer = try await get("cutout.webp?time=\(time)")
                try #require(answer.status == 200, "\(answer.text)")
                return try ImageSource(answer.body).decode()
            }
            let whole = try await cutout(200)
            #expect(whole.size == frames[0].size && whole[120, 180].alpha > 250 && whole[5, 5].alpha == 0)
            let subjects = try await get("subjects?time=200")
            #expect(subjects.text.contains(#""number":1"#) && !subjects.text.contains("chosen"), "\(subjects.text)")
            // A stroke on one frame is seen on another one.
            let stroke = #"{"mode":"remove","radius":0.06,"points":[[0.5,0.75]],"time":200}"#
            let preview = try await ask(
                "POST", "\(Self.api)/\(id)/strokes/preview", [:],
                Array(stroke.replacing(#""radius""#, with: #""tool":"smart","radius""#).utf8))
            #expect(preview.status == 200 && preview.text.contains(#""path":"M"#), "\(preview.text)")
            #expect(try await ask("POST", "\(Self.api)/\(id)/strokes", [:], Array(stroke.utf8)).status == 200)
            await bench.ended(id)
            #expect(bench.states == ["done"])
            #expect(try await cutout(200)[120, 180].alpha < 30)
            let first = try await cutout(0)
            #expect((100..<140).contains { first[$0, 180].alpha < 30 })
            let tap = #"{"point":[0.5,0.3],"time":0}"#
            #expect(try await ask("POST", "\(Self.api)/\(id)/subjects", [:], Array(tap.utf8)).status == 200)
            await bench.ended(id)
            let chosen = try await get("subjects?time=200")
            #expect(chosen.text.contains(#""chosen":[1]"#), "\(chosen.text)")
        }
    }

    @Test func whatCannotBecomeOneSaysWhy() async throws {
        let maker = StickerMaker(
            network: NetworkLoading(try SharedSegmenter.segmenter()), executor: PhotoExecutor(threadCount: 2))
        let bench = try await StudioBench(real: maker)
        let whole = try await clip("a.mp4")
        let empty = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=gray:s=160x120:r=10:d=0.3",
                folder.path.appending("grey.mkv"),
            ]
        ).run()
        try #require(empty.succeeded, "\(empty.errorText)")
        let sound = try await Subprocess(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", folder.path.appending("sound.mp4")]
        ).run()
        try #require(sound.succeeded, "\(sound.errorText)")
        try await Transport.memory.with(bench.routes(maker: maker).described) { ask in
            let cut = try await ask("POST", Self.api, [:], Array(whole.prefix(200)))
            #expect(cut.status == 415, "\(cut.text)")
            let heard = try await ask("POST", Self.api, [:], try folder.path.appending("sound.mp4").readBytes())
            #expect(heard.status == 415 && heard.text.contains("there is only sound in it"), "\(heard.text)")
            #expect(bench.model.selection.isEmpty)
            let grey = try folder.path.appending("grey.mkv").readBytes()
            #expect(try await ask("POST", Self.api, [:], grey).status == 201)
            await bench.model.processAllPhotos()
            guard case .invalid(let failure) = bench.model.selection[0].state else {
                Issue.record("\(bench.states)")
                return
            }
            #expect(failure.code == "noSubject")
            #expect(failure.message == "no subject was found in any of its 3 frames")
        }
    }
}
