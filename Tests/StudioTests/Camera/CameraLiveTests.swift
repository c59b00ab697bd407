import HTTPMessages
import Imaging
import SlitScan
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

@MainActor
struct CameraLiveTests {
    private func updates(_ bench: CameraBench) throws -> AsyncStream<CameraUpdate> {
        try #require(bench.camera.broadcast.listen())
    }

    @Test func aSlowReaderOfALiveStreamHoldsNoFrameBackAndGetsTheNewest() async throws {
        let bench = try await CameraBench()
        let live = LivePictures(kind: .frame, updates: try updates(bench), pictures: bench.camera.previews)
        var slow = live.makeAsyncIterator()
        try await bench.startBrowser()
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<1))
        let first = try #require(await slow.next())
        for start in stride(from: 1, to: 41, by: 4) {
            #expect(
                try await bench.ask("POST", "/frames", CameraBench.frames(start..<start + 4)).text
                    == #"{"dropped":0,"taken":4}"#)
        }
        _ = try await bench.wait { $0.frames == 41 }
        let beginning = LivePictures.beginning
        #expect(first.starts(with: beginning) && first.suffix(beginning.count) == beginning[...])
        let next = try #require(await slow.next())
        #expect(!next.starts(with: beginning))
        let picture = try Self.picture(next)
        // Not one of those between.
        let newest = Int(CameraBench.grey(40, isRight: false))
        #expect(abs(Int(picture.pixels[0]) - newest) <= 6)
        await bench.camera.stop()
        #expect(await slow.next() == nil)
    }

    /// The JPEG of a part.
    private static func picture(_ part: [UInt8]) throws -> Bitmap {
        let start = try #require(part.indices.first { part[$0...].starts(with: [13, 10, 13, 10]) }) + 4
        return try ImageSource(Array(part[start..<part.count - LivePictures.beginning.count - 2])).decode()
    }

    @Test func aLargeViewGetsTheResultInFullWhileThePreviewStaysSmall() async throws {
        let bench = try await CameraBench()
        let start = #"{"source":{"kind":"browser","width":1280,"height":720}}"#
        #expect(try await bench.ask("POST", "/start", json: start).status == 200)
        var frames = 0
        /// The sides of the newest picture of a stream and of the preview, after one more frame.
        func sides(_ view: AsyncStream<CameraUpdate>?) async throws -> [Int] {
            let frame = CameraBench.frame(frames, width: 1280, height: 720)
            _ = try await bench.ask("POST", "/frames", CameraBench.record(1, at: 33 * frames, frame))
            frames += 1
            _ = try await bench.wait { $0.frames == frames }
            let small = try await ImageSource(bench.ask("GET", "/preview/result").body).decode().size.longestSide
            guard let view else { return [small] }
            var pictures = LivePictures(kind: .largeResult, updates: view, pictures: bench.camera.previews)
                .makeAsyncIterator()
            return [small, try Self.picture(try #require(await pictures.next())).size.longestSide]
        }
        #expect(try await sides(nil) == [640])
        var large = bench.camera.broadcast.listen(largeSide: 1920)
        // The pipeline hears of it between two frames.
        var found = try await sides(large)
        while found != [640, 1280], frames < 50 {
            found = try await sides(bench.camera.broadcast.listen(largeSide: 960))
        }
        #expect(found == [640, 1280], "as large as the camera gives it")
        large = nil
        await untilObserved { bench.camera.broadcast.listenerCount == 0 }
        #expect(bench.camera.model.options.largePreviewSide == nil)
        for side in ["0", "63", "1921", "x", ""] {
            #expect(try await bench.ask("GET", "/live/result?side=\(side)").status == 400)
        }
        #expect(try await bench.ask("GET", "/live/frame?side=640").status == 400)
        let page = try await bench.ask("GET", "/view")
        #expect(page.text.contains("live/result?side=1920 1920w"))
        await bench.camera.stop()
    }

    @Test func aClientThatDoesNotReadItsLiveStreamKeepsNobodyWaiting() async throws {
        let bench = try await CameraBench()
        try await withServer(bench.router) { server in
            let port = server.address.port
            let client = try await blocking {
                let client = try RawClient(port: port)
                try client.send("GET /api/v1/camera/live/result HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client
            }
            try await bench.startBrowser(scan: true)
            for start in stride(from: 0, to: 60, by: 4) {
                let answer = try await bench.ask("POST", "/frames", CameraBench.frames(start..<start + 4))
                #expect(answer.text == #"{"dropped":0,"taken":4}"#)
            }
            _ = try await bench.wait { $0.frames == 60 }
            let head = try await blocking { try client.readHead() }
            #expect(head.status == 200)
            #expect(head.fields["Content-Type"] == "multipart/x-mixed-replace; boundary=peel-picture")
            await bench.camera.stop()
        }
        #expect(bench.camera.broadcast.listenerCount == 0)
    }

    @Test func eventsSayTheNewestStateToEachClientAsItIsForIt() async throws {
        let bench = try await CameraBench()
        var one = CameraEvents(updates: try updates(bench), client: CaptureClient("one")).makeAsyncIterator()
        var two = CameraEvents(updates: try updates(bench), client: CaptureClient("two")).makeAsyncIterator()
        let first = try #require(await one.next())
        #expect(first.event == "camera")
        #expect(first.data.contains(#""state":"off""#) && first.data.contains(#""error":null"#))
        try await bench.startBrowser()
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<20))
        _ = try await bench.wait { $0.frames == 20 }
        var states: [String] = []
        while states.last?.contains(#""frames":20"#) != true { states.append(try #require(await one.next()).data) }
        // Of those between, a few at most were told: each is 50 ms after the one before.
        #expect(states.count < 20)
        #expect(states.last?.contains(#""controls":true"#) == true)
        var other = ""
        while !other.contains(#""frames":20"#) { other = try #require(await two.next()).data }
        #expect(other.contains(#""controls":false"#) && other.contains(#""isBusy":true"#))
        await bench.camera.stop()
        while let event = await one.next() { #expect(event.event == "camera") }
    }

    @Test func onlySoManyWatchAndPlacesComeBack() async throws {
        let bench = try await CameraBench()
        var streams: [AsyncStream<CameraUpdate>] = []
        for _ in 0..<CameraBroadcast.listenerLimit { streams.append(try updates(bench)) }
        for path in ["/events", "/live/frame"] {
            let answer = try await bench.ask("GET", path)
            #expect(answer.status == 503 && answer.code == "busy" && answer.fields["Retry-After"] != nil)
        }
        streams = []
        await untilObserved { bench.camera.broadcast.listenerCount == 0 }
        #expect(try await bench.ask("GET", "/events").status == 200)
        await bench.camera.stop()
    }

    @Test func theViewIsAPageWithTheScanAloneAndNothingElseMayRunInIt() async throws {
        let bench = try await CameraBench()
        let page = try await bench.ask("GET", "/view")
        #expect(page.status == 200 && page.fields["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.text.contains(#"<img src="live/result""#))
        let policy = try #require(page.fields["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("style-src 'sha256-"))
        #expect(!policy.contains("unsafe"))
    }

    @Test func thePageMayUseItsOwnCameraAndMicrophone() async throws {
        let bench = try await CameraBench()
        let policy = try #require(try await bench.ask("GET", "").fields["Permissions-Policy"])
        #expect(policy.contains("camera=(self)") && policy.contains("microphone=(self)"))
    }
}
