import HTTPMessages
import Imaging
import Movies
import SlitScan
import TestSupport
import Testing

@testable import HTTPServing
@testable import Studio

@MainActor
struct BrowserFramesTests {
    /// JPEG keeps flat greys within this.
    private static let error = 4

    @Test func aScanOfJPEGFramesHasEachFramesColumn() async throws {
        let bench = try await CameraBench()
        _ = try await bench.ask("PUT", "/config", json: #"{"slit":0.75,"width":2}"#)
        try await bench.startBrowser(scan: true)
        for start in stride(from: 0, to: 12, by: 4) {
            let answer = try await bench.ask("POST", "/frames", CameraBench.frames(start..<start + 4, withSound: true))
            #expect(answer.text == #"{"dropped":0,"taken":4}"#)
        }
        let state = try await bench.wait { $0.frames == 12 }
        #expect(state.droppedFrames == 0 && state.seconds > 0.36 && state.seconds < 0.37)
        let id = try #require(try await bench.ask("POST", "/shutter", json: #"{"ends":true}"#).json["id"].text)
        let picture = try await bench.picture(id)
        #expect(picture.size == PixelSize(width: 24, height: 32))
        for column in 0..<24 {
            for y in [0, 15, 31] {
                let index = 4 * (y * picture.width + column)
                let expected = Int(CameraBench.grey(column / 2, isRight: true))
                for channel in 0..<3 {
                    #expect(abs(Int(picture.pixels[index + channel]) - expected) <= Self.error, "column \(column)")
                }
            }
        }
        await bench.camera.stop()
    }

    @Test func settingsChangeWhileAMovieIsRecordedAndItGoesOn() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(record: #"{"format":"mp4","quality":"draft","sound":true}"#)
        #expect(try await bench.ask("POST", "/recording", json: "{}").code == "busy")
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<4, withSound: true))
        _ = try await bench.wait { $0.recording.value?.frames == 4 }
        #expect(try await bench.ask("PUT", "/config", json: #"{"mode":"sweep","width":3}"#).status == 200)
        // The settings travel to the camera's actor on their own: the frame after which they hold is told.
        var n = 4
        while bench.camera.update.state.activeConfig.mode != "sweep" {
            _ = try await bench.ask("POST", "/frames", CameraBench.frames(n..<n + 1, withSound: true))
            n += 1
            _ = try await bench.wait { $0.frames == n }
        }
        let state = bench.camera.update.state
        #expect(state.state == "recording" && state.activeConfig.width == 3)
        #expect(state.recording.value.map { $0.frames + $0.droppedFrames } == n)
        let movie = try await bench.ask("DELETE", "/recording")
        #expect(movie.status == 200, "\(movie.text)")
        #expect(movie.json["frames"].number.map { Int($0) } == state.recording.value?.frames)
        #expect(movie.json["type"].text == "video/mp4")
        let id = try #require(movie.json["id"].text)
        let file = try await bench.ask("GET", "/movies/\(id)")
        #expect(file.fields["Content-Disposition"]?.contains(".mp4") == true)
        let info = try await MovieReader.open(.bytes(file.body)).info
        #expect(info.picture?.format.size == PixelSize(width: 48, height: 32))
        #expect(info.sound?.sampleRate != nil)
        let part = try await bench.ask("GET", "/movies/\(id)", fields: ["Range": "bytes=4-7"])
        #expect(part.status == 206 && part.body == Array("ftyp".utf8))
        await bench.camera.stop()
    }

    @Test func aMovieWithoutAFrameIsNoneAndChangesNoOther() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(record: #"{"format":"mp4","quality":"draft"}"#)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<4))
        _ = try await bench.wait { $0.recording.value?.frames == 4 }
        let first = try await bench.ask("DELETE", "/recording")
        #expect(first.status == 200, "\(first.text)")
        #expect(try await bench.ask("POST", "/recording", json: #"{"format":"mp4"}"#).status < 300)
        let empty = try await bench.ask("DELETE", "/recording")
        #expect(empty.status == 409 && empty.text.contains("the movie is empty"), "\(empty.text)")
        #expect(bench.camera.results.movies.map(\.id) == [try #require(first.json["id"].text)])
        await bench.camera.stop()
    }

    @Test func aMovieFromTheStartOnWithoutAFrameIsNoneEither() async throws {
        let bench = try await CameraBench()
        let record = #"{"format":"mp4","quality":"draft"}"#
        try await bench.startBrowser(record: record)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<4))
        _ = try await bench.wait { $0.recording.value?.frames == 4 }
        // The movie of the first camera is finished by the start of the second.
        for _ in 0..<2 { try await bench.startBrowser(record: record) }
        #expect(bench.camera.results.movies.count == 1)
        let empty = try await bench.ask("DELETE", "/recording")
        #expect(empty.status == 409 && empty.text.contains("the movie is empty"), "\(empty.text)")
        await bench.camera.stop()
    }

    @Test func framesOfAnotherSizeBeginAnotherPicture() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        let turned = (2..<5).flatMap {
            CameraBench.record(1, at: 33 * $0, CameraBench.frame($0, width: 32, height: 48))
        }
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2) + turned)
        _ = try await bench.wait { $0.frames == 5 }
        #expect(try await bench.ask("POST", "/shutter", json: #"{"ends":true}"#).status == 201)
        #expect(bench.camera.results.pictures.map { [$0.width, $0.height] } == [[2, 32], [3, 48]])
        await bench.camera.stop()
    }

    private static let good = CameraBench.record(1, at: 0, CameraBench.frame(0))

    /// Bodies of which nothing is taken.
    private static let badBodies: [(String, [UInt8])] = [
        ("a header cut short", Array(good.prefix(9))),
        ("bytes cut short", Array(good.dropLast())),
        ("a second record cut short", good + Array(good.prefix(20))),
        ("an unknown kind", CameraBench.record(3, at: 0, [1])),
        ("no bytes", CameraBench.record(1, at: 0, [])),
        ("sound of an odd length", CameraBench.record(2, at: 0, [1, 2, 3])),
        ("times in the wrong order", CameraBench.record(1, at: 33, CameraBench.frame(1)) + good),
        ("a time twice", good + good),
        ("a time that lies years ahead", CameraBench.record(1, at: 1 << 40, CameraBench.frame(1))),
        ("too many records", (0...BrowserRecord.countLimit).flatMap { CameraBench.record(2, at: $0, [0, 0]) }),
    ]

    @Test func aBodyThatBreaksARuleIsRefusedWhole() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        for (name, body) in Self.badBodies {
            let answer = try await bench.ask("POST", "/frames", body)
            #expect(answer.status == 400 && answer.code == "badRecord", "\(name): \(answer.text)")
        }
        #expect(try await bench.ask("POST", "/frames", Self.good).text == #"{"dropped":0,"taken":1}"#)
        // Also over requests.
        #expect(try await bench.ask("POST", "/frames", Self.good).code == "badRecord")
        _ = try await bench.wait { $0.frames == 1 }
        await bench.camera.stop()
    }

    @Test func aFrameThatIsNoJPEGIsRefusedAndTheNextOnesAreTaken() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        let whole = CameraBench.frame(1)
        let bad: [[UInt8]] = [
            Array("no JPEG".utf8), Array(whole.prefix(whole.count / 2)),
            Array(whole.prefix(whole.count / 2)) + [0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xD9],
        ]
        var time = 0
        for bytes in bad {
            time += 33
            let answer = try await bench.ask("POST", "/frames", CameraBench.record(1, at: time, bytes))
            #expect(answer.status == 422 && answer.code == "badFrame", "\(bytes.count): \(answer.text)")
        }
        time += 33
        let mixed = CameraBench.record(1, at: time, whole) + CameraBench.record(1, at: time + 33, bad[0])
        #expect(try await bench.ask("POST", "/frames", mixed).code == "badFrame")
        let after = try await bench.ask("POST", "/frames", CameraBench.record(1, at: time + 66, whole))
        #expect(after.text == #"{"dropped":0,"taken":1}"#)
        _ = try await bench.wait { $0.frames == 2 }
        await bench.camera.stop()
    }

    /// What comes through any damage lies whole within the body, in its order; all else is refused.
    @Test func recordsOfADamagedBodyLieWithinItOrAreRefused() {
        var random = SeededGenerator(seed: 7)
        let whole = CameraBench.frames(0..<3) + CameraBench.record(2, at: 40, [1, 2, 3, 4])
        var taken = 0
        for _ in 0..<5000 {
            var body = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body[place] = .random(in: 0...255, using: &random)
                case 1: body.removeSubrange(place...)
                case 2: body.insert(.random(in: 0...255, using: &random), at: place)
                default: body.removeSubrange(place..<min(body.count, place + 13))
                }
                if body.isEmpty { break }
            }
            do {
                let records = try BrowserRecord.all(in: body)
                taken += 1
                var end = 0
                for record in records {
                    #expect(record.range.lowerBound == end + BrowserRecord.headerBytes && !record.range.isEmpty)
                    #expect(record.time >= 0 && record.time <= Int64(BrowserRecord.timeLimit) * 1000)
                    end = record.range.upperBound
                }
                #expect(end == body.count)
            } catch {
                #expect((error as? HTTPError)?.code == "badRecord")
            }
        }
        #expect(taken > 100 && taken < 4900)
    }

    /// A picture that is damaged in the middle is a frame of its size or refused; the next one is not touched by it.
    @Test func aFrameThatIsDamagedInTheMiddleLeavesTheNextOneWhole() throws {
        var random = SeededGenerator(seed: 11)
        let pool = FramePool(capacity: 2)
        let decoder = try JPEGDecoder(name: "frames", pool: pool)
        let whole = CameraBench.frame(3)
        let slit = PixelRect(x: 0, y: 0, width: 48, height: 32)
        let expected = try decoder.decode(whole[...], number: 0, time: 0).bitmap(of: slit)
        var refused = 0
        for _ in 0..<500 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[.random(in: 2..<whole.count - 2, using: &random)] = .random(in: 0...255, using: &random)
            }
            do {
                let frame = try decoder.decode(damaged[...], number: 1, time: 1)
                #expect(frame.size.area > 0)
            } catch {
                #expect([.damaged, .limit, .unsupported].contains(error.code), "\(error)")
                refused += 1
            }
            #expect(try decoder.decode(whole[...], number: 2, time: 2).bitmap(of: slit) == expected)
        }
        #expect(refused > 50)
    }

    @Test func aFrameThatClaimsTooManyPixelsIsRefused() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser()
        var frame = CameraBench.frame(0)
        // Height and width behind the marker of the frame's header (ISO 10918-1 B.2.2).
        let header = try #require(frame.indices.first { frame[$0] == 0xFF && frame[$0 + 1] == 0xC0 })
        frame.replaceSubrange(header + 5..<header + 9, with: [0x4E, 0x20, 0x4E, 0x20])
        let answer = try await bench.ask("POST", "/frames", CameraBench.record(1, at: 0, frame))
        #expect([413, 422].contains(answer.status), "\(answer.text)")
        let large = [UInt8](repeating: 0, count: StudioRoutes.Limits().frameBytes + 1)
        #expect(try await bench.ask("POST", "/frames", large).status == 413)
        await bench.camera.stop()
    }

    @Test func soundIsRefusedByACameraThatWasStartedWithout() async throws {
        let bench = try await CameraBench()
        let source = #"{"source":{"kind":"browser","width":48,"height":32}}"#
        #expect(try await bench.ask("POST", "/start", json: source).json["camera"]["hasSound"].bool == false)
        #expect(try await bench.ask("POST", "/frames", CameraBench.record(2, at: 0, [0, 0])).code == "badRecord")
        await bench.camera.stop()
        #expect(try await bench.ask("POST", "/frames", Self.good).code == "notRunning")
    }

    @Test func theSourceIsSwitchedAndTheScanGoesOn() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        let back = #"{"source":{"kind":"browser","width":48,"height":32,"name":"Back"}}"#
        #expect(try await bench.ask("POST", "/switch", json: back).json["source"]["name"].text == "Back")
        // Its times begin anew.
        #expect(try await bench.ask("POST", "/frames", CameraBench.frames(0..<2)).status == 200)
        let state = try await bench.wait { $0.frames == 5 }
        #expect(state.result.width == 5)
        await bench.camera.stop()
    }
}
