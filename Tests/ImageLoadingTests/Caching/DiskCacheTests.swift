import Files
import Glibc
import HTTPMessages
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(10))) struct DiskCacheTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("cache") }

    static func response(_ name: String, bytes: Int = 100) -> StoredResponse {
        StoredResponse(
            address: "http://a/\(name)", fields: ["ETag": "\"\(name)\""], selectingFields: [:], requestTime: 1,
            responseTime: 2, body: [UInt8](repeating: 7, count: bytes))
    }

    /// How many bytes such a response takes on the disk.
    private static func cost(_ bytes: Int = 100) -> Int { response("0", bytes: bytes).encoded()?.count ?? 0 }

    @Test func whatIsStoredIsFoundAlsoByTheNextProgram() async {
        let cache = DiskCache(folder: folder)
        await cache.store(Self.response("1"))
        #expect(await cache.lookUp("http://a/1") == Self.response("1"))
        #expect(await cache.lookUp("http://a/2") == nil)
        let next = DiskCache(folder: folder)
        #expect(await next.lookUp("http://a/1") == Self.response("1"))
        #expect(await next.count == 1)
        #expect(await next.usedBytes == Self.cost())
    }

    @Test func theLeastRecentlyUsedGoFirstAlsoAfterANewStart() async {
        let limit = 8 * Self.cost() + 10
        let cache = DiskCache(folder: folder, limit: limit)
        for number in 0..<8 { await cache.store(Self.response("\(number)")) }
        #expect(await cache.count == 8)
        #expect(await cache.lookUp("http://a/0") != nil)
        await cache.store(Self.response("8"))
        #expect(await cache.lookUp("http://a/1") == nil)
        #expect(await cache.lookUp("http://a/0") != nil)
        #expect(await cache.usedBytes <= limit)

        // The times of the files carry the order; a test does not wait for the clock to tick.
        for (age, name) in ["2", "0", "3", "4", "5", "6", "7", "8"].enumerated() {
            var times = [timespec(tv_sec: 1000 + age, tv_nsec: 0), timespec(tv_sec: 1000 + age, tv_nsec: 0)]
            let digest = SHA256Digest(of: Array("http://a/\(name)".utf8)).hex
            _ = folder.appending(FilePath(digest + ".response")).withCString { utimensat(AT_FDCWD, $0, &times, 0) }
        }
        let next = DiskCache(folder: folder, limit: limit)
        await next.store(Self.response("9"))
        #expect(await next.lookUp("http://a/2") == nil)
        #expect(await next.lookUp("http://a/0") != nil)
        #expect(await next.lookUp("http://a/3") != nil)
    }

    @Test func aSmallerLimitRemovesWhatIsTooMuchAtTheStart() async throws {
        let cache = DiskCache(folder: folder)
        for number in 0..<6 { await cache.store(Self.response("\(number)")) }
        let smaller = DiskCache(folder: folder, limit: 3 * Self.cost())
        #expect(await smaller.count == 3)
        #expect(try folder.names().count == 3)
    }

    @Test func whatIsLargerThanAQuarterOfTheLimitIsNotStoredAndWhatWasThereIsGone() async {
        let cache = DiskCache(folder: folder, limit: 4 * Self.cost())
        await cache.store(Self.response("1"))
        await cache.store(Self.response("1", bytes: 101))
        #expect(await cache.lookUp("http://a/1") == nil)
        #expect(await cache.usedBytes == 0)
    }

    @Test func aDamagedFileCountsAsNoneAndGoesAway() async throws {
        let cache = DiskCache(folder: folder)
        await cache.store(Self.response("1"))
        let file = folder.appending(try #require(try folder.names().first))
        var bytes = try file.readBytes()
        bytes[bytes.count - 1] ^= 1
        try AtomicFile.write(bytes, to: file, durability: .deferred)
        #expect(await cache.lookUp("http://a/1") == nil)
        #expect(try folder.names().isEmpty)
        #expect(await cache.usedBytes == 0)
    }

    @Test func filesOfOthersInTheFolderStay() async throws {
        try temporary.write("mine", to: "cache/notes.txt")
        try temporary.write("mine", to: "cache/short.response")
        let cache = DiskCache(folder: folder, limit: 0)
        await cache.removeAll()
        #expect(try folder.names() == ["notes.txt", "short.response"])
    }

    @Test func whatAnotherProgramStoredIsFoundWhatItRemovedIsNot() async throws {
        let one = DiskCache(folder: folder)
        let other = DiskCache(folder: folder)
        #expect(await other.count == 0)
        await one.store(Self.response("1"))
        #expect(await other.lookUp("http://a/1") != nil)
        #expect(await other.count == 1)
        await one.removeAll()
        #expect(await other.lookUp("http://a/1") == nil)
        #expect(await other.usedBytes == 0)
    }

    @Test func aFolderThatCannotBeMadeOrAFullDiskIsNoReasonToFail() async throws {
        try temporary.write("a file", to: "cache")
        let cache = DiskCache(folder: folder)
        await cache.store(Self.response("1"))
        #expect(await cache.lookUp("http://a/1") == nil)
        #expect(await cache.usedBytes == 0)
    }

    /// A program writes as fast as it can and is killed in the midst of it; what it leaves is whole or not there.
    @Test(arguments: [3, 20, 60])
    func afterKill9EveryAnswerIsWhole(_ writes: Int) async throws {
        try folder.createFolder()
        let path = folder.description
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, writes = writes as Int] in
            let cache = DiskCache(folder: FilePath(path), limit: 1 << 20)
            let stored = Watched(0)
            let killer = Task.detached {
                await stored.until { $0 >= writes }
                kill(getpid(), SIGKILL)
            }
            for number in 0... {
                await cache.store(DiskCacheTests.response("\(number % 7)", bytes: 20_000 + number))
                stored.withLock { $0 += 1 }
            }
            await killer.value
        }
        let cache = DiskCache(folder: folder, limit: 1 << 20)
        let count = await cache.count
        #expect(count > 0)
        var whole = 0
        for number in 0..<7 where await cache.lookUp("http://a/\(number)") != nil { whole += 1 }
        #expect(whole == count)
        // Nor is a file left that was being written.
        #expect(try folder.names().count == count)
    }
}
