import Files
import HTTPMessages
import Imaging
import Movies
import Testing

@testable import HTTPServing
@testable import SlitScan
@testable import Studio

@MainActor
struct CameraRoutesTests {
    private static let test = #"{"kind":"test","name":"pattern","width":64,"height":48,"frameRate":200}"#

    @Test func aTestSourceIsScannedToAPictureOfTheRightSize() async throws {
        let bench = try await CameraBench()
        #expect(try await bench.ask("GET", "").json["state"].text == "off")
        #expect(try await bench.ask("PUT", "/config", json: #"{"length":20}"#).json["config"]["length"].number == 20)
        let started = try await bench.ask("POST", "/start", json: "{\"source\":\(Self.test),\"scan\":true}")
        #expect(started.status == 200, "\(started.text)")
        #expect(started.json["source"]["kind"].text == "test")
        #expect(started.json["camera"]["width"].number == 64)
        #expect(started.json["camera"]["height"].number == 48)
        #expect(started.json["controls"].bool == true)
        let state = try await bench.wait { $0.result.isComplete && $0.preview > 0 }
        #expect((state.result.width, state.result.height) == (20, 48))
        let shutter = try await bench.ask("POST", "/shutter", json: #"{"ends":true}"#)
        #expect(shutter.status == 201, "\(shutter.text)")
        #expect(shutter.json["mode"].text == "strip")
        let id = try #require(shutter.json["id"].text)
        let picture = try await bench.picture(id)
        #expect(picture.size == PixelSize(width: 20, height: 48))
        #expect(shutter.json["bytes"].number == Double(try await bench.ask("GET", "/pictures/\(id)").body.count))

        for kind in ["frame", "result"] {
            let preview = try await bench.ask("GET", "/preview/\(kind)")
            #expect(preview.status == 200)
            #expect(preview.fields["Content-Type"] == "image/jpeg")
            #expect(try ImageSource(preview.body).size == PixelSize(width: 64, height: 48))
        }
        #expect(try await bench.ask("POST", "/stop").json["state"].text == "off")
        #expect(try await bench.ask("GET", "/preview/frame").status == 503)
        #expect(try await bench.ask("GET", "").json["pictures"][0]["id"].text == id)
        await bench.camera.stop()
    }

    @Test func aStripThatGrowsIsKeptWhenTheCameraIsStopped() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        let stopped = try await bench.ask("POST", "/stop").json
        #expect(stopped["state"].text == "off" && stopped["lostPicture"]["code"].text == nil)
        let id = try #require(stopped["pictures"][0]["id"].text)
        #expect(stopped["pictures"][0]["mode"].text == "strip")
        #expect(try await bench.picture(id).size == PixelSize(width: 3, height: 32))
        #expect(stopped["isFull"].bool == false)

        // So does a start of another camera; what is forgotten on purpose, or was taken, does not come twice.
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2))
        _ = try await bench.wait { $0.frames == 2 }
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2))
        _ = try await bench.wait { $0.frames == 2 && $0.pictures.count == 2 }
        _ = try await bench.ask("DELETE", "/scan")
        #expect(try await bench.ask("POST", "/stop").json["pictures"].count == 2)
        await bench.camera.stop()
    }

    @Test func aStripThatGrowsIsKeptWhenAnotherIsBegun() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        let begun = try await bench.ask("POST", "/scan")
        let id = try #require(begun.json["pictures"][0]["id"].text, "\(begun.text)")
        #expect(try await bench.picture(id).size == PixelSize(width: 3, height: 32))
        // One without a frame is none, and a sweep begins again.
        #expect(try await bench.ask("POST", "/scan").json["pictures"].count == 1)
        _ = try await bench.ask("PUT", "/config", json: #"{"mode":"sweep"}"#)
        for last in [5, 7] {
            #expect(try await bench.ask("POST", "/scan").json["pictures"].count == 1)
            _ = try await bench.ask("POST", "/frames", CameraBench.frames(last - 2..<last))
            _ = try await bench.wait { $0.frames == last }
        }
        #expect(try await bench.ask("POST", "/scan").json["pictures"].count == 1)
        await bench.camera.stop()
    }

    @Test(arguments: [#"{"mode":"sweep"}"#, #"{"axis":"rows"}"#], ["POST", "DELETE"])
    func aStripThatSettingsEndedIsKeptWhenAnotherPictureIsBegunOrForgotten(
        _ change: String, _ method: String
    ) async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        _ = try await bench.ask("PUT", "/config", json: change)
        var state = try await bench.wait { $0.activeConfig != $0.config }
        // The first frame may come before the pipeline has the settings.
        for n in 3..<100 where state.activeConfig != state.config {
            _ = try await bench.ask("POST", "/frames", CameraBench.frames(n..<n + 1))
            state = try await bench.wait { $0.frames == n + 1 }
        }
        let answer = try await bench.ask(method, "/scan")
        let id = try #require(answer.json["pictures"][0]["id"].text, "\(answer.text)")
        #expect(try await bench.picture(id).size == PixelSize(width: state.frames - 1, height: 32))
        // The strip of rows grew, too, unless it was forgotten.
        let count = change.contains("rows") && method == "POST" ? 2 : 1
        #expect(try await bench.ask("POST", "/stop").json["pictures"].count == count)
        await bench.camera.stop()
    }

    @Test(arguments: ["sweep", "delay", "map"])
    func aPictureOfAnyModeThatWasBegunIsKeptWhenTheCameraIsStopped(_ mode: String) async throws {
        let bench = try await CameraBench()
        for (isTaken, count) in [(false, 1), (true, 2)] {
            try await bench.startBrowser()
            _ = try await bench.ask("PUT", "/config", json: #"{"mode":"\#(mode)"}"#)
            _ = try await bench.ask("POST", "/scan")
            _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
            _ = try await bench.wait { $0.frames == 3 }
            if isTaken { _ = try await bench.ask("POST", "/shutter", json: #"{"ends":false}"#) }
            let stopped = try await bench.ask("POST", "/stop").json
            #expect(stopped["lostPicture"]["code"].text == nil && stopped["pictures"].count == count)
            #expect(stopped["pictures"][0]["mode"].text == mode)
        }
        // What only ran is not kept.
        try await bench.startBrowser()
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2))
        _ = try await bench.wait { $0.frames == 2 }
        #expect(try await bench.ask("POST", "/stop").json["pictures"].count == 2)
        await bench.camera.stop()
    }

    @Test func aKeptPictureIsSeenMadeAStickerAndRemoved() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        let id = try #require(try await bench.ask("POST", "/shutter").json["id"].text)
        let file = try await bench.ask("GET", "/pictures/\(id)")
        #expect(file.fields["Content-Type"] == "image/png")
        #expect(file.fields["Content-Disposition"]?.hasPrefix("attachment; filename=\"Slit-scan 20") == true)
        let part = try await bench.ask("GET", "/pictures/\(id)", fields: ["Range": "bytes=1-3"])
        #expect(part.status == 206 && part.body == Array("PNG".utf8))
        let preview = try await bench.ask("GET", "/pictures/\(id)/preview")
        #expect(preview.fields["Content-Type"] == "image/webp")
        #expect(try ImageSource(preview.body).size == PixelSize(width: 3, height: 32))

        let sticker = try await bench.ask("POST", "/pictures/\(id)/sticker")
        #expect(sticker.status == 201, "\(sticker.text)")
        #expect(bench.studio.model.selection.map(\.name) == [(sticker.json["name"].text ?? "")])
        #expect(sticker.json["name"].text?.hasSuffix(".png") == true)
        #expect(try await bench.ask("POST", "/pictures/\(id)/sticker").status == 200)
        #expect(try await bench.ask("DELETE", "/pictures/\(id)").status == 204)
        for (method, path) in [("GET", ""), ("GET", "/preview"), ("DELETE", ""), ("POST", "/sticker")] {
            #expect(try await bench.ask(method, "/pictures/\(id)\(path)").status == 404)
        }
        await bench.camera.stop()
    }

    @Test func oneClientControlsAndOthersWatchTakeOverOrAreToldThatItIsBusy() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser()
        let watching = try await bench.ask("POST", "/claim", json: #"{"ifBusy":"watch"}"#, client: "two")
        #expect(watching.json["controls"].bool == false && watching.json["isBusy"].bool == true)
        #expect(watching.json["state"].text == "ready")
        let refused = try await bench.ask("POST", "/claim", json: #"{"ifBusy":"refuse"}"#, client: "two")
        #expect(refused.status == 409 && refused.code == "busy")
        let changes: [(String, String, String)] = [
            ("POST", "/start", CameraBench.browser + "}"), ("POST", "/stop", ""), ("PUT", "/config", #"{"width":2}"#),
            ("POST", "/scan", ""), ("DELETE", "/scan", ""), ("POST", "/shutter", ""), ("POST", "/recording", "{}"),
            ("DELETE", "/recording", ""), ("DELETE", "/map", ""), ("POST", "/frames", ""),
            ("POST", "/switch", CameraBench.browser + "}"),
        ]
        for (method, path, json) in changes {
            let answer = try await bench.ask(method, path, json: json, client: "two")
            #expect(answer.status == 409 && answer.code == "notInControl", "\(method) \(path): \(answer.text)")
        }
        let taken = try await bench.ask("POST", "/claim", json: #"{"ifBusy":"take-over"}"#, client: "two")
        #expect(taken.json["controls"].bool == true)
        #expect(try await bench.ask("PUT", "/config", json: #"{"width":2}"#).code == "notInControl")
        #expect(try await bench.ask("PUT", "/config", json: #"{"width":3}"#, client: "two").status == 200)
        #expect(try await bench.ask("POST", "/release", client: "two").json["isBusy"].bool == false)
        #expect(try await bench.ask("PUT", "/config", json: #"{"width":2}"#, client: nil).json["controls"].bool == true)
        #expect(try await bench.ask("GET", "").json["isBusy"].bool == true)
        await bench.camera.stop()
    }

    private static let refusals: [(String, String, String, Int, String)] = [
        ("GET", "?client=a%20b", "", 400, "badRequest"),
        ("GET", "?client=", "", 400, "badRequest"),
        ("GET", "/nothing", "", 404, "notFound"),
        ("POST", "/claim", "{}", 400, "badRequest"),
        ("POST", "/claim", #"{"ifBusy":"fight"}"#, 400, "badRequest"),
        ("POST", "/claim", #"{"ifbusy":"watch"}"#, 400, "unknownKey"),
        ("POST", "/start", "", 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"window"}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test","pace":"own"}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test","x":1}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test"},"recorded":1}"#, 400, "unknownKey"),
        ("POST", "/start", #"{"source":{"kind":"test"},"record":{"form":1}}"#, 400, "badRequest"),
        // No graph of FFmpeg's is taken, nor what could become one.
        ("POST", "/start", #"{"source":{"kind":"test","graph":"testsrc2"}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test","name":"testsrc2,curves=plot=/tmp/x"}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test","width":"64,curves=plot=/tmp/x"}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test","seconds":"1,loop"}}"#, 400, "badRequest"),
        ("POST", "/start", #"{"source":{"kind":"test","width":9000}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"test","height":0}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"test","frameRate":1e300}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"test","seconds":-1}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"upload","id":"nothing"}}"#, 404, "notReadable"),
        ("POST", "/start", #"{"source":{"kind":"device","path":"/etc/passwd"}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"device","path":"/dev/video0/../../x"}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"device","path":"/dev/video0","frameRate":1e-11}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"device","path":"/dev/video63"}}"#, 404, "notReadable"),
        ("POST", "/start", #"{"source":{"kind":"device","path":"/dev/video63","width":9}}"#, 422, "badSetting"),
        (
            "POST", "/start", #"{"source":{"kind":"device","path":"/dev/video63","microphone":"alsa:tee"}}"#, 422,
            "badSetting"
        ),
        ("POST", "/start", #"{"source":{"kind":"device","path":"/dev/video63","locks":["zoom"]}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"browser","width":0,"height":9}}"#, 422, "badSetting"),
        ("POST", "/start", #"{"source":{"kind":"browser","width":5000,"height":9}}"#, 422, "badSetting"),
        (
            "POST", "/start", #"{"source":{"kind":"browser","width":9,"height":9,"sampleRate":9}}"#, 422, "badSetting"
        ),
        ("POST", "/switch", #"{"source":{"kind":"test"}}"#, 409, "notRunning"),
        ("PUT", "/config", #"{"width":0}"#, 422, "badSetting"),
        ("PUT", "/config", #"{"slit":1.5}"#, 422, "badSetting"),
        ("PUT", "/config", #"{"mode":"swirl"}"#, 400, "badRequest"),
        ("PUT", "/config", #"{"map":"rings"}"#, 400, "unknownKey"),
        ("PUT", "/config", "[]", 400, "badRequest"),
        ("PUT", "/map", "no picture", 415, "notAPhoto"),
        ("POST", "/scan", "", 409, "notRunning"),
        ("POST", "/scan", #"{"now":1}"#, 400, "unknownKey"),
        ("DELETE", "/scan", "", 409, "notRunning"),
        ("POST", "/shutter", "", 409, "notRunning"),
        ("POST", "/shutter", #"{"end":true}"#, 400, "unknownKey"),
        ("POST", "/recording", "{}", 409, "notRunning"),
        ("POST", "/recording", #"{"format":"avi"}"#, 400, "badRequest"),
        ("DELETE", "/recording", "", 409, "notRunning"),
        ("POST", "/frames", "", 409, "notRunning"),
        ("POST", "/uploads?name=a.mp4", "", 400, "badRequest"),
        ("DELETE", "/uploads/nothing", "", 404, "notFound"),
        ("GET", "/preview/frame", "", 503, "noPreview"),
        ("GET", "/preview/other", "", 404, "notFound"),
        ("GET", "/pictures/nothing", "", 404, "notFound"),
        ("GET", "/movies/nothing", "", 404, "notFound"),
        ("DELETE", "/movies/nothing", "", 404, "notFound"),
    ]

    @Test func aWordThatIsNoneIsNamedWithThoseThatAre() async throws {
        let bench = try await CameraBench()
        let answer = try await bench.ask("PUT", "/config", json: #"{"mode":"swirl"}"#)
        #expect(answer.text.contains("mode: swirl is not one of strip, sweep, delay, map"), "\(answer.text)")
        let source = try await bench.ask("POST", "/start", json: #"{"source":{"kind":"lavfi"}}"#)
        #expect(
            source.text.contains("source.kind: lavfi is not one of browser, device, test, upload"), "\(source.text)")
        let pace = try await bench.ask(
            "POST", "/start", json: #"{"source":{"kind":"upload","id":"a","pace":"slow"}}"#)
        #expect(pace.text.contains("source.pace: slow is not one of own, fast"), "\(pace.text)")
        let format = try await bench.ask("POST", "/recording", json: #"{"format":"avi"}"#)
        #expect(format.text.contains("format: avi is not one of mp4, webm"), "\(format.text)")
        let claim = try await bench.ask("POST", "/claim", json: #"{"ifBusy":"wait"}"#)
        #expect(claim.text.contains("ifBusy: wait is not one of"), "\(claim.text)")
    }

    @Test func whatIsWrongIsSaid() async throws {
        let bench = try await CameraBench()
        for (method, path, body, status, code) in Self.refusals {
            let answer = try await bench.ask(
                method, path, json: body, client: path.contains("client") ? nil : "one")
            #expect(answer.status == status && answer.code == code, "\(method) \(path) \(body): \(answer.text)")
        }
        #expect(bench.files.isEmpty)
        #expect(try await bench.ask("GET", "").json["pictures"].count == 0)
        await bench.camera.stop()
    }

    @Test func settingsChangeInPartAndTheMapIsAPicture() async throws {
        let bench = try await CameraBench()
        let first = try await bench.ask("PUT", "/config", json: #"{"mode":"sweep","width":4,"length":9}"#)
        #expect(first.json["config"]["mode"].text == "sweep" && first.json["config"]["slit"].number == 0.5)
        let second = try await bench.ask(
            "PUT", "/config", json: #"{"axis":"rows","direction":"backward","mirror":true,"blend":false,"length":null}"#
        )
        #expect(second.json["config"]["width"].number == 4)
        #expect(second.json["config"]["length"] == .null)
        #expect(second.json["config"]["mirror"].bool == true && second.json["config"]["blend"].bool == false)
        #expect(try await bench.ask("PUT", "/config", json: #"{"speed":65,"width":9}"#).status == 422)
        #expect(try await bench.ask("GET", "").json["config"]["width"].number == 4)

        #expect(second.json["config"]["map"].text == "rings")
        var grey = Bitmap(size: PixelSize(width: 3, height: 2))
        grey.pixels = [UInt8](repeating: 255, count: 24)
        let map = try await bench.ask("PUT", "/map", ImageEncoder(.png()).encode(grey))
        #expect(map.json["config"]["map"].text == "picture")
        #expect(
            bench.camera.model.config.map
                == .picture(try GreyPicture(width: 3, height: 2, samples: [255, 255, 255, 255, 255, 255])))
        #expect(try await bench.ask("DELETE", "/map").json["config"]["map"].text == "rings")
        await bench.camera.stop()
    }

    @Test func devicesAreListed() async throws {
        let bench = try await CameraBench()
        let sources = try await bench.ask("GET", "/sources")
        #expect(sources.status == 200)
        #expect(sources.json["cameras"].count != nil && sources.json["microphones"].count != nil)
    }

    @Test func startedAndStoppedManyTimesItLeavesNoFile() async throws {
        let bench = try await CameraBench()
        for round in 0..<20 {
            try await bench.startBrowser(scan: true, record: round % 2 == 0 ? #"{"format":"mp4"}"# : "null")
            _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2))
            if round % 3 == 0 { _ = try await bench.wait { $0.frames == 2 } }
            let stopped = try await bench.ask("POST", "/stop").json
            #expect(stopped["state"].text == "off" && stopped["result"]["isScanning"].bool == false)
        }
        for movie in bench.camera.results.movies {
            #expect(try await bench.ask("DELETE", "/movies/\(movie.id)").status == 204)
        }
        for picture in bench.camera.results.pictures {
            #expect(try await bench.ask("DELETE", "/pictures/\(picture.id)").status == 204)
        }
        #expect(bench.files.isEmpty)
        try await bench.startBrowser(scan: true, record: "{}")
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2))
        _ = try await bench.wait { $0.frames == 2 }
        _ = try await bench.ask("POST", "/shutter")
        await bench.camera.stop()
        #expect(bench.files.isEmpty)
        #expect(try await bench.ask("POST", "/start", json: CameraBench.browser + "}").code == "notRunning")
        #expect(try await bench.ask("GET", "/events").status == 503)
    }

    @Test func whatIsLostOfTheSoundIsSaid() throws {
        var snapshot = CaptureSnapshot(config: ScanConfig())
        snapshot.droppedSound = 1.5
        snapshot.soundError = ScanError(.movie(.unplugged), "the microphone was unplugged")
        snapshot.recording = RecordingStatus(frames: 1, seconds: 2, droppedFrames: 3, droppedSound: 0.5, part: 2)
        let model = CameraState.Model(state: .recording, info: nil, config: ScanConfig(), snapshot: snapshot)
        let state = CameraState(
            model, source: nil, preview: 0, pictures: [], movies: [], isFull: false, lostPicture: nil,
            locks: CameraState.Locks())
        #expect(state.droppedSound == 1.5)
        #expect(state.soundError.value?.code == "unplugged")
        #expect(state.recording.value?.droppedSound == 0.5)
        #expect(state.recording.value?.part == 2)
    }
}
