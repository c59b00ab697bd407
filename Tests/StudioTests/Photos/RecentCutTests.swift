import Clips
import Files
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import Clips
@testable import Studio

struct RecentCutTests {
    private let cut = ClipCut(frame: .init(width: 1, height: 1), shot: [])

    private func key(_ number: UInt8, start: Int = 0) -> RecentCut.Key {
        RecentCut.Key(clip: SHA256Digest(of: [number]), start: start, end: nil)
    }

    @Test func theLastOneIsCutOnce() async throws {
        let cuts = RecentCut()
        var made: [String] = []
        func ask(_ name: String, _ key: RecentCut.Key) async throws {
            _ = try await cuts.cut(key) {
                made.append(name)
                return cut
            }
        }
        try await ask("a", key(1))
        try await ask("a again", key(1))
        try await ask("another part", key(1, start: 100))
        try await ask("a once more", key(1))
        #expect(made == ["a", "another part", "a once more"])
    }

    @Test func theBestPartWithoutMarksStaysWhenOthersAreMade() async throws {
        let cuts = RecentCut()
        var searched = cut
        searched.unmarked = BestPart(part: nil, window: 0..<3_000_000_000)
        _ = try await cuts.cut(key(1)) { searched }
        var marked = key(1)
        marked.marks = [MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)], time: 240)]
        #expect(cuts.unmarked(of: marked) == searched.unmarked)
        // A part that was not searched has none, and leaves what is known.
        _ = try await cuts.cut(marked) {
            #expect(cuts.unmarked(of: marked) == searched.unmarked)
            return cut
        }
        #expect(cuts.unmarked(of: key(1)) == searched.unmarked)
        #expect(cuts.unmarked(of: key(2)) == nil && cuts.unmarked(of: key(1, start: 100)) == nil)
        cuts.forget([PhotoID(of: [1])])
        #expect(cuts.unmarked(of: key(1)) == nil)
    }

    @Test func aRemovedPhotosIsLetGoOf() async throws {
        let cuts = RecentCut()
        _ = try await cuts.cut(key(1)) { cut }
        cuts.forget([PhotoID(of: [2])])
        #expect(!cuts.isEmpty)
        cuts.forget([PhotoID(of: [2]), PhotoID(of: [1])])
        #expect(cuts.isEmpty)
        // Nor does work that was cancelled for it keep anything.
        let working = Task {
            try await cuts.cut(key(1)) {
                await untilCancelled()
                return cut
            }
        }
        working.cancel()
        _ = try? await working.value
        #expect(cuts.isEmpty)
    }

    @Test func whatNobodyAsksForIsLetGoOf() async throws {
        let isOver = Watched(false)
        let cuts = RecentCut {
            await isOver.until { $0 }
            try Task.checkCancellation()
        }
        _ = try await cuts.cut(key(1)) { cut }
        let first = cuts.waiting
        _ = try await cuts.cut(key(1)) { cut }
        // Who asks for it begins the wait anew.
        await first?.value
        #expect(!cuts.isEmpty)
        isOver.withLock { $0 = true }
        await cuts.waiting?.value
        #expect(cuts.isEmpty)
    }
}
