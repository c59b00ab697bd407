import Files
import Glibc
import Imaging
import Printing
import TestSupport
import Testing

@testable import HTTPServing
@testable import Studio

struct SheetShelfTests {
    private let folder = TemporaryFolder()

    /// Of so many bytes, which take no room.
    private func file(_ bytes: Int = 1) throws -> SheetShelf.File {
        let path = try folder.write([], to: "file")
        #expect(path.withCString { truncate($0, bytes) } == 0)
        return SheetShelf.File(name: "sheet.pdf", type: "application/pdf", body: try FileBody(path))
    }

    private func plan() async throws -> SheetPlan {
        let path = try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap(side: 64)), to: "coffee.png")
        return try await SheetMaker(SheetSettings()).plan([SheetSticker(name: "coffee", path: path)])
    }

    private func kept(_ ids: [String], on shelf: SheetShelf) -> [Bool] { ids.map { shelf.sheet($0) != nil } }

    @Test func theNewestAreKept() async throws {
        let shelf = SheetShelf(limits: .init(sheets: 2))
        let plan = try await plan()
        let ids = (1...3).map { _ in shelf.add(plan) }
        #expect(kept(ids, on: shelf) == [false, true, true])
    }

    @Test func theOldestGiveWayToPlansThatTakeMore() async throws {
        let plan = try await plan()
        #expect(plan.byteCount > 1_000)
        let shelf = SheetShelf(limits: .init(planBytes: 2 * plan.byteCount))
        let ids = (1...3).map { _ in shelf.add(plan) }
        #expect(kept(ids, on: shelf) == [false, true, true])
        let small = SheetShelf(limits: .init(planBytes: 1))
        let last = (1...2).map { _ in small.add(plan) }
        #expect(kept(last, on: small) == [false, true])
    }

    @Test func theOldestFilesGiveWayToMoreBytes() async throws {
        let shelf = SheetShelf()
        let plan = try await plan()
        let (first, second) = (shelf.add(plan), shelf.add(plan))
        func formats(_ id: String) -> Set<SheetMaker.Format> { Set(shelf.sheet(id)?.files.keys.map(\.self) ?? []) }
        #expect(shelf.add(try file(1 << 30), as: .pdf, of: first))
        #expect(shelf.add(try file(1 << 29), as: .png, of: second))
        #expect(shelf.add(try file(1 << 29), as: .svg, of: second))
        #expect(formats(first) == [.pdf] && formats(second) == [.png, .svg])
        #expect(shelf.add(try file(), as: .lines, of: second))
        #expect(formats(first) == [] && formats(second) == [.png, .svg, .lines])
        // One that takes the place of its own.
        #expect(shelf.add(try file(1 << 30), as: .png, of: second))
        #expect(formats(second) == [.png, .svg, .lines])
        #expect(shelf.add(try file(3 << 30), as: .pdf, of: second))
        #expect(formats(second) == [.pdf])
    }

    @Test func aPageHasOneSheet() async throws {
        let shelf = SheetShelf(limits: .init(sheets: 3))
        let plan = try await plan()
        let other = shelf.add(plan, for: "desktop")
        let ids = (1...5).map { _ in shelf.add(plan, for: "phone") }
        #expect(kept([other] + ids, on: shelf) == [true, false, false, false, false, true])
        shelf.remove(of: "phone")
        shelf.remove(of: nil)
        #expect(kept([other] + ids, on: shelf) == [true, false, false, false, false, false])
        #expect(try !shelf.add(file(), as: .pdf, of: ids[4]), "its sheet has gone")
    }
}
