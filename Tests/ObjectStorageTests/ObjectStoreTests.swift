import TestSupport
import Testing
import WebTestSupport

@testable import ObjectStorage

/// The client over libcurl, against a server that checks each signature by itself.
struct ObjectStoreTests {
    private let clock = InstantClock()

    private func store(
        _ server: StorageServer, retries: StorageRetries = StorageRetries(), token: String? = nil,
        secretKey: String = StorageServer.secretKey
    ) throws -> ObjectStore {
        ObjectStore(
            endpoint: try #require(StorageEndpoint(server.url)), region: "eu-central-1",
            credentials: .fixed(
                StorageCredentials(accessKey: StorageServer.accessKey, secretKey: secretKey, sessionToken: token)),
            retries: retries, dependencies: ObjectStore.Dependencies(clock: clock, random: { 1 }))
    }

    private func object(_ key: String) -> ObjectAddress { ObjectAddress(bucket: StorageServer.bucket, key: key) }

    /// Keys that are written otherwise in an address.
    private static let keys = [
        "cat.jpg", "a folder/a cat.jpg", "1+1=2.jpg", "köter/größe ✓.png", "日本/猫.heic", "50%25 & more?.jpg",
        "a//b..c/.d", "a//b/../c", "./d", "e/.",
        "~tilde_-.jpg", "quote\"s'and;colons:@,$!*()[]{}|\\^`#", " blank at both ends ", "new\nline\ttab",
    ]

    @Test(arguments: keys) func everyKeyIsSignedAsTheServerReadsIt(_ key: String) async throws {
        let server = StorageServer()
        defer { server.close() }
        let store = try store(server)
        try await store.put(Array("meow".utf8), to: object(key))
        #expect(server.objects[key] == Array("meow".utf8))
        #expect(try await store.get(object(key), limit: 4) == Array("meow".utf8))
        #expect(try await store.byteCount(of: object(key)) == 4)
        #expect(try await store.contents(of: object("")).objects.contains(key) == !key.contains("/"))
        var listed: [String] = []
        try await store.forEachPage(of: object(String(key.prefix(3)))) { page in
            listed += page.map(\.key)
            return true
        }
        #expect(listed == [key])
        try await store.delete(object(key))
        #expect(server.objects.isEmpty)
        try await store.delete(object(key))
        #expect(try await store.byteCount(of: object(key)) == nil)
        #expect(server.badSignatures == [])
    }

