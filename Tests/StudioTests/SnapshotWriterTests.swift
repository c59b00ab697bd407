import PhotoLibrary
import Testing

@testable import Studio

@MainActor
struct SnapshotWriterTests {
    @Test func textIsThatOfTheEncoderHoweverTheSnapshotChanges() async throws {
        let bench = try await StudioBench(holds: false)
        func isTheSame() -> Bool {
            SnapshotWriter.bytes(bench.model.snapshot) == JSONWriting.bytes(bench.model.snapshot)
        }
        #expect(isTheSame())
        let ids = try await bench.add("a \"1\"", "n", "c/ü")
        #expect(isTheSame())
        #expect(isTheSame())
        await bench.model.processAllPhotos()
        #expect(isTheSame())
        try await bench.model.reorder([ids[2]])
        #expect(isTheSame())
        _ = try await bench.model.addPack(named: "a \"1\"/ü", photos: ids)
        #expect(isTheSame())
        try await bench.model.remove([ids[0]])
        #expect(isTheSame())
        try await bench.model.remove(nil)
        #expect(isTheSame())
    }
}
