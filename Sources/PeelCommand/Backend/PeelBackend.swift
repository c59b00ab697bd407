import Execution
import Peel

/// The backend that does the work: the library, on the photo executor.
struct PeelBackend: CommandBackend {
    func startPack(_ request: MakeRequest, photos: [FoundPhoto]) async throws(CommandFailure) -> any PackRun {
        FreedMemory.keepForNextPhoto()
        return try await PeelPackRun(request, photos: photos)
    }

    func startCut(_ request: CutRequest) async throws(CommandFailure) -> any PhotoCutting {
        let executor = PhotoExecutor.shared
        var request = request
        try await request.options.readBackground(request.background, request.limits, on: executor)
        let segmenter = try await Self.segmenter(request.engine, streams: 1, executor: executor)
        return PeelCutting(request, segmenter: segmenter, executor: executor)
    }

    func cutClip(
        _ request: ClipRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
    ) async throws(CommandFailure) -> CutClip {
        try await PeelClipCutting(request).run(progress: progress)
    }

    func startCutSession(_ request: CutSessionRequest) async throws(CommandFailure) -> any CutSession {
        FreedMemory.keepForNextPhoto()
        return try await PeelCutSession(request)
    }

    func startColors(_ request: ColorsRequest) async throws(CommandFailure) -> any ColorReading {
        if request.isEven { return EvenColorReading(count: request.count, limits: request.limits) }
        let executor = PhotoExecutor.shared
        let segmenter = try await Self.segmenter(request.engine, streams: executor.threadCount, executor: executor)
        return SubjectColorReading(
            processor: PhotoProcessor(segmenter: segmenter, limits: request.limits, executor: executor),
            count: request.count)
    }

    func check(
        _ pack: FilePath, for targets: [PackTarget],
        progress: @escaping @Sendable (_ target: PackTarget, _ done: Int, _ total: Int) -> Void
    ) async throws(CommandFailure) -> [PackCheck.Checked] {
        try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
            do throws(PackError) {
                var check = PackCheck(pack)
                check.progress = progress
                return try check.run(for: targets)
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    func makeSheet(_ request: SheetRequest, stop: StopRequest) async throws(CommandFailure) -> MadeSheet {
        try await PeelSheet(request, stop: stop).make()
    }

    func startPart(_ request: WorkerRequest) async throws(CommandFailure) -> any PartRunning {
        FreedMemory.keepForNextPhoto()
        return try await PeelPartRun(request)
    }

    func split(_ request: SplitRequest, _ photos: [FoundPhoto]) async throws(CommandFailure) -> [SplitPart] {
        try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
            try await PartSplitting(request, photos).write()
        }
    }

    func merge(_ request: MergeRequest, stop: StopRequest) async throws(CommandFailure) -> PartMerger.Merged? {
        try await PeelMerging(request).merge(stop: stop)
    }

    func examine(_ settings: EngineSettings) async -> Examination {
        await Examination(of: settings)
    }

    /// Loads the network. A photo that comes alone gets all threads; of many, each gets one.
    static func segmenter(
        _ settings: EngineSettings, streams: Int, executor: PhotoExecutor
    ) async throws(CommandFailure) -> SubjectSegmenter {
        let configuration = SubjectSegmenter.Configuration(
            device: settings.device, streams: streams, threads: executor.threadCount)
        return try await executor.run { () async throws(CommandFailure) in
            do {
                return try SubjectSegmenter(model: settings.subjectModel(), configuration: configuration)
            } catch {
                throw CommandFailure(error)
            }
        }
    }
}

extension ProcessingOptions {
    /// Puts the picture in the file behind the stickers; leaves all as it is if there is no file.
    mutating func readBackground(
        _ file: FilePath?, _ limits: ImageLimits, on executor: PhotoExecutor
    ) async throws(CommandFailure) {
        guard let file else { return }
        let side: Int? = if case .longestSide(let side) = size { side } else { nil }
        background = .picture(
            try await executor.run { () async throws(CommandFailure) in try Self.picture(file, side, limits) })
    }

    private static func picture(
        _ file: FilePath, _ side: Int?, _ limits: ImageLimits
    ) throws(CommandFailure) -> BackgroundPicture {
        do {
            return try BackgroundPicture(
                file.readBytes(limit: limits.bytes, allowsPipes: true), forStickersOf: side, limits: limits)
        } catch let error as FileError {
            throw CommandFailure("--background \(file): \(CommandFailure(reading: error))")
        } catch {
            throw CommandFailure("--background \(file): \(CommandFailure(error))")
        }
    }
}

extension EngineSettings {
    /// Reads the file that was named. Blocks.
    func subjectModel() throws(FileError) -> SubjectModel {
        guard let model else { return .builtIn }
        return SubjectModel(name: model.description, bytes: try model.readBytes(allowsPipes: true))
    }
}
