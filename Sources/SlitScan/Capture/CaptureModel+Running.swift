extension CaptureModel {
    /// Opens a camera, after closing an open one. Returns when frames can come.
    ///
    /// - Parameters:
    ///   - recording: what makes the movie when it is recorded from the first frame on.
    ///   - showsPreview: whether previews are made.
    ///   - beginsScan: whether a picture begins with the first frame.
    /// - Throws: why the camera cannot be opened; ``state`` says it too. ``ScanError/Code/notRunning`` when it was
    ///   stopped or started again meanwhile.
    package func start(
        _ source: CaptureSource, by client: CaptureClient, showsPreview: Bool = true, beginsScan: Bool = false,
        recording makeSink: MovieSinkMaker? = nil
    ) async throws(ScanError) {
        try checkControl(client)
        let mine = beginGeneration(.starting)
        self.source = source
        snapshot = nil
        await endSession()
        let before = opening
        let (isOpening, end) = AsyncStream.makeStream(of: Void.self)
        opening = (source.picture, Task { for await _ in isOpening {} })
        defer { end.finish() }
        do throws(ScanError) {
            // A device is open once: one that was stopped while it opened is still to be closed.
            if let before, before.picture.isSameDevice(as: source.picture) { await before.end.value }
            try checkGeneration(mine)
            var options = options
            if !showsPreview { options.previewSide = nil }
            let pipeline = try await makePipeline(source, options)
            do throws(ScanError) {
                // Before the first frame is read, because a fast file could end before its movie is open.
                if beginsScan { try await pipeline.beginScan() }
                if let makeSink { try await pipeline.startRecording(to: makeSink) }
                let info = await pipeline.info
                try checkGeneration(mine)
                begin(CaptureSession(pipeline), info, mine)
            } catch {
                await pipeline.close()
                throw error
            }
        } catch {
            if generation == mine { state = .failed(error) }
            throw error
        }
    }

    /// Closes the camera and finishes the movie. A picture that was begun goes to ``keepPicture``.
    package func stop(by client: CaptureClient) async throws(ScanError) {
        try checkControl(client)
        await stop()
    }

    /// Stops the camera like ``stop(by:)``, without a client: the program ends.
    package func stop() async {
        let mine = beginGeneration(state == .off ? .off : state)
        await endSession()
        guard generation == mine else { return }
        info = nil
        state = .off
    }

    /// Changes the camera. Picture and movie go on; each begins another part if the new frames have another format.
    ///
    /// - Throws: why the new camera cannot be opened. The old one goes on then.
    package func switchCamera(to source: CaptureSource, by client: CaptureClient) async throws(ScanError) {
        let session = try controlled(by: client)
        let camera = try await makeCamera(source)
        try await session.pipeline.switchCamera(to: camera)
        let info = await session.pipeline.info
        guard self.session === session else { return }
        self.info = info
        self.source = source
    }

    // MARK: - Picture and movie

    /// Begins a picture with the next frame, unless strips have grown that would be lost by it: they are ended instead.
    ///
    /// - Returns: the strips that have ended; call it again when they are kept. `nil` when a picture has begun.
    package func beginScan(by client: CaptureClient) async throws(ScanError) -> ScanResult? {
        try await controlled(by: client).pipeline.beginNextScan()
    }

    /// Ends the picture.
    ///
    /// - Throws: ``ScanError/Code/notRunning`` when none was begun or no frame has come.
    package func endScan(by client: CaptureClient) async throws(ScanError) -> ScanResult {
        try await controlled(by: client).pipeline.endScan()
    }

    /// Discards the picture that grows. Does nothing without one.
    ///
    /// - Returns: the strips before it, which another mode, axis or camera has ended; `nil` for none.
    package func forgetScan(by client: CaptureClient) async throws(ScanError) -> ScanResult? {
        try await controlled(by: client).pipeline.forgetScan()
    }

    /// Returns the picture as it is now. The scan goes on.
    package func picture() async throws(ScanError) -> ScanResult {
        guard let session else { throw Self.off }
        return try await session.pipeline.pictureNow()
    }

    /// Records the scan from the next frame on.
    package func startRecording(
        to makeSink: @escaping MovieSinkMaker, by client: CaptureClient
    ) async throws(ScanError) {
        try await controlled(by: client).pipeline.startRecording(to: makeSink)
    }

    /// Ends the movie and waits until it is finished.
    @discardableResult
    package func stopRecording(by client: CaptureClient) async throws(ScanError) -> RecordingStatus {
        try await controlled(by: client).pipeline.stopRecording()
    }

    // MARK: -

    private static var off: ScanError { ScanError(.notRunning, "no camera is running: start one first") }

    private func controlled(by client: CaptureClient) throws(ScanError) -> CaptureSession {
        try checkControl(client)
        guard let session else { throw Self.off }
        return session
    }

    private func beginGeneration(_ state: State) -> Int {
        generation += 1
        self.state = state
        return generation
    }

    private func checkGeneration(_ mine: Int) throws(ScanError) {
        guard generation == mine else {
            throw ScanError(.notRunning, "the camera was stopped, or started again, before it was ready")
        }
    }

    @CameraActor private func makePipeline(
        _ source: CaptureSource, _ options: CaptureOptions
    ) async throws(ScanError) -> CapturePipeline {
        try await CapturePipeline(makeCamera(source), config: config, options: options)
    }

    private func begin(_ session: CaptureSession, _ info: CameraInfo, _ mine: Int) {
        self.session = session
        self.info = info
        state = .ready
        // It may have changed while the camera was opened.
        session.configs.yield(config)
        session.largePreviewSides.yield(options.largePreviewSide)
        session.feed { [weak self] snapshot in
            guard let self, generation == mine else { return }
            show(snapshot)
        } end: { [weak self] error in
            guard let self, generation == mine else { return }
            state = error.map { .failed($0) } ?? .ended
        }
    }

    private func show(_ snapshot: CaptureSnapshot) {
        self.snapshot = snapshot
        let state: State = snapshot.recording != nil ? .recording : snapshot.isScanning ? .capturing : .ready
        if state != self.state { self.state = state }
    }

    /// Ends the session, and waits for sessions that are ending already: a device can be reopened only after it was
    /// closed.
    private func endSession() async {
        let (before, session) = (ending, session.take())
        guard before != nil || session != nil else { return }
        let task = Task {
            await before?.value
            guard let left = await session?.stop() else { return }
            await keepPicture?(left)
        }
        ending = task
        await task.value
        if ending == task { ending = nil }
    }
}
