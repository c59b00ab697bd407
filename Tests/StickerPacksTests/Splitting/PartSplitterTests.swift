import Files
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct PartSplitterTests {
    /// Photos of very different sizes, as folders have them: mostly of one size, some a thousand times as large.
    private func photos(_ count: Int, from first: Int = 0, _ random: inout SeededGenerator) -> [PartPhoto] {
        (first..<first + count).map { number in
            let bytes = Int.random(in: 0..<20, using: &random) == 0 ? 5_000_000_000 : 5_000_000
            return PartPhoto(
                FilePath("/photos/\(number).jpg"), byteCount: Int.random(in: 1...bytes, using: &random))
        }
    }

    private func sizes(_ parts: [[PartPhoto]]) -> [Int] {
        parts.map { $0.reduce(0) { $0 + ($1.byteCount ?? 0) } }
    }

    @Test(arguments: 0..<40) func theRuleHoldsForAnyPhotos(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let splitter = PartSplitter(.parts(Int.random(in: 1...40, using: &random)))
        var photos: [PartPhoto] = []
        var parts: [[PartPhoto]] = []
        for _ in 0..<5 {
            photos += self.photos(Int.random(in: 0...300, using: &random), from: photos.count, &random)
            photos.shuffle(using: &random)
            let next = splitter.split(photos, keeping: parts)
            // Each photo is in one part.
            #expect(next.joined().map(\.photo.description).sorted() == photos.map(\.photo.description).sorted())
            // What was in a part stays there.
            for (number, part) in parts.enumerated() { #expect(Set(part).isSubset(of: next[number])) }
            let sizes = sizes(next)
            let largest = photos.compactMap(\.byteCount).max() ?? 0
            #expect(try #require(sizes.max()) - #require(sizes.min()) <= largest)
            // The order in which photos are found makes no difference.
            #expect(splitter.split(photos.shuffled(using: &random), keeping: parts) == next)
            parts = next
        }
    }

    @Test(arguments: ["9000000000000000000", "-1", "1125899906842625"]) func aSizeThatNoFileHasIsRefused(bytes: String)
    {
        let line = Array("{\"photo\":\"a.jpg\",\"bytes\":\(bytes)}".utf8)
        #expect(throws: PackError.self) { try PartManifest.photos(in: line, of: "m.jsonl") }
    }

    @Test(arguments: 0..<20) func noPartHasMoreThanItsLimit(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let limit = Int.random(in: 1...50, using: &random)
        let splitter = PartSplitter(.photosPerPart(limit))
        let first = photos(Int.random(in: 1...300, using: &random), &random)
        var parts = splitter.split(first)
        #expect(parts.count == (first.count + limit - 1) / limit)
        let all = first + photos(Int.random(in: 1...300, using: &random), from: first.count, &random)
        let next = splitter.split(all, keeping: parts)
        #expect(next.count == (all.count + limit - 1) / limit)
        #expect(next.allSatisfy { $0.count <= limit } && next.joined().count == all.count)
        for (number, part) in parts.enumerated() { #expect(Set(part).isSubset(of: next[number])) }
        // Where earlier parts are larger than the limit is now, they stay as they are, and new ones take what is new.
        parts = PartSplitter(.parts(1)).split(first)
        let smaller = splitter.split(all, keeping: parts)
        #expect(Set(first).isSubset(of: smaller[0]))
        #expect(smaller.joined().count == all.count)
        #expect(smaller.dropFirst().allSatisfy { $0.count <= limit })
    }

    @Test func whatIsGoneIsInNoPart() {
        let photos = (0..<10).map { PartPhoto(FilePath("\($0).jpg"), byteCount: 100) }
        let parts = PartSplitter(.parts(3)).split(photos)
        let left = PartSplitter(.parts(3)).split(Array(photos.dropFirst(4)), keeping: parts)
        #expect(Set(left.joined()) == Set(photos.dropFirst(4)))
        #expect(PartSplitter(.parts(3)).split(photos + photos).joined().count == photos.count)
    }

    @Test func photosOfUnknownSizeAreSharedOutByTheirNumber() {
        let photos = (0..<12).map { PartPhoto(FilePath("http://host/\($0).jpg")) }
        #expect(PartSplitter(.parts(4)).split(photos).map(\.count) == [3, 3, 3, 3])
    }
}
