import Files
import Glibc
import TestSupport
import Testing

@testable import HTTPServing
@testable import Studio

struct PackShelfTests {
    private let folder = TemporaryFolder()

    /// Of so many bytes, which take no room.
    private func pack(_ bytes: Int = 1) throws -> MadePack {
        let path = try folder.write([], to: "file")
        #expect(path.withCString { truncate($0, bytes) } == 0)
        return MadePack(name: "a", files: PackDownloads(zip: try FileBody(path)))
    }

    private func kept(_ ids: [String], on shelf: Shelf<MadePack>) -> [Bool] { ids.map { shelf[$0] != nil } }

    @Test func theNewestAreKept() throws {
        let shelf = Shelf<MadePack>(limits: .init(count: 2))
        let ids = try (1...3).map { _ in shelf.add(try pack()) }
        #expect(kept(ids, on: shelf) == [false, true, true])
    }

    @Test func theOldestGiveWayToMoreBytes() throws {
        let shelf = Shelf<MadePack>()
        let ids = try (1...5).map { _ in shelf.add(try pack(1 << 29)) }
        #expect(kept(ids, on: shelf) == [false, true, true, true, true])
        let large = shelf.add(try pack(3 << 30))
        #expect(kept(ids + [large], on: shelf) == [false, false, false, false, false, true])
        let small = shelf.add(try pack())
        #expect(kept([large, small], on: shelf) == [false, true])
    }

    @Test func aPageHasOne() throws {
        let shelf = Shelf<MadePack>(limits: .init(count: 3))
        let other = shelf.add(try pack(), for: "desktop")
        let ids = try (1...5).map { _ in shelf.add(try pack(), for: "phone") }
        #expect(kept([other] + ids, on: shelf) == [true, false, false, false, false, true])
        shelf.remove(of: "phone")
        shelf.remove(of: nil)
        #expect(kept([other] + ids, on: shelf) == [true, false, false, false, false, false])
    }
}
