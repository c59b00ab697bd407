import Files
import Glibc
import Imaging
import Printing
import TestSupport
import Testing

@testable import HTTPServing
@testable import Studio

struct RecentSheetsTests {
    private let folder = TemporaryFolder()

    /// Of so many bytes, which take no room.
    private func file(_ bytes: Int = 1) throws -> LaidOutSheet.File {
        let path = try folder.write([], to: "file")
        #expect(path.withCString { truncate($0, bytes) } == 0)
        return LaidOutSheet.File(name: "sheet.pdf", type: "application/pdf", body: try FileBody(path))
    }

    private func sheet() async throws -> LaidOutSheet {
        let path = try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap(side: 256)), to: "coffee.png")
        return LaidOutSheet(
            try await SheetMaker(SheetSettings()).plan([SheetSticker(name: "coffee", path: path)]))
    }

    private func kept(_ ids: [String], in results: RecentResults<LaidOutSheet>) -> [Bool] {
        ids.map { results[$0] != nil }
    }

    @Test func theNewestAreKept() async throws {
        let results = RecentResults<LaidOutSheet>(limits: .init(count: 2))
        let sheet = try await sheet()
        let ids = (1...3).map { _ in results.add(sheet) }
        #expect(kept(ids, in: results) == [false, true, true])
    }

    @Test func theOldestGiveWayToPlansThatTakeMore() async throws {
        let sheet = try await sheet()
        #expect(sheet.byteCount > 1_000)
        let results = RecentResults<LaidOutSheet>(limits: .init(bytes: 2 * sheet.byteCount))
        let ids = (1...3).map { _ in results.add(sheet) }
        #expect(kept(ids, in: results) == [false, true, true])
        let small = RecentResults<LaidOutSheet>(limits: .init(bytes: 1))
        let last = (1...2).map { _ in small.add(sheet) }
        #expect(kept(last, in: small) == [false, true])
    }

    @Test func theOldestFilesGiveWayToMoreBytes() async throws {
        let results = RecentResults<LaidOutSheet>()
        let sheet = try await sheet()
        let (first, second) = (results.add(sheet), results.add(sheet))
        func formats(_ id: String) -> Set<SheetMaker.Format> { Set(results[id]?.files.keys.map(\.self) ?? []) }
        #expect(results.add(try file(1 << 30), as: .pdf, of: first))
        #expect(results.add(try file(1 << 29), as: .png, of: second))
        #expect(results.add(try file(1 << 29), as: .svg, of: second))
        #expect(formats(first) == [.pdf] && formats(second) == [.png, .svg])
        #expect(results.add(try file(), as: .lines, of: second))
        #expect(formats(first) == [] && formats(second) == [.png, .svg, .lines])
        // One that takes the place of its own.
        #expect(results.add(try file(1 << 30), as: .png, of: second))
        #expect(formats(second) == [.png, .svg, .lines])
        #expect(results.add(try file(3 << 30), as: .pdf, of: second))
        #expect(formats(second) == [.pdf])
    }

    @Test func aPageHasOneSheet() async throws {
        let results = RecentResults<LaidOutSheet>(limits: .init(count: 3))
        let sheet = try await sheet()
        let other = results.add(sheet, for: "desktop")
        let ids = (1...5).map { _ in results.add(sheet, for: "phone") }
        #expect(kept([other] + ids, in: results) == [true, false, false, false, false, true])
        results.remove(of: "phone")
        results.remove(of: nil)
        #expect(kept([other] + ids, in: results) == [true, false, false, false, false, false])
        #expect(try !results.add(file(), as: .pdf, of: ids[4]), "its sheet has gone")
    }
}
