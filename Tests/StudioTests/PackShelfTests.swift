import Files
import Glibc
import TestSupport
import Testing

@testable import HTTPServing
@testable import Studio

struct PackShelfTests {
    private let folder = TemporaryFolder()

    /// Of so many bytes, which take no room.
    private func file(_ bytes: Int = 1) throws -> FileBody {
        let path = try folder.write([], to: "file")
        #expect(path.withCString { truncate($0, bytes) } == 0)
        return try FileBody(path)
    }

    private func kept(_ ids: [String], on shelf: PackShelf) -> [Bool] { ids.map { shelf.pack($0) != nil } }

    @Test func theNewestAreKept() throws {
        let shelf = PackShelf(limits: .init(packs: 2))
        let ids = try (1...3).map { _ in shelf.add(try file(), named: "a") }
        #expect(kept(ids, on: shelf) == [false, true, true])
    }

    @Test func theOldestGiveWayToMoreBytes() throws {
        let shelf = PackShelf()
        let ids = try (1...5).map { _ in shelf.add(try file(1 << 29), named: "a") }
        #expect(kept(ids, on: shelf) == [false, true, true, true, true])
        let large = shelf.add(try file(3 << 30), named: "large")
        #expect(kept(ids + [large], on: shelf) == [false, false, false, false, false, true])
        let small = shelf.add(try file(), named: "small")
        #expect(kept([large, small], on: shelf) == [false, true])
    }

    @Test func aPageHasOne() throws {
        let shelf = PackShelf(limits: .init(packs: 3))
        let other = shelf.add(try file(), named: "a", for: "desktop")
        let ids = try (1...5).map { _ in shelf.add(try file(), named: "a", for: "phone") }
        #expect(kept([other] + ids, on: shelf) == [true, false, false, false, false, true])
        shelf.remove(of: "phone")
        shelf.remove(of: nil)
        #expect(kept([other] + ids, on: shelf) == [true, false, false, false, false, false])
    }
}