    @Test func aServerThatDripsIsGivenUp() async throws {
        let server = LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            connection.drip()
            return false
        }
        defer { server.close() }
        let store = ObjectStore(
            endpoint: try #require(StorageEndpoint("http://127.0.0.1:\(server.port)")), region: "eu-central-1",
            credentials: .fixed(
                StorageCredentials(accessKey: "key", secretKey: StorageServer.secretKey, sessionToken: nil)),
            retries: StorageRetries(attempts: 1), idleLimit: .seconds(1),
            dependencies: ObjectStore.Dependencies(clock: clock, random: { 1 }))
        await #expect(throws: ObjectStoreError.self) { try await store.get(object("a"), limit: 1_000_000) }
    }

    @Test func sessionTokensAreSigned() async throws {
        let server = StorageServer(sessionToken: "token/with+signs==")
        defer { server.close() }
        let store = try store(server, token: "token/with+signs==")
        try await store.put([], to: object("empty"))
        #expect(try await store.get(object("empty"), limit: 0) == [])
        #expect(server.badSignatures == [])
    }

    @Test func bytesOfAllKindsArriveAsTheyWere() async throws {
        let server = StorageServer()
        defer { server.close() }
        let store = try store(server)
        let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        try await store.put(bytes, to: object("large"))
        #expect(server.objects["large"] == bytes)
        #expect(try await store.get(object("large"), limit: bytes.count) == bytes)
        let error = await #expect(throws: ObjectStoreError.self) {
            try await store.get(object("large"), limit: bytes.count - 1)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func aListGoesOnFromPageToPage() async throws {
        let server = StorageServer(pageSize: 3)
        defer { server.close() }
        let names =
            (0..<5).map { "in/a/\($0)" } + ["in/alone +.jpg"] + (5..<10).map { "in/b/\($0)" } + ["other"]
        for name in names { server.put(Array(name.utf8), name) }
        let store = try store(server)
        var pages: [[ListedObject]] = []
        try await store.forEachPage(of: object("in/")) { page in
            pages.append(page)
            return true
        }
        #expect(pages.map(\.count) == [3, 3, 3, 2])
        #expect(pages.joined().map(\.key) == names.filter { $0.hasPrefix("in/") })
        #expect(pages[0][0].byteCount == 6 && pages[0][0].entityTag.hasPrefix("\""))
        let folder = try await store.contents(of: object("in"))
        #expect(folder.objects == ["alone +.jpg"] && folder.folders == ["a", "b"])
        // Marks that make one character with the slash before them.
        for name in ["marks/\u{301}.png", "marks/\u{1F3FD}/c.png"] { server.put([1], name) }
        let marks = try await store.contents(of: object("marks"))
        #expect(marks.objects == ["\u{301}.png"] && marks.folders == ["\u{1F3FD}"])
        #expect(try await store.contents(of: object("none")) == ObjectStore.Folder())
        var seen = 0
        try await store.forEachPage(of: object("in/")) { page in
            seen += page.count
            return false
        }
        #expect(seen == 3)
        #expect(server.badSignatures == [])
    }

    @Test func aServerThatIsOverloadedForAWhileIsWaitedFor() async throws {
        let server = StorageServer { request in
            switch request.attempt {
            case 1: .refused(503, "SlowDown")
            case 2: .refused(429, "TooManyRequests", fields: ["Retry-After": "7"])
            case 3: .refused(500, "InternalError", fields: ["Retry-After": "700"])
            case 4: .hangsUp
            default: nil
            }
        }
        defer { server.close() }
        server.put([1, 2], "cat")
        #expect(try await store(server).get(object("cat"), limit: 10) == [1, 2])
        // For the kept connection that was closed libcurl opens another one by itself.
        #expect(clock.sleeps == [.milliseconds(250), .seconds(7), .seconds(10)])
    }

    @Test func oneThatStaysSoIsLeftForLater() async throws {
        let server = StorageServer { _ in .refused(503, "SlowDown") }
        defer { server.close() }
        let store = try store(server, retries: StorageRetries(attempts: 3, budget: 3))
        for expected in [3, 5, 6] {
            let error = await #expect(throws: ObjectStoreError.self) { try await store.get(object("cat"), limit: 10) }
            #expect(error?.code == .unavailable && error?.isTemporary == true)
            #expect(error?.description.contains("SlowDown: said & done") == true)
            // The budget of all requests has three repeats.
            #expect(server.requests.count == expected)
        }
    }

    @Test func aDownloadThatBreaksOffGoesOnWhereItEnded() async throws {
        let server = StorageServer { $0.attempt < 4 ? .endsAfter(100_000) : nil }
        defer { server.close() }
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
        server.put(bytes, "cat")
        #expect(try await store(server).get(object("cat"), limit: bytes.count) == bytes)
        #expect(server.requests.map { $0.fields["range"] } == [nil, "bytes=100000-", "bytes=200000-", "bytes=300000-"])
        #expect(server.badSignatures == [])
    }

    /// As a server may that does not know ranges: the limit is that of the whole.
    @Test func oneWhoseRestComesAsTheWholeIsTaken() async throws {
        let text = String(repeating: "whole", count: 1000)
        let server = StorageServer { $0.attempt == 1 ? .endsAfter(3000) : .body(text) }
        defer { server.close() }
        server.put(Array(text.utf8), "cat")
        #expect(try await store(server).get(object("cat"), limit: 5000) == Array(text.utf8))
    }

    @Test func oneThatWasWrittenAnewMeanwhileStartsAgain() async throws {
        let server = StorageServer { $0.attempt == 1 ? .endsAfter(100) : $0.attempt == 2 ? .rewritten : nil }
        defer { server.close() }
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        server.put(bytes, "cat")
        #expect(try await store(server).get(object("cat"), limit: bytes.count) == bytes)
        #expect(server.requests.map { $0.fields["if-match"] != nil } == [false, true, false])
    }

    @Test func largeObjectsGoInParts() async throws {
        let server = StorageServer()
        defer { server.close() }
        let bytes = (0..<2500).map { UInt8(truncatingIfNeeded: $0) }
        try await store(server).put(bytes, to: object("large one"), partByteCount: 1000)
        #expect(server.objects["large one"] == bytes && server.openUploads == 0)
        #expect(server.requests.map(\.method) == ["POST", "PUT", "PUT", "PUT", "POST"])
        #expect(server.badSignatures == [])
    }

    @Test func oneWhoseLastAnswerIsLostIsWritten() async throws {
        // The upload has one POST before the one that completes it.
        let server = StorageServer { $0.method == "POST" && $0.attempt == 2 ? .endsAfter(0) : nil }
        defer { server.close() }
        let bytes = (0..<2500).map { UInt8(truncatingIfNeeded: $0) }
        try await store(server).put(bytes, to: object("large"), partByteCount: 1000)
        #expect(server.objects["large"] == bytes)
        #expect(server.requests.map(\.method) == ["POST", "PUT", "PUT", "PUT", "POST", "POST", "HEAD"])
    }

    @Test func oneWhoseUploadIsGoneIsNotWritten() async throws {
        let server = StorageServer { $0.method == "POST" && $0.attempt == 2 ? .refused(404, "NoSuchUpload") : nil }
        defer { server.close() }
        let error = await #expect(throws: ObjectStoreError.self) {
            try await store(server).put([UInt8](repeating: 1, count: 2500), to: object("large"), partByteCount: 1000)
        }
        #expect(error?.code == .noSuchObject)
    }

    @Test(arguments: [3, 5]) func partsThatFailAreNotLeftBehind(_ failing: Int) async throws {
        let count = Counter()
        let server = StorageServer { request in
            switch count.next() {
            case failing where request.method == "PUT": .refused(403, "AccessDenied")
            case failing: .body("<Error><Code>InternalError</Code><Message>late</Message></Error>")
            default: nil
            }
        }
        defer { server.close() }
        let error = await #expect(throws: ObjectStoreError.self) {
            try await store(server).put([UInt8](repeating: 1, count: 2500), to: object("large"), partByteCount: 1000)
        }
        #expect(error?.code == (failing == 3 ? .refused : .unavailable))
        #expect(server.objects.isEmpty && server.openUploads == 0)
    }

    @Test func refusalsSayWhatToDo() async throws {
        let server = StorageServer { request in
            switch request.key {
            case "denied": .refused(403, "AccessDenied")
            case "skewed": .refused(403, "RequestTimeTooSkewed")
            case "expired": .refused(400, "ExpiredToken")
            case "moved": .refused(301, "PermanentRedirect", fields: ["x-amz-bucket-region": "us-west-2"])
            case "odd": .refused(418, "Teapot")
            case "full": .refused(507, "InsufficientStorage")
            default: nil
            }
        }
        defer { server.close() }
        let store = try store(server)
        func code(_ object: ObjectAddress) async -> ObjectStoreError.Code? {
            do throws(ObjectStoreError) {
                _ = try await store.get(object, limit: 100)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await code(object("denied")) == .refused)
        #expect(await code(object("skewed")) == .refused)
        #expect(await code(object("expired")) == .expired)
        #expect(await code(object("moved")) == .wrongRegion)
        #expect(await code(object("odd")) == .badAnswer)
        #expect(await code(object("full")) == .unavailable)
        #expect(await code(object("none")) == .noSuchObject)
        #expect(await code(ObjectAddress(bucket: "no-such", key: "cat")) == .noSuchBucket)
        // None of them is tried again.
        #expect(clock.sleeps == [])
        let wrong = try self.store(server, secretKey: "wrong")
        let error = await #expect(throws: ObjectStoreError.self) { try await wrong.get(object("cat"), limit: 1) }
        #expect(error?.code == .refused && error?.description.contains("SignatureDoesNotMatch") == true)
        #expect(server.badSignatures.count == 1)
    }

    @Test func aServerThatIsNotThereIsTriedAgain() async throws {
        let server = StorageServer()
        let store = try store(server, retries: StorageRetries(attempts: 2))
        server.close()
        let error = await #expect(throws: ObjectStoreError.self) { try await store.get(object("cat"), limit: 1) }
        #expect(error?.code == .unavailable && clock.sleeps.count == 1)
    }

    /// A label of more than 63 characters is no name that could be looked up, so nothing is asked for it.
    @Test func aServerWhoseNameHasNoAddressIsTriedAgain() async throws {
        let store = ObjectStore(
            endpoint: try #require(StorageEndpoint("http://\(String(repeating: "a", count: 70)).invalid")), region: "r",
            credentials: .fixed(StorageCredentials(accessKey: "a", secretKey: "b")),
            retries: StorageRetries(attempts: 3),
            dependencies: ObjectStore.Dependencies(clock: clock, random: { 1 }))
        for tries in 1...2 {
            let error = await #expect(throws: ObjectStoreError.self) { try await store.get(object("cat"), limit: 1) }
            #expect(error?.code == .unavailable && clock.sleeps.count == 2 * tries)
        }
    }

    @Test func aCancelledTaskDoesNotWaitForItsServer() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let server = LoopbackServer { _, connection in
            arrived.yield()
            connection.waitForClient()
            return false
        }
        defer { server.close() }
        let store = ObjectStore(
            endpoint: try #require(StorageEndpoint(server.url(""))), region: "r",
            credentials: .fixed(StorageCredentials(accessKey: "a", secretKey: "b")))
        let reading = Task { () async -> ObjectStoreError? in
            do throws(ObjectStoreError) {
                _ = try await store.get(object("cat"), limit: 1)
                return nil
            } catch {
                return error
            }
        }
        for await _ in arrivals { break }
        reading.cancel()
        #expect(await reading.value?.code == .cancelled)
    }

    @Test(arguments: ["<html>", "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", ""])
    func whatIsNotAListIsRefused(_ body: String) async throws {
        let server = StorageServer { _ in .body(body) }
        defer { server.close() }
        let error = await #expect(throws: ObjectStoreError.self) { try await store(server).contents(of: object("")) }
        #expect(error?.code == .badAnswer)
    }

    private static func page(_ names: String..., next: String) -> String {
        let contents = names.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
        return "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>\(next)</NextContinuationToken>"
            + contents + "</ListBucketResult>"
    }

    /// Whose tokens go in a circle, whose pages are empty, whose names go back, whose names are of another folder.
    @Test(
        arguments: [
            ([page("in/a", next: "A"), page("in/b", next: "B")], 3), ([page(next: "x")], 101),
            ([page("in/b", "in/a", next: "A"), page("in/b", next: "B")], 2), ([page("out/a", next: "A")], 1),
        ])
    func aListThatDoesNotGoOnEnds(_ pages: [String], _ requests: Int) async throws {
        let server = StorageServer { .body(pages[($0.attempt - 1) % pages.count]) }
        defer { server.close() }
        let error = await #expect(throws: ObjectStoreError.self) { try await store(server).contents(of: object("in")) }
        #expect(error?.code == .badAnswer)
        #expect(server.requests.count == requests)
    }

    /// One name a page, and the same with an empty page before each.
    @Test(arguments: [1, 2]) func aListOfFewNamesAPageEnds(_ step: Int) {
        var progress = ListProgress(prefix: object("in/"))
        var pages = 0
        var code: ObjectStoreError.Code?
        do throws(ObjectStoreError) {
            while pages < 3 * ListProgress.mostSparsePages {
                pages += 1
                let text =
                    pages.isMultiple(of: step) ? Self.page("in/\(10_000 + pages)", next: "A") : Self.page(next: "A")
                guard let page = ListPage(Array(text.utf8)) else { break }
                try progress.take(page)
            }
        } catch {
            code = error.code
        }
        #expect(code == .badAnswer)
        #expect((ListProgress.mostSparsePages...ListProgress.mostSparsePages * 5 / 4).contains(pages), "\(pages)")
    }

    @Test func aListHasALimitOfNames() throws {
        var progress = ListProgress(prefix: object("in/"), mostNames: 3)
        let allowed = try #require(ListPage(Array(Self.page("in/a", "in/b", "in/c", next: "A").utf8)))
        try progress.take(allowed)
        let more = try #require(ListPage(Array(Self.page("in/d", next: "B").utf8)))
        #expect(throws: ObjectStoreError.self) { try progress.take(more) }
    }

    @Test func aServersEchoDoesNotShowTheTokenOfASession() async throws {
        let token = "IQoJb3JpZ2luX2VjEJr+abc/def=="
        let server = StorageServer(sessionToken: token) { _ in .refused(403, "no rule for \(token.dropLast(6))") }
        defer { server.close() }
        let error = await #expect(throws: ObjectStoreError.self) {
            try await store(server, token: token).get(object("cat"), limit: 1)
        }
        #expect(error?.description.contains("no rule for (token)") == true, "\(error.debugDescription)")
    }

    @Test func namesThatS3DoesNotAllowAreNotAList() async throws {
        let page = Self.page("in/" + String(repeating: "a", count: 1_022), next: "A")
        let server = StorageServer { _ in .body(page) }
        defer { server.close() }
        let error = await #expect(throws: ObjectStoreError.self) { try await store(server).contents(of: object("in")) }
        #expect(error?.code == .badAnswer)
    }
}
