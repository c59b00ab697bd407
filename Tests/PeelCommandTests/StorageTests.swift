import ImageLoading
import ObjectStorage
import Peel
import TestSupport
import Testing
import WebTestSupport

@testable import HTTPTestSupport
@testable import PeelCommand
@testable import StickerPacks

/// Photos, manifests and outputs in storage that speaks S3, with the built program.
struct StorageTests {
    private let folder = TemporaryFolder()
    private var root: FilePath { folder.path }

    private func run(
        _ server: StorageServer, _ arguments: FilePath..., secretKey: String = StorageServer.secretKey,
        option: Bool = false
    ) async throws -> Subprocess.Output {
        let environment: [String: String?] = [
            "AWS_ACCESS_KEY_ID": StorageServer.accessKey, "AWS_SECRET_ACCESS_KEY": secretKey,
            "AWS_ENDPOINT_URL_S3": option ? nil : server.url, "AWS_ENDPOINT_URL": nil, "AWS_SESSION_TOKEN": nil,
            "AWS_REGION": "eu-west-1", "HOME": root.description, "AWS_PROFILE": nil,
            "AWS_SHARED_CREDENTIALS_FILE": nil, "AWS_CONFIG_FILE": nil,
        ]
        let endpoint: [FilePath] = option ? ["--s3-endpoint", FilePath(server.url)] : []
        return try await BuiltProgram.run(Array(arguments) + endpoint, environment: environment, in: root)
    }

    /// In a folder, and in storage below `in/`.
    private func write(_ bytes: [UInt8], to name: String, _ server: StorageServer) throws {
        try folder.write(bytes, to: FilePath("photos/\(name)"))
        server.put(bytes, "in/\(name)")
    }

    /// The last begins with a mark that makes one character with the slash before it.
    private let names = ["a ball.png", "b+b=2.png", "bälle/ä.png", "c/d/e.png", "\u{301}z.png"]

