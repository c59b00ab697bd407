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
    ///
    /// - Parameter forFrames: whether it is for frames of clips alone.
    func segmenter(streams: Int, executor: PhotoExecutor, forFrames: Bool = false) async throws -> SubjectSegmenter {
        var configuration = SubjectSegmenter.Configuration(
            device: device, streams: streams, threads: executor.threadCount)
        configuration.isForFrames = forFrames
        return try await executor.run { [configuration] in
            try SubjectSegmenter(model: subjectModel(), configuration: configuration)
        }
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
