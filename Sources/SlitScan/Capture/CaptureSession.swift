/// A run of the camera, from its start to its stop: the pipeline and its tasks.
@MainActor final class CaptureSession {
    let pipeline: CapturePipeline
    /// The settings for the pipeline, in order. Only the newest waits.
    let configs: AsyncStream<ScanConfig>.Continuation
    /// The sides of ``CaptureModel/setLargePreviewSide(_:)``, in order. Only the newest waits.
    let largePreviewSides: AsyncStream<Int?>.Continuation
    private let running: Task<ScanError?, Never>
    private let configuring: Task<Void, Never>
    private let sizing: Task<Void, Never>
    private var feed: Task<Void, Never>?

    init(_ pipeline: CapturePipeline) {
        self.pipeline = pipeline
        let (stream, configs) = AsyncStream.makeStream(of: ScanConfig.self, bufferingPolicy: .bufferingNewest(1))
        self.configs = configs
        configuring = Task { @CameraActor in
            for await config in stream { pipeline.configure(config) }
        }
        let (sides, largePreviewSides) = AsyncStream.makeStream(of: Int?.self, bufferingPolicy: .bufferingNewest(1))
        self.largePreviewSides = largePreviewSides
        sizing = Task { @CameraActor in
            for await side in sides { pipeline.setLargePreviewSide(side) }
        }
        running = Task { @CameraActor in
            do throws(ScanError) {
                try await pipeline.run()
                return nil
            } catch {
                return error
            }
        }
    }

    /// Passes every snapshot to `show`, and then the camera's end to `end`. Call it once.
    func feed(
        to show: @escaping @MainActor (CaptureSnapshot) -> Void, end: @escaping @MainActor (ScanError?) -> Void
    ) {
        let (pipeline, running) = (pipeline, running)
        feed = Task {
            for await snapshot in pipeline.snapshots { show(snapshot) }
            let error = await running.value
            if !Task.isCancelled { end(error) }
        }
    }

    /// Stops the tasks and waits until the camera is closed and the movie finished.
    ///
    /// - Returns: the picture of a scan that was not ended, or why it is lost; `nil` when there is none.
    func stop() async -> Result<ScanResult, ScanError>? {
        feed?.cancel()
        configs.finish()
        largePreviewSides.finish()
        running.cancel()
        await pipeline.close()
        _ = await running.value
        await configuring.value
        await sizing.value
        await feed?.value
        do throws(ScanError) {
            return try await pipeline.leftPicture().map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}
