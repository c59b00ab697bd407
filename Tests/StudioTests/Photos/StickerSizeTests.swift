import Execution
import Files
import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// Stickers in other sizes than the library has them in, rendered of real files by the real network.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct StickerSizeTests {
    private static let executor = PhotoExecutor(threadCount: 1)

    private static func maker() throws -> StickerMaker {
        StickerMaker(network: NetworkLoading(try SharedSegmenter.segmenter()), executor: executor)
    }

    /// A ball of 1140 pixels, one of 380 and one of 190, each with its border.
    private static let large = Task { try await Ball(enlargedBy: 6, maker()) }
    private static let medium = Task { try await Ball(enlargedBy: 2, maker()) }
    private static let small = Task { try await Ball(enlargedBy: 1, maker()) }

    private func bench(_ photos: [(name: String, ball: Task<Ball, any Error>)]) async throws -> StudioBench {
        var balls: [Ball] = []
        for photo in photos { balls.append(try await photo.ball.value) }
        let bench = try await StudioBench(real: ReadyMaker(balls: balls, maker: Self.maker()))
        for (photo, ball) in zip(photos, balls) { _ = try await bench.model.add(ball.photo, named: photo.name) }
        bench.model.startProcessing()
        await bench.model.processingEnded()
        try #require(bench.states.allSatisfy { $0 == "done" })
        return bench
    }

    private func routes(_ bench: StudioBench, _ limits: StudioRoutes.Limits = .init()) throws -> DescribedService {
        let images = StudioImages(scratch: try RunFolder(), executor: Self.executor)
        return try bench.routes(limits: limits, images: images, maker: Self.maker()).described
    }

    private func with(
        _ photos: [(name: String, ball: Task<Ball, any Error>)], over transport: Transport = .memory,
        _ body: (StudioBench, @escaping Transport.Ask) async throws -> Void
    ) async throws {
        let bench = try await bench(photos)
        try await transport.with(routes(bench)) { ask in try await body(bench, ask) }
    }

    private func picture(_ id: PhotoID, _ query: String, _ ask: Transport.Ask) async throws -> Bitmap {
        let answer = try await ask("GET", "/api/v1/photos/\(id)/sticker.\(query)", [:], [])
        try #require(answer.status == 200, "\(answer.text)")
        return try ImageSource(answer.body).decode()
    }

    @Test(arguments: OutputFormat.allCases)
    func aStickerHasThePixelsThatAreAskedFor(_ format: OutputFormat) async throws {
        try await with([("large.png", Self.large)]) { bench, ask in
            let id = bench.model.selection[0].id
            let name = format.pathExtension
            let kept = try await ask("GET", "/api/v1/photos/\(id)/sticker.\(name)", [:], [])
            #expect(try ImageSource(kept.body).size.longestSide == 1024)
            let same = try await ask("GET", "/api/v1/photos/\(id)/sticker.\(name)?size=1024", [:], [])
            #expect(same.body == kept.body, "the library has it")
            let small = try await picture(id, "\(name)?size=512", ask)
            #expect(small.size.longestSide == 512)
            let whole = try await picture(id, "\(name)?size=photo", ask)
            // The ball, a border of a fiftieth and a margin of a hundredth on each side.
            #expect((1170...1260).contains(whole.size.longestSide), "\(whole.size)")
            // They are the same sticker.
            let reference = try ImageSource(kept.body).decode().resized(to: small.size)
            for one in [small, whole.resized(to: small.size)] {
                let difference = zip(one.pixels, reference.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                #expect(Double(difference) / Double(one.pixels.count) < 8)
            }
        }
    }

    @Test func theLibraryHasNoWebPOfAStickerAndItIsEncodedForWhomAsks() async throws {
        try await with([("small.png", Self.small)]) { bench, ask in
            let photo = bench.model.selection[0]
            #expect(try await bench.library.blob(MadeSticker.name(in: .webp), of: photo.id) == nil)
            let path = "/api/v1/photos/\(photo.id)/sticker"
            let webp = try await ask("GET", "\(path).webp?r=\(photo.revision)", [:], [])
            #expect(webp.fields["Content-Type"] == "image/webp")
            #expect(webp.fields["Cache-Control"]?.contains("immutable") == true)
            let (seen, kept) = (try ImageSource(webp.body), try await picture(photo.id, "png", ask))
            #expect(seen.format == .webp)
            let decoded = try seen.decode()
            #expect(decoded.size == kept.size)
            #expect(stride(from: 3, to: kept.pixels.count, by: 4).allSatisfy { decoded.pixels[$0] == kept.pixels[$0] })
            let zip = try await ask("GET", "/api/v1/stickers.zip?format=webp", [:], [])
            #expect(try ZipReader.files(of: zip.body, path: "stickers.zip") == ["small.webp": webp.body])
            #expect(bench.model.selection[0].state == photo.state, "it is not made again")
        }
    }

    @Test func aStickerThatIsDamagedOnDiskIsNamedAndMadeAgain() async throws {
        try await with([("small.png", Self.small)]) { bench, ask in
            let id = bench.model.selection[0].id
            let file = try #require(
                try await bench.library.openBlob(MadeSticker.name(in: .png), of: id) { (path, _) in path })
            try AtomicFile.write([UInt8](repeating: 1, count: try file.status().size), to: file)
            let answer = try await ask("GET", "/api/v1/photos/\(id)/sticker.webp", [:], [])
            #expect(answer.status == 409 && answer.text.contains("small.png") && answer.text.contains("is made again"))
            await bench.model.loadPhoto(id)
            #expect(try await ask("GET", "/api/v1/photos/\(id)/sticker.webp", [:], []).status == 200)
        }
    }

    @Test func nothingIsEnlarged() async throws {
        try await with([("small.png", Self.small)]) { bench, ask in
            let id = bench.model.selection[0].id
            guard case .done(let facts) = bench.model.selection[0].state else {
                Issue.record("it has no sticker")
                return
            }
            #expect(facts.width == 1024 && facts.pixelsForOneOfPhoto > 4)
            let pictures = [
                try await picture(id, "png?size=512", ask), try await picture(id, "png?size=1024", ask),
                try await picture(id, "png?size=photo", ask),
            ]
            #expect((195...210).contains(pictures[0].size.longestSide), "\(pictures[0].size)")
            #expect(pictures.allSatisfy { $0 == pictures[0] })
        }
    }

    @Test func itIsRenderedInItsStyle() async throws {
        try await with([("small.png", Self.small)]) { bench, ask in
            let id = bench.model.selection[0].id
            let plain = try await picture(id, "png?size=512", ask)
            let style = ##"{"borderWidth":0.1,"borderColor":"#00ff00"}"##
            let answer = try await ask("PUT", "/api/v1/photos/\(id)/style", [:], Array(style.utf8))
            try #require(answer.status == 200, "\(answer.text)")
            await bench.ended(id)
            let bordered = try await picture(id, "png?size=512", ask)
            // The border of a tenth on each side in place of a fiftieth.
            #expect(bordered.width - plain.width > 20)
            let middle = bordered[bordered.width / 2, bordered.height / 40 + 2]
            #expect(middle == SRGBColor(red: 0, green: 255, blue: 0))
        }
    }

    @Test func aStickerInAnotherSizeIsKeptByItsRevision() async throws {
        try await with([("small.png", Self.small)]) { bench, ask in
            let photo = bench.model.selection[0]
            let path = "/api/v1/photos/\(photo.id)/sticker.webp?size=photo"
            let fixed = try await ask("GET", "\(path)&r=\(photo.revision)", [:], [])
            #expect(fixed.fields["Cache-Control"]?.contains("immutable") == true)
            let tag = try #require(fixed.fields["ETag"])
            let other = try await ask("GET", "\(path)&r=\(photo.revision + 1)", [:], [])
            #expect(other.fields["Cache-Control"] == "no-cache")
            #expect(try await ask("GET", "/api/v1/photos/\(photo.id)/sticker.webp", [:], []).fields["ETag"] != tag)
        }
    }

    @Test(arguments: [
        ("sticker.png?size=2048", "512, 1024 or photo"), ("sticker.png?size=", "512, 1024 or photo"),
        ("sticker.webp?size=512&size=512", "more than once"), ("thumbnail.webp?size=512", "size"),
    ])
    func anotherSizeIsRefused(_ path: String, _ word: String) async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        try await Transport.memory.with(bench.routes().described) { ask in
            let answer = try await ask("GET", "/api/v1/photos/\(id)/\(path)", [:], [])
            #expect(answer.status == 400 && answer.text.contains(word), "\(answer.text)")
        }
    }

    @Test(arguments: ["stickers.zip?size=2048", "stickers.zip?size=512&ids=1"])
    func aZIPInAnotherSizeIsRefused(_ path: String) async throws {
        let bench = try await StudioBench(holds: false)
        try await Transport.memory.with(bench.routes().described) { ask in
            #expect(try await ask("GET", "/api/v1/\(path)", [:], []).status == 400)
            let form: HTTPFields = ["Content-Type": "application/x-www-form-urlencoded"]
            let answer = try await ask("POST", "/api/v1/stickers.zip", form, Array("size=2048".utf8))
            #expect(answer.status == 400)
        }
    }

    // MARK: ZIPs

    @Test(arguments: Transport.allCases)
    func aZIPHasTheSameStickers(_ transport: Transport) async throws {
        let photos = [("b.png", Self.small), ("a.png", Self.medium)]
        try await with(photos, over: transport) { bench, ask in
            let answer = try await ask("GET", "/api/v1/stickers.zip?size=512", [:], [])
            #expect(answer.status == 200 && answer.fields["Content-Type"] == "application/zip")
            let files = try ZipReader.files(of: answer.body, path: "stickers.zip")
            #expect(files.keys.sorted() == ["a.png", "b.png"])
            for photo in bench.model.selection {
                let single = try await ask("GET", "/api/v1/photos/\(photo.id)/sticker.png?size=512", [:], [])
                #expect(files[photo.name] == single.body)
            }
            let ids = "ids=\(bench.model.selection[0].id)&format=webp&size=photo"
            let form: HTTPFields = ["Content-Type": "application/x-www-form-urlencoded"]
            let one = try await ask("POST", "/api/v1/stickers.zip", form, Array(ids.utf8))
            #expect(try ZipReader.files(of: one.body, path: "stickers.zip").keys.sorted() == ["b.webp"])
        }
    }

    @Test func whatCannotBeRenderedIsLeftOutAndNamed() async throws {
        let bench = try await bench([("a.png", Self.small), ("b.png", Self.medium)])
        // What the network found of the first is damaged.
        let broken = bench.model.selection[0]
        try await damage(broken, in: bench)
        try await Transport.memory.with(routes(bench)) { ask in
            let answer = try await ask("GET", "/api/v1/stickers.zip?size=512", [:], [])
            let files = try ZipReader.files(of: answer.body, path: "stickers.zip")
            #expect(files.keys.sorted() == ["b.png", "missing.txt"])
            let missing = String(decoding: files["missing.txt"] ?? [], as: UTF8.self)
            #expect(missing.hasPrefix("a.png: ") && missing.hasSuffix("\n") && missing.count > 20, "\(missing)")
            let single = try await ask("GET", "/api/v1/photos/\(broken.id)/sticker.png?size=512", [:], [])
            #expect(single.status == 422)
        }
    }

    private func damage(_ photo: SelectedPhoto, in bench: StudioBench) async throws {
        _ = try await bench.library.setResult(
            of: photo.id, revision: photo.revision + 1, blobs: [MadeSticker.subjectName: [1, 2, 3]], state: nil,
            details: nil)
    }

    private func archive(_ routes: DescribedService) async throws -> HTTPResponse {
        await routes.answer(
            try HTTPRequest(.get, "/api/v1/stickers.zip?size=512", fields: ["Host": "localhost"], body: []))
    }

    @Test func theFirstStickerIsSentBeforeTheLastIsRendered() async throws {
        let bench = try await bench([("a.png", Self.small), ("b.png", Self.medium)])
        guard case .stream(let stream) = try await archive(routes(bench)).body else {
            Issue.record("the ZIP comes in pieces")
            return
        }
        let sent = Mutex<[UInt8]>([])
        let last = bench.model.selection[1]
        // The client takes its time over the first piece: until then nothing but the first sticker was made.
        let isWhole = await stream.run { piece in
            let isFirst = sent.withLock { sent in
                defer { sent += piece }
                return sent.isEmpty
            }
            if isFirst { try? await damage(last, in: bench) }
            return true
        }
        #expect(isWhole)
        let files = try ZipReader.files(of: sent.withLock { $0 }, path: "stickers.zip")
        #expect(files.keys.sorted() == ["a.png", "missing.txt"])
    }

    @Test func aClientThatLeavesEndsTheWork() async throws {
        let bench = try await bench([("a.png", Self.small), ("b.png", Self.medium)])
        guard case .stream(let stream) = try await archive(routes(bench)).body else {
            Issue.record("the ZIP comes in pieces")
            return
        }
        let pieces = Mutex(0)
        let isWhole = await stream.run { _ in
            pieces.withLock { $0 += 1 }
            return false
        }
        #expect(!isWhole && pieces.withLock { $0 } == 1)
    }

    @Test func onlySoManyAreMadeAtOnce() async throws {
        let bench = try await bench([("a.png", Self.small)])
        let routes = try routes(bench, StudioRoutes.Limits(archives: 1))
        var first: HTTPResponse? = try await archive(routes)
        #expect(first?.status == .ok)
        let second = try await archive(routes)
        #expect(second.status == .serviceUnavailable && second.fields["Retry-After"] == "1")
        // One that nobody reads gives its place back when it is let go of.
        first = nil
        #expect(try await archive(routes).status == .ok)
    }
}

