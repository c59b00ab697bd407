import Files
import Glibc
import TestSupport
import Testing

@testable import HTTPServing
@testable import Studio

struct RecentPacksTests {
    private let folder = TemporaryFolder()

    /// Of so many bytes, which take no room.
    private func pack(_ bytes: Int = 1) throws -> MadePack {
        let path = try folder.write([], to: "file")
        #expect(path.withCString { truncate($0, bytes) } == 0)
        return MadePack(name: "a", files: PackDownloads(zip: try FileBody(path)))
    }

    private func kept(_ ids: [String], in results: RecentResults<MadePack>) -> [Bool] {
        ids.map { results[$0] != nil }
    }

    @Test func theNewestAreKept() throws {
        let results = RecentResults<MadePack>(limits: .init(count: 2))
        let ids = try (1...3).map { _ in results.add(try pack()) }
        #expect(kept(ids, in: results) == [false, true, true])
    }

    @Test func theOldestGiveWayToMoreBytes() throws {
        let results = RecentResults<MadePack>()
        let ids = try (1...5).map { _ in results.add(try pack(1 << 29)) }
        #expect(kept(ids, in: results) == [false, true, true, true, true])
        let large = results.add(try pack(3 << 30))
        #expect(kept(ids + [large], in: results) == [false, false, false, false, false, true])
        let small = results.add(try pack())
        #expect(kept([large, small], in: results) == [false, true])
    }

    @Test func aPageHasOne() throws {
        let results = RecentResults<MadePack>(limits: .init(count: 3))
        let other = results.add(try pack(), for: "desktop")
        let ids = try (1...5).map { _ in results.add(try pack(), for: "phone") }
        #expect(kept([other] + ids, in: results) == [true, false, false, false, false, true])
        results.remove(of: "phone")
        results.remove(of: nil)
        #expect(kept([other] + ids, in: results) == [true, false, false, false, false, false])
    }
}
