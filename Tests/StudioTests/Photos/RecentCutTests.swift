import Clips
import Files
import Imaging
import Testing

@testable import Clips
@testable import Studio

struct RecentCutTests {
    private func key(_ number: UInt8, start: Int = 0) -> RecentCut.Key {
        RecentCut.Key(clip: SHA256Digest(of: [number]), start: start, end: nil)
    }

    @Test func theLastOneIsCutOnce() async throws {
        let cuts = RecentCut()
        var made: [String] = []
        func ask(_ name: String, _ key: RecentCut.Key) async throws {
            _ = try await cuts.cut(key) {
                made.append(name)
                return ClipCut(frame: .init(width: 1, height: 1), shot: [])
            }
        }
        try await ask("a", key(1))
        try await ask("a again", key(1))
        try await ask("another part", key(1, start: 100))
        try await ask("a once more", key(1))
        #expect(made == ["a", "another part", "a once more"])
    }
}
