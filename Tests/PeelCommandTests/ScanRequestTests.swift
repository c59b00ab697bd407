import Peel
import SlitScan
import Testing

@testable import PeelCommand

struct ScanRequestTests {
    private func request(_ arguments: String...) throws -> ScanRequest {
        try #require(try understood(["scan"] + arguments.map { FilePath($0) }) as? ScanRequest)
    }

    @Test func sourcesByTheirForm() throws {
        func source(_ operand: String) throws -> CaptureSource.Picture? {
            try request(operand, "-o", "out.png").source?.picture
        }
        #expect(try source("run.mp4") == .file("run.mp4"))
        #expect(try source("lavfi:testsrc2=size=64x48") == .lavfi("testsrc2=size=64x48"))
        #expect(try source("./lavfi:x") == .file("./lavfi:x"))
        if case .device(let path, _)? = try source("/dev/video3") {
            #expect(path == "/dev/video3")
        } else {
            Issue.record()
        }
        if case .device(let path, _)? = try source("v4l2:/dev/cam") {
            #expect(path == "/dev/cam")
        } else {
            Issue.record()
        }
        #expect(try source("LAVFI:testsrc2") == .lavfi("testsrc2"))
        if case .device(let path, _)? = try source("V4L2:/dev/Cam") {
            #expect(path == "/dev/Cam")
        } else {
            Issue.record()
        }
        #expect(throws: UsageError.self) { try source("lavfi:") }
        #expect(throws: UsageError.self) { try source("HTTPS://example.org/run.mp4") }
        let refusal = #expect(throws: UsageError.self) { try source("https://example.org/run.mp4") }
        #expect(refusal?.description.contains("download the movie first") ?? false)
    }

    @Test func allSettings() throws {
        let full = try request(
            "a.mp4", "-o", "b.png", "--mode", "delay", "--axis", "rows", "--direction", "backward", "-w", "3",
            "--length",
            "40", "--mirror", "--sharp", "--history", "2M", "-n", "100", "--record", "c.webm", "--audio", "none",
            "--json")
        var config = ScanConfig(mode: .delay)
        config.axis = .rows
        config.direction = .backward
        config.width = 3
        config.length = 40
        config.isMirrored = true
        config.isBlended = false
        #expect(full.config == config)
        #expect(full.historyBytes == 2 << 20)
        #expect(full.limit == CaptureLimit(frames: 100, endsWhenComplete: true))
        #expect(full.record == "c.webm")
        #expect(full.source?.sound == CaptureSource.Sound.none)
        #expect(full.printsJSON)
        // A sweep ends on the other side, unless one says when.
        #expect(try request("a.mp4", "-o", "b.png", "--mode", "sweep").limit.endsWhenComplete)
        #expect(try !request("a.mp4", "-o", "b.png", "--mode", "sweep", "-n", "9").limit.endsWhenComplete)
    }

    @Test func theMoviesSound() throws {
        func sound(_ word: String) throws -> CaptureSource.Sound? {
            try request("a.mp4", "-o", "b.png", "--record", "c.mp4", "--audio", word).source?.sound
        }
        #expect(try sound("own") == .own)
        #expect(try sound("lavfi:sine") == .lavfi("sine"))
        #expect(try sound("alsa:hw:1,0") == .microphone("alsa:hw:1,0"))
        #expect(try sound("OWN") == .own && sound("None") == CaptureSource.Sound.none)
        #expect(try sound("Pulse:Mic") == .microphone("pulse:Mic") && sound("LAVFI:sine") == .lavfi("sine"))
        #expect(try request("a.mp4", "-o", "b.png", "--record", "c.mp4").source?.sound == .own)
        #expect(try request("a.mp4", "-o", "b.png").source?.sound == CaptureSource.Sound.none)
        #expect(throws: UsageError.self) { try sound("loud") }
    }

    @Test(arguments: [
        ["a.mp4"], ["-o", "b.png"], ["a.mp4", "b.mp4", "-o", "c.png"], ["a.mp4", "-o", "b.jpg"], ["a.mp4", "-o", "-"],
        ["a.mp4", "-o", "b.png", "--audio", "none"], ["a.mp4", "-o", "b.png", "--record", "c.avi"],
        ["a.mp4", "-o", "b.png", "--speed", "2"], ["a.mp4", "-o", "b.png", "--map", "m.png"],
        ["a.mp4", "-o", "b.png", "--mode", "sweep", "--slit", "0.1"],
        ["a.mp4", "-o", "b.png", "--mode", "sweep", "--length", "9"],
        ["a.mp4", "-o", "b.png", "--mode", "map", "--width", "9"], ["a.mp4", "-o", "b.png", "--mode", "spiral"],
        ["a.mp4", "-o", "b.png", "--slit", "2"], ["--list", "a.mp4"],
    ])
    func whatMakesNoSenseIsRefused(_ arguments: [String]) {
        #expect(throws: UsageError.self) { try understood(["scan"] + arguments.map { FilePath($0) }) }
    }
}
