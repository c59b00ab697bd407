import Glibc
import HTTPTestClient
import TestSupport

extension SimulatedClient {
    /// Scans a test source in several modes, perhaps while a movie is recorded, and stops the camera in the middle.
    /// What grew until then must be among the results.
    mutating func useCamera() throws {
        let source = ["pattern", "bars", "gradients"].randomElement(using: &random) ?? "pattern"
        let size = #""width":160,"height":90,"sound":\#(chance(50))"#
        try tell("POST", "start", #"{"source":{"kind":"test","name":"\#(source)",\#(size)}}"#)
        let isRecorded = chance(60)
        if isRecorded {
            let format = chance(50) ? "mp4" : "webm"
            try tell("POST", "recording", #"{"format":"\#(format)","quality":"draft"}"#)
        }
        let pictures = try scan()
        let before = try camera()
        try tell("POST", "stop")
        let after = try camera()
        let kept = Set(after.pictures.map(\.id)).subtracting(before.pictures.map(\.id)).count
        if kept != pictures { throw SoakError("\(pictures) pictures grew until the stop, and \(kept) were kept") }
        let movies = Set(after.movies.map(\.id)).subtracting(before.movies.map(\.id)).count
        if isRecorded, before.recording == nil { throw SoakError("the recording ended before it was stopped") }
        if let recording = before.recording, recording.frames > 0, movies != 1 {
            throw SoakError("a movie of \(recording.frames) frames was recorded, and \(movies) were kept")
        }
        if after.state != "off" { throw SoakError("the camera is \(after.state) after it was stopped") }
        try useResult(of: after)
    }

    /// Scans in one to three modes, and ends some pictures in between.
    ///
    /// - Returns: the pictures that grow: strips that another mode has ended, and what grows now.
    private mutating func scan() throws -> Int {
        let modes = ["strip", "sweep", "delay", "map"].shuffled(using: &random)
        var grown: [String] = []
        for mode in modes.prefix(Int.random(in: 1...3, using: &random)) {
            try tell("PUT", "config", #"{"mode":"\#(mode)"}"#)
            try awaitFrames(in: mode)
            if grown.isEmpty {
                try tell("POST", "scan")
                try awaitFrames(in: mode)
            }
            grown.append(mode)
            rest(atMost: .seconds(1))
            if chance(30) { try ask("camera preview", "GET", "/camera/preview/result") }
            if chance(20) {
                try tell("POST", "shutter", #"{"ends":true}"#)
                grown = []
            }
        }
        return grown.isEmpty ? 0 : grown.dropLast().count(where: { $0 == "strip" }) + 1
    }

    /// Waits for three frames, the last of which is filtered in that mode.
    private mutating func awaitFrames(in mode: String) throws {
        let first = try camera().frames
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let camera = try camera()
            if camera.activeConfig.mode == mode, camera.frames >= first + 3 { return }
            guard .now < end else { throw SoakError("no frame in the mode \(mode) within a minute: \(camera)") }
            usleep(50_000)
        }
    }

    /// Uses or removes one of the pictures and movies.
    private mutating func useResult(of camera: StudioAPI.Camera) throws {
        if let movie = camera.movies.randomElement(using: &random)?.id {
            try ask("movie", chance(70) ? "GET" : "DELETE", "/camera/movies/\(movie)")
        }
        guard let picture = camera.pictures.randomElement(using: &random)?.id else { return }
        let path = "/camera/pictures/\(picture)"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try ask("scan", "GET", path)
        case 1: try ask("scan's preview", "GET", path + "/preview")
        case 2: try ask("no scan", "DELETE", path)
        default:
            guard log.ids.count <= Self.mostPhotos else { return }
            let answer = try ask("scan's sticker", "POST", path + "/sticker")
            if let id = StudioAPI.decoded(StudioAPI.Named.self, answer)?.id { log.add(id) }
        }
    }

    private mutating func camera() throws -> StudioAPI.Camera {
        let answer = try tell("GET", "")
        guard let camera = StudioAPI.decoded(StudioAPI.Camera.self, answer) else {
            throw SoakError("the camera's state cannot be read: \(answer.text)")
        }
        return camera
    }

    /// Asks the camera, which has no other client and so refuses nothing. A server with too much to do is asked again.
    @discardableResult
    private mutating func tell(_ method: String, _ what: String, _ json: String? = nil) throws -> RawClient.Answer {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let path = what.isEmpty ? "/camera" : "/camera/\(what)"
            let answer = try ask("camera", method, path, json: json)
            if (200..<300).contains(answer.status) { return answer }
            guard answer.status == 503, .now < end else {
                throw SoakError("\(method) \(path): \(answer.status) \(answer.text)")
            }
            rest(atMost: .seconds(1))
        }
    }
}
