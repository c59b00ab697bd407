import Files
import HTTPMessages
import Imaging
import Testing

@testable import Studio

struct CameraResultsTests {
    private func picture(_ id: String, bytes: Int = 1) -> KeptPicture {
        KeptPicture(id: id, width: 1, height: 1, made: "", name: id, mode: "strip", bytes: bytes)
    }

    private func movie(_ id: String, bytes: Int = 1) -> KeptMovie {
        KeptMovie(
            id: id, made: "", name: id, type: "video/mp4", seconds: 1, frames: 1, bytes: bytes, droppedFrames: 0)
    }

    @Test func theOldestGiveWayAtTheBoundOfTheirKind() {
        var limits = CameraResults.Limits()
        (limits.pictures, limits.movies) = (2, 1)
        var results = CameraResults(limits: limits)
        #expect(results.add(picture("a"), at: "a").isEmpty)
        #expect(results.add(movie("m"), at: "m").isEmpty)
        #expect(results.add(picture("b"), at: "b").isEmpty)
        #expect(results.add(picture("c"), at: "c") == ["a"])
        #expect(results.add(movie("n"), at: "n") == ["m"])
        #expect(results.pictures.map(\.id) == ["b", "c"] && results.movies.map(\.id) == ["n"])
        #expect(results.file("a") == nil && results.file("c") == "c")
        #expect(Set(results.removeAll()) == ["b", "c", "n"])
        #expect(results.bytes == 0)
    }

    @Test func theOldestOfAllGiveWayAtTheBoundOfBytesAndTheNewestStays() {
        var limits = CameraResults.Limits()
        limits.bytes = 100
        var results = CameraResults(limits: limits)
        _ = results.add(movie("m", bytes: 40), at: "m")
        _ = results.add(picture("a", bytes: 40), at: "a")
        #expect(results.add(picture("b", bytes: 40), at: "b") == ["m"])
        #expect(results.add(movie("n", bytes: 500), at: "n") == ["a", "b"])
        #expect(results.bytes == 500)
        #expect(results.remove("n") == "n")
        #expect(results.remove("n") == nil)
    }

    @Test func whatMayPushOutTheOldestIsToldBefore() {
        var limits = CameraResults.Limits()
        (limits.pictures, limits.movies, limits.bytes) = (2, 2, 100)
        var results = CameraResults(limits: limits)
        _ = results.add(picture("a"), at: "a")
        _ = results.add(movie("m"), at: "m")
        #expect(!results.isFull)
        _ = results.add(movie("n"), at: "n")
        #expect(results.isFull)
        _ = results.remove("n")
        _ = results.add(picture("b"), at: "b")
        #expect(results.isFull)
        _ = results.remove("a")
        _ = results.remove("m")
        #expect(!results.isFull)
        _ = results.add(movie("o", bytes: 79), at: "o")
        #expect(results.isFull)
    }

    /// The scan has ended by then, and nothing else has its picture.
    @MainActor @Test(arguments: [false, true])
    func aPictureThatCannotBeWrittenIsKeptByTheNextShutterOrStop(isStopped: Bool) async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        // The growing strip has no name in it.
        let folder = bench.scratch.path
        try folder.removeTree()
        let failed = try await bench.ask("POST", "/shutter", json: #"{"ends":true}"#)
        #expect(failed.status == 507 && failed.code == "file", "\(failed.text)")
        try folder.createFolder()
        if isStopped {
            #expect(try await bench.ask("POST", "/stop").json["lostPicture"] == .null)
        } else {
            #expect(try await bench.ask("POST", "/shutter", json: #"{"ends":true}"#).status == 201)
        }
        let picture = try #require(bench.camera.results.pictures.first)
        #expect(bench.camera.results.pictures.count == 1)
        #expect(try await bench.picture(picture.id).size == PixelSize(width: 3, height: 32))
        #expect(bench.camera.unkept == nil)
        await bench.camera.stop()
    }

    @MainActor @Test func noOtherPictureBeginsBeforeAStripThatCannotBeWrittenIsKept() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<3))
        _ = try await bench.wait { $0.frames == 3 }
        let folder = bench.scratch.path
        try folder.removeTree()
        for _ in 0..<2 { #expect(try await bench.ask("POST", "/scan").code == "file") }
        try folder.createFolder()
        let begun = try await bench.ask("POST", "/scan")
        #expect(begun.status == 200 && begun.json["pictures"].count == 1, "\(begun.text)")
        await bench.camera.stop()
    }

    @MainActor @Test func picturesOfTheCameraGiveWayWithTheirFiles() async throws {
        var limits = CameraResults.Limits()
        limits.pictures = 2
        let bench = try await CameraBench(results: limits)
        try await bench.startBrowser(scan: true)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<2))
        _ = try await bench.wait { $0.frames == 2 }
        var ids: [String] = []
        for _ in 0..<3 { ids.append(try #require(try await bench.ask("POST", "/shutter").json["id"].text)) }
        #expect(try await bench.ask("GET", "/pictures/\(ids[0])").status == 404)
        #expect(try await bench.ask("GET", "/pictures/\(ids[2])").status == 200)
        #expect(bench.files.count == 2)
        await bench.camera.stop()
    }
}
