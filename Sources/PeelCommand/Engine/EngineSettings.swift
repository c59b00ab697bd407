import Execution
import Peel

/// Which network runs where.
struct EngineSettings: Equatable, Sendable {
    /// `nil` is the built-in one.
    var model: FilePath?
    var device = "CPU"

    /// The most bytes of a network's file. No protocol buffer is longer, and so no network.
    static let longestModel = 2 << 30

    /// Loads the network. A photo that comes alone gets all threads; of many, each gets one.
    func segmenter(streams: Int, executor: PhotoExecutor) async throws -> SubjectSegmenter {
        let configuration = SubjectSegmenter.Configuration(
            device: device, streams: streams, threads: executor.threadCount)
        return try await executor.run { try SubjectSegmenter(model: subjectModel(), configuration: configuration) }
    }

    /// Reads the file that was named. Blocks.
    private func subjectModel() throws -> SubjectModel {
        guard let model else { return .builtIn }
        let bytes = try model.readBytes(limit: Self.longestModel, allowsPipes: true)
        return SubjectModel(name: model.description, bytes: bytes)
    }
}

extension EngineSettings {
    init(_ values: OptionValues) {
        self.init(model: values.path(.model), device: values.word(.device)?.uppercased() ?? "CPU")
    }
}