/// A photo with a ball and its sticker, which is made once for all tests: these are about what comes after.
private struct Ball: Sendable {
    let photo: [UInt8]
    let made: MadeSticker

    init(enlargedBy factor: Int, _ maker: StickerMaker) async throws {
        photo = try SyntheticPhoto(
            size: PixelSize(width: 400, height: 300),
            balls: [.init(x: 200, y: 150, radius: 95, color: SyntheticPhoto.red)], enlargedBy: factor
        ).png()
        made = try await maker.make(
            photo, subject: nil, style: StudioStyle(), strokes: [], isAwaited: false)
    }
}

/// Has the stickers of these photos in the standard style ready.
private struct ReadyMaker: StickerMaking {
    let balls: [Ball]
    let maker: StickerMaker

    @concurrent
    func kind(of data: [UInt8]) async throws(StickerError) -> PhotoKind { try await maker.kind(of: data) }

    @concurrent
    func makeLiving(
        _ data: [UInt8], for wanted: RenderedFor, progress: @Sendable (ClipProgress) -> Void
    ) async throws(StickerError) -> MadeSticker {
        try await maker.makeLiving(data, for: wanted, progress: progress)
    }

    @concurrent
    func mark(_ mark: MatteStroke, on data: [UInt8], strokes: [MatteStroke]) async throws(StickerError) {
        try await maker.mark(mark, on: data, strokes: strokes)
    }

    func forget(_ photos: Set<PhotoID>) { maker.forget(photos) }

    @concurrent
    func make(
        _ data: [UInt8], subject: [UInt8]?, style: StudioStyle, strokes: [MatteStroke], isAwaited: Bool
    ) async throws(StickerError) -> MadeSticker {
        if style == StudioStyle(), strokes.isEmpty, let ball = balls.first(where: { $0.photo == data }) {
            return ball.made
        }
        return try await maker.make(
            data, subject: subject, style: style, strokes: strokes, isAwaited: isAwaited)
    }

    @concurrent
    func choose(
        _ place: SubjectPlace, _ use: SubjectUse, in data: [UInt8], subject: [UInt8]?, strokes: [MatteStroke],
        chosen: [Int]?
    ) async throws(StickerError) -> SubjectChoice {
        try await maker.choose(place, use, in: data, subject: subject, strokes: strokes, chosen: chosen)
    }

    @concurrent
    func renumbered(
        _ chosen: [Int], in data: [UInt8], subject: [UInt8]?, from before: [MatteStroke], to after: [MatteStroke]
    ) async throws(StickerError) -> [Int] {
        try await maker.renumbered(chosen, in: data, subject: subject, from: before, to: after)
    }
}
