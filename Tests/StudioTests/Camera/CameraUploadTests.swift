import Files
import HTTPMessages
import Imaging
import Movies
import SlitScan
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

@MainActor
struct CameraUploadTests {
    @Test func anUploadedVideoIsScannedFastToItsEndAndRecordedFrameByFrame() async throws {
        let bench = try await CameraBench()
        let uploaded = try await bench.ask("POST", "/uploads?name=run.mp4", bench.video(frames: 50))
        #expect(uploaded.status == 201, "\(uploaded.text)")
        #expect(uploaded.json["name"].text == "run.mp4")
        #expect(uploaded.json["width"].number == 64 && uploaded.json["height"].number == 48)
        #expect(uploaded.json["hasSound"].bool == false)
        #expect(abs((uploaded.json["seconds"].number ?? 0) - 50.0 / 30) < 0.05)
        let id = try #require(uploaded.json["id"].text)
        let start =
            #"{"source":{"kind":"upload","id":"\#(id)","pace":"fast","sound":false},"scan":true,"record":{"format":"webm"}}"#
        let started = try await bench.ask("POST", "/start", json: start)
        #expect(started.status == 200, "\(started.text)")
        #expect(started.json["source"]["name"].text == "run.mp4")
        let ended = try await bench.wait { $0.state == "ended" }
        #expect(ended.frames == 50 && ended.droppedFrames == 0)
        let shutter = try await bench.ask("POST", "/shutter", json: #"{"ends":true}"#)
        #expect(shutter.json["width"].number == 50 && shutter.json["height"].number == 48)

        let movie = try #require(bench.camera.results.movies.first)
        #expect(movie.frames == 50 && movie.droppedFrames == 0 && movie.type == "video/webm")
        let file = try await bench.ask("GET", "/movies/\(movie.id)")
        #expect(file.body.count == movie.bytes)
        var decoded = 0
        let reader = try await MovieReader.open(.bytes(file.body))
        for try await sample in reader.samples {
            if case .picture = sample { decoded += 1 }
        }
        await reader.stop()
        #expect(decoded == 50)

        #expect(try await bench.ask("DELETE", "/uploads/\(id)").status == 204)
        #expect(try await bench.ask("POST", "/start", json: start).code == "notReadable")
        await bench.camera.stop()
        #expect(bench.files.isEmpty)
    }

    private static let notVideos: [(String, [UInt8], Int, String)] = [
        ("text", Array("this is not a video".utf8), 415, "unknownFormat"),
        ("a playlist", Array("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n".utf8), 415, "unknownFormat"),
        ("a list of files", Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8), 415, "unknownFormat"),
        ("a HEIC", [0, 0, 0, 20] + Array("ftypheic\0\0\0\0mif1".utf8), 415, "unknownFormat"),
        ("an AVIF", [0, 0, 0, 20] + Array("ftypavif\0\0\0\0mif1".utf8), 415, "unknownFormat"),
    ]

    @Test func aVideoWiderThanUploadsMayBeIsRefusedAndNotKept() async throws {
        let bench = try await CameraBench()
        let wide = try await bench.video(frames: 1, size: PixelSize(width: CameraUploads.limits.side + 16, height: 16))
        let answer = try await bench.ask("POST", "/uploads?name=wide.mp4", wide)
        #expect(answer.status == 413 && answer.code == "limit", "\(answer.text)")
        #expect(bench.files.isEmpty)
    }

    @Test func whatIsNoVideoIsRefusedAndNotKept() async throws {
        let bench = try await CameraBench()
        for (name, bytes, status, code) in Self.notVideos {
            let answer = try await bench.ask("POST", "/uploads?name=holiday.mp4", bytes)
            #expect(answer.status == status && answer.code == code, "\(name): \(answer.text)")
            #expect(answer.text.contains("holiday.mp4") && !answer.text.contains("peel-studio-"), "\(answer.text)")
        }
        let video = try await bench.video(frames: 20)
        let cut = try await bench.ask("POST", "/uploads", Array(video.prefix(200)))
        #expect(cut.status == 415, "\(cut.text)")
        #expect(bench.files.isEmpty)
        await bench.camera.stop()
    }

    @Test func theOldestUploadsGiveWay() async throws {
        let bench = try await CameraBench()
        let video = try await bench.video(frames: 2)
        var ids: [String] = []
        for _ in 0...CameraUploads.countLimit {
            ids.append(try #require(try await bench.ask("POST", "/uploads", video).json["id"].text))
        }
        #expect(bench.files.count == CameraUploads.countLimit)
        #expect(try await bench.ask("DELETE", "/uploads/\(ids[0])").status == 404)
        #expect(try await bench.ask("DELETE", "/uploads/\(ids[1])").status == 204)
        await bench.camera.stop()
        #expect(bench.files.isEmpty)
    }

    /// Over a socket, where the body goes to the disk as it comes, and with a limit that is reached on the way.
    @Test(arguments: Transport.allCases) func aBodyIsWrittenToItsFileAndRemovedWhenItIsTooLong(
        _ transport: Transport
    ) async throws {
        let folder = try RunFolder()
        var router = Router()
        router.add(.post, "/file", maximumBodyBytes: 1 << 20, bodyFolder: folder.path) { request, _ in
            guard request.body.isEmpty, let file = request.bodyFile else { return .text("none") }
            let bytes = (try? file.path.readBytes()) ?? []
            return .text("\(file.count) \(SHA256Digest(of: bytes).hex)")
        }
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 8) }
        try await transport.with(router) { (ask) async throws in
            let answer = try await ask("POST", "/file", [:], bytes)
            #expect(answer.text == "\(1 << 20) \(SHA256Digest(of: bytes).hex)")
            #expect(try await ask("POST", "/file", [:], []).text == "none")
        }
        try await transport.with(router) { (ask) async throws in
            #expect(try await ask("POST", "/file", [:], bytes + [0]).status == 413)
        }
        #expect(try folder.path.names().isEmpty)
    }

    /// Whatever its length says, or does not say.
    @Test(arguments: ["Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"])
    func aBodyDoesNotFillTheDisk(rest: String) async throws {
        let folder = try RunFolder()
        var router = Router()
        router.add(.post, "/file", maximumBodyBytes: 1 << 20, bodyFolder: folder.path) { _, _ in .text("taken") }
        for (free, status) in [(0, 200), (Int.max, 507)] {
            var limits = ServerLimits.patient
            limits.freeDiskBytes = free
            try await withClient(of: router, limits: limits) { client in
                try client.send("POST /file HTTP/1.1\r\nHost: localhost\r\n\(rest)")
                let answer = try client.readAnswer(to: "POST")
                #expect(answer.status == status && answer.text.contains("disk is full") == (status == 507))
            }
        }
        #expect(try folder.path.names().isEmpty)
    }

    @Test func bodiesThatAreWrittenToFilesHaveABoundTogether() async throws {
        let folder = try RunFolder()
        var router = Router()
        router.add(.post, "/file", maximumBodyBytes: 1 << 20, bodyFolder: folder.path) { _, _ in .text("taken") }
        var limits = ServerLimits.patient
        limits.storedBodyBytes = 1000
        try await Transport.socket.with(router, limits: limits) { (ask) async throws in
            #expect(try await ask("POST", "/file", [:], [UInt8](repeating: 1, count: 1000)).text == "taken")
            #expect(try await ask("POST", "/file", [:], [UInt8](repeating: 1, count: 1000)).text == "taken")
            #expect(try await ask("POST", "/file", [:], [UInt8](repeating: 1, count: 1001)).status == 503)
        }
        #expect(try folder.path.names().isEmpty)
    }
}
