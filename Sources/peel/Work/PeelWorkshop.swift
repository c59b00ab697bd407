import Peel

/// The workshop that does the work: the library.
nonisolated struct PeelWorkshop: Workshop {
    func startPack(_ request: MakeRequest, photos: [FoundPhoto]) async throws(CommandFailure) -> any PackRun {
        throw CommandFailure("not built yet")
    }

    func cut(_ photo: [UInt8], _ request: CutRequest) async throws(CommandFailure) -> [[UInt8]] {
        throw CommandFailure("not built yet")
    }

    func startColors(_ request: ColorsRequest) async throws(CommandFailure) -> any ColorReading {
        throw CommandFailure("not built yet")
    }

    func examine(_ settings: EngineSettings) async -> Examination {
        Examination(
            versions: [("peel", programVersion)], network: .failure(CommandFailure("not built yet")), devices: [],
            cores: 1, formats: [], cache: nil)
    }
}
