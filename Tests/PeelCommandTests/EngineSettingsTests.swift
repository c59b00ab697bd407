import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

struct EngineSettingsTests {
    private let folder = TemporaryFolder()

    @Test func aNetworksFileHasALimitSoThatADeviceIsNotReadForEver() async throws {
        // Its bytes take no room.
        let file = try folder.write([0], to: "huge.onnx")
        #expect(file.withCString { truncate($0, EngineSettings.longestModel + 1) } == 0)
        let error = await #expect(throws: FileError.self) {
            _ = try await EngineSettings(model: file).segmenter(streams: 1, executor: .shared)
        }
        #expect(error?.cause == .tooManyBytes(limit: EngineSettings.longestModel))
    }
}