    @Test func allOfItInStorageMakesThePackOfOneMachine() async throws {
        // Each object is busy once, lists have several pages.
        let server = StorageServer(pageSize: 3) {
            $0.attempt == 1 && $0.method != "POST" ? .refused(503, "SlowDown") : nil
        }
        defer { server.close() }
        for (number, name) in names.enumerated() { try write(SamplePhotos.ball + [UInt8(number)], to: name, server) }
        try write(Array("no photo".utf8), to: "bad.jpg", server)
        server.put([1], "in/notes.txt")
        server.put(SamplePhotos.ball, "in/.hidden.png")
        server.put([], "in/folder.jpg/")
        let split = try await run(
            server, "split", "s3://photos/in", "-o", "s3://photos/parts", "--parts", "2", option: true)
        #expect(split.succeeded, "\(split.errorText)")
        #expect(split.errorText.contains("6 photos in 2 parts") && split.errorText.contains(".hidden.png"))
        var ends: [Subprocess.Exit] = []
        for part in 0..<2 {
            let worked = try await run(
                server, "worker", "--manifest", "s3://photos/parts", "--part", FilePath("\(part)/2"), "-o",
                "s3://photos/out/", "--size", "64")
            ends.append(worked.exit)
        }
        #expect(ends.contains(.exited(65)) && ends.contains(.exited(0)), "\(ends)")
        let merged = try await run(server, "merge", "s3://photos/out", "--manifest", "s3://photos/parts", "-o", "pack")
        #expect(merged.exit == .exited(65), "\(merged.errorText)")
        let recorded = try await run(server, "merge", "s3://photos/out", "-o", "recorded")
        #expect(recorded.exit == .exited(65), "\(recorded.errorText)")
        #expect(
            try await BuiltProgram.run(["make", "photos", "-o", "alone", "--size", "64"], in: root).exit == .exited(1))
        #expect(try folder.contents("pack") == folder.contents("alone"))
        #expect(try folder.contents("recorded") == folder.contents("alone"))
        #expect(server.badSignatures == [])
    }

    @Test func aWorkerThatResumesAsksForNothingThatItCanKnow() async throws {
        let server = StorageServer()
        defer { server.close() }
        for (number, name) in names.enumerated() { try write(SamplePhotos.ball + [UInt8(number)], to: name, server) }
        #expect(try await run(server, "split", "s3://photos/in", "-o", "parts", "--parts", "1").succeeded)
        let line: [FilePath] = ["--manifest", "parts", "-o", "s3://photos/out", "--size", "64", "--json"]
        #expect(try await run(server, "worker", line[0], line[1], line[2], line[3], line[4], line[5]).succeeded)
        let records = server.objects.keys.filter { $0.hasPrefix("out/records/") }.sorted()
        let stickers = server.objects.keys.filter { $0.hasPrefix("out/stickers/") }.sorted()
        #expect(records.count == 5 && stickers.count == 5)
        server.remove(records[0])
        server.remove(stickers[1])
        let before = server.requests.count
        let resumed = try await run(
            server, "worker", line[0], line[1], line[2], line[3], line[4], line[5], line[6], "--resume")
        #expect(resumed.succeeded, "\(resumed.errorText)")
        #expect(resumed.outputText.split(separator: "\n").count { $0.contains(#""status":"kept""#) } >= 3)
        let requests = server.requests.dropFirst(before)
        #expect(requests.count { $0.method == "HEAD" } == 0)
        #expect(requests.count { $0.method == "GET" && $0.key.hasPrefix("out/records/") } == 4)
        #expect(Set(server.objects.keys).isSuperset(of: Set(records + stickers)))
    }

    @Test func partsInStorageStayAsTheyAreWhenPhotosAreAdded() async throws {
        let server = StorageServer()
        defer { server.close() }
        for (number, name) in names.enumerated() {
            try write([UInt8](repeating: 1, count: 10 + number), to: name, server)
        }
        let split: [FilePath] = ["split", "s3://photos/in", "-o", "s3://photos/parts", "--parts", "2"]
        #expect(try await run(server, split[0], split[1], split[2], split[3], split[4], split[5]).succeeded)
        let before = server.objects.filter { $0.key.hasPrefix("parts/") }
        let written = server.requests.count { $0.method == "PUT" }
        #expect(Set(before.keys) == ["parts/parts.json", "parts/part-00000.jsonl", "parts/part-00001.jsonl"])
        #expect(try await run(server, split[0], split[1], split[2], split[3], split[4], split[5]).succeeded)
        #expect(server.objects.filter { $0.key.hasPrefix("parts/") } == before)
        #expect(server.requests.count { $0.method == "PUT" } == written)
        let other = try await run(server, split[0], split[1], split[2], split[3], split[4], "3")
        #expect(other.exit == .exited(2) && other.errorText.contains("s3://photos/parts has 2 parts, not 3"))
        #expect(server.objects.filter { $0.key.hasPrefix("parts/") } == before)
        // Nothing of the copies stays.
        #expect(try root.names().allSatisfy { !$0.description.hasPrefix(".peel-run-") })
    }

    @Test func whatCannotBeMendedIsNotTriedAgain() async throws {
        let server = StorageServer()
        defer { server.close() }
        try write(SamplePhotos.ball, to: "a.png", server)
        let wrong = try await run(server, "split", "s3://photos/in", "-o", "parts", "--parts", "1", secretKey: "wrong")
        #expect(wrong.exit == .exited(2) && wrong.errorText.contains("SignatureDoesNotMatch"))
        let none = try await run(server, "split", "s3://no-such/in", "-o", "parts", "--parts", "1")
        #expect(none.exit == .exited(2) && none.errorText.contains("there is no bucket no-such"))
        #expect(try await run(server, "split", "s3://photos/in", "-o", "parts", "--parts", "1").succeeded)
        let output = try await run(server, "worker", "--manifest", "parts", "-o", "s3://no-such/out")
        #expect(output.exit == .exited(2) && output.errorText.contains("there is no bucket no-such"))
        let manifest = try await run(server, "worker", "--manifest", "s3://photos/none", "-o", "out")
        #expect(manifest.exit == .exited(2) && manifest.errorText.contains("there is no manifest at s3://photos/none"))
        let empty = try await run(server, "split", "s3://photos/empty", "-o", "other", "--parts", "1")
        #expect(empty.exit == .exited(2))
        let photo = try await run(server, "split", "s3://photos/none.png", "-o", "other", "--parts", "1")
        #expect(photo.exit == .exited(2) && photo.errorText.contains("no such object"))
        server.remove("in/a.png")
        let gone = try await run(server, "worker", "--manifest", "parts", "-o", "out")
        #expect(gone.exit == .exited(65) && gone.errorText.contains("there is no such file"))
    }

    @Test func addressesOfTheWebInAManifestAreLoaded() async throws {
        let ball = SamplePhotos.ball
        let server = LoopbackServer { request, connection in
            switch request.path {
            case "a%20ball.png": connection.answer("200 OK", ["Content-Type": "image/png"], ball)
            default: connection.answer("404 Not Found")
            }
            return true
        }
        defer { server.close() }
        try folder.write(
            """
            {"photo":"\(server.url("a%20ball.png"))","source":"a ball.png"}
            {"photo":"\(server.url("none.png"))","source":"none.png"}

            """, to: "part.jsonl")
        try folder.write(ball, to: "photos/a ball.png")
        let worked = try await BuiltProgram.run(
            ["worker", "--manifest", "part.jsonl", "-o", "out", "--size", "64", "--json"],
            environment: ["XDG_CACHE_HOME": root.appending("cache").description], in: root)
        #expect(worked.exit == .exited(65), "\(worked.errorText)")
        #expect(worked.errorText.contains("none.png") && worked.errorText.contains("404"))
        #expect(try await BuiltProgram.run(["merge", "out", "-o", "pack"], in: root).exit == .exited(65))
        let made = try await BuiltProgram.run(["make", "photos", "-o", "alone", "--size", "64"], in: root)
        #expect(made.succeeded)
        #expect(try folder.contents("pack/stickers") == folder.contents("alone/stickers"))
    }

    @Test(
        arguments: [
            ["make", "s3://photos/in", "-o", "pack"], ["make", "photos", "-o", "s3://photos/pack"],
            ["merge", "out", "-o", "s3://photos/pack"], ["merge", "s3:///out", "-o", "pack"],
            ["split", "s3://", "-o", "parts", "--parts", "1"],
            ["worker", "--manifest", "parts", "-o", "s3://a b"],
            ["worker", "--manifest", "parts", "-o", "out", "--s3-endpoint", "storage.example.org"],
        ] as [[FilePath]])
    func wrongLinesAreRefused(_ line: [FilePath]) throws {
        #expect(throws: UsageError.self) { try understood(line) }
    }

    @Test func errorsSayWhetherAnotherTryHelps() async throws {
        let server = StorageServer { request in
            switch request.key {
            case "in/busy.png": .refused(503, "SlowDown")
            case "in/denied.png": .refused(403, "AccessDenied")
            case "out/x": .refused(request.method == "GET" ? 503 : 507, "InsufficientStorage")
            default: nil
            }
        }
        defer { server.close() }
        server.put([], "in/empty.png")
        server.put([1, 2, 3], "in/large.png")
        let store = ObjectStore(
            endpoint: try #require(StorageEndpoint(server.url)), region: "r",
            credentials: .fixed(
                StorageCredentials(accessKey: StorageServer.accessKey, secretKey: StorageServer.secretKey)),
            retries: StorageRetries(attempts: 1))
        var request = MakeRequest(sources: [], output: "out")
        request.limits.bytes = 2
        let sources = PartPhotoSources([], request, store)
        func error(_ name: String) async -> (any Error)? {
            do {
                _ = try await sources.photo(PartPhoto(FilePath("s3://photos/in/\(name)"))).read(limit: 2)
                return nil
            } catch {
                return error
            }
        }
        #expect(PartPhotoSources.isTemporary(try #require(await error("busy.png"))))
        let denied = try #require(await error("denied.png") as? PackError)
        #expect(denied.code == .refused && !denied.isTemporary)
        for name in ["empty.png", "large.png", "none.png"] {
            let error = try #require(await error(name) as? FileError)
            #expect(!PartPhotoSources.isTemporary(error), "\(error)")
        }
        let output = StorageWorkStore(try #require(ObjectAddress("s3://photos/out")), store)
        let full = await #expect(throws: PackError.self) { try await output.write([1], to: "x") }
        #expect(full?.isTemporary == true)
        let busy = await #expect(throws: PackError.self) { try await output.read("x", limit: 10) }
        #expect(busy?.isTemporary == true)
        #expect(try await output.read("y", limit: 10) == nil)
    }
}
