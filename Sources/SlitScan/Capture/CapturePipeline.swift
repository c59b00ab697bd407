import Movies

/// Camera, filter and output: it reads a frame, filters it, passes it on, and only then reads the next.
///
/// All changes of the scan happen between two frames, so they take effect at a frame boundary.
@CameraActor public final class CapturePipeline {
    /// The newest snapshot. A slow reader misses those in between.
    public nonisolated let snapshots: AsyncStream<CaptureSnapshot>
    /// What is known of the camera that is open, or was open last.
    package internal(set) var info: CameraInfo

    let publisher: AsyncStream<CaptureSnapshot>.Continuation
    let options: CaptureOptions
    let now: @Sendable () -> ContinuousClock.Instant
    private(set) var camera: any Camera {
        didSet { cameraChanges += 1 }
    }
    /// The number of changes, which distinguishes a reopened camera from one that stayed open.
    private var cameraChanges = 0
    var scanner: SlitScanner
    var snapshot: CaptureSnapshot
    var scan: RunningScan?
    var recording: RunningRecording?
    /// While the movie goes over to its next part.
    var partChange: Task<Void, Never>?
    /// The end of a recording that failed, whose movie is still to be finished.
    var failedRecording: Task<Void, Never>?
    var previews: PreviewMaker?
    /// The frames of the filter: the one that is shown, and a photo.
    let pool = FramePool(capacity: 3)
    /// The clock, which continues with another camera.
    var clock = CaptureClock()
    private var pendingConfig: ScanConfig?
    /// Whether the scanner has a frame to show.
    var hasFrame = false
    private(set) var isClosed = false
    /// Whether a picture, and sound, came from behind the capture's last second.
    private var isPastEnd = (picture: false, sound: false)
    /// The losses of earlier cameras.
    private var lostBefore = (frames: 0, sound: 0.0)

    /// Opens a camera or a movie.
    ///
    /// - Throws: ``ScanError`` of the source or the settings. The source is closed then.
    public convenience init(
        _ source: CaptureSource, config: ScanConfig = ScanConfig(), options: CaptureOptions
    ) async throws(ScanError) {
        try await self.init(MovieCamera(source), config: config, options: options)
    }

    /// Opens the camera.
    ///
    /// - Parameter now: when previews are due.
    /// - Throws: what the camera and the settings say. The camera is closed then.
    package init(
        _ camera: any Camera, config: ScanConfig, options: CaptureOptions,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) async throws(ScanError) {
        try config.validate()
        let info = try await camera.open()
        do throws(ScanError) {
            scanner = try SlitScanner(
                info.format, config: config, historyBytes: options.historyBytes, isShown: options.isShown)
        } catch {
            await camera.close()
            throw error
        }
        (snapshots, publisher) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.info = info
        self.camera = camera
        self.options = options
        self.now = now
        previews = options.previewSide.map { PreviewMaker(longestSide: $0, interval: options.previewInterval) }
        previews?.largeSide = options.largePreviewSide
        snapshot = CaptureSnapshot(config: config)
    }

    /// Filters frames until the camera ends or fails, a limit is reached, the task is cancelled or the pipeline closes.
    /// Then it ends the recording and closes the camera.
    ///
    /// - Throws: why the camera failed. A scan that is running keeps what it has: ``endScan()`` still gives it.
    public func run(limit: CaptureLimit = CaptureLimit()) async throws(ScanError) {
        var failure: ScanError?
        do throws(ScanError) {
            var limit = limit
            while !Task.isCancelled, !isClosed {
                if limit.isReached(by: snapshot) {
                    guard awaitsSound else { break }
                    let end = clock.secondsThroughNewest(rate: info.frameRate)
                    limit = CaptureLimit(seconds: min(end, limit.seconds ?? .infinity))
                    isPastEnd.picture = true
                }
                guard try await takeNext(limit) else { break }
                // Lets pending calls run, even if the camera never waits.
                await CameraActor.letOthersIn()
            }
        } catch {
            failure = error
        }
        await close()
        if let failure { throw failure }
    }

    /// Ends the recording and closes the camera. No frame is read any more.
    public func close() async {
        guard !isClosed else { return }
        isClosed = true
        if recording != nil { _ = try? await stopRecording() }
        await failedRecording?.value
        writeLastLines()
        countLosses()
        await camera.close()
        snapshot.recording = nil
        publisher.yield(snapshot)
        publisher.finish()
    }

    /// Uses these settings from the next frame on. Between two frames, the newest settings win.
    public func configure(_ config: ScanConfig) {
        pendingConfig = config
    }

    // MARK: - A frame

    /// Takes the camera's next sample. Returns `false` after the last frame.
    private func takeNext(_ limit: CaptureLimit) async throws(ScanError) -> Bool {
        let changes = cameraChanges
        do throws(ScanError) {
            guard let sample = try await camera.next() else { return cameraChanges != changes }
            guard cameraChanges == changes else { return true }
            let onward = clock.onward(sample)
            let isPicture = if case .picture = onward { true } else { false }
            if let seconds = limit.seconds, Double(onward.time) >= seconds * 1e9 || isPicture && isPastEnd.picture {
                return goesOn(after: onward, secondsPastEnd: Double(onward.time) / 1e9 - seconds)
            }
            try await take(onward)
        } catch {
            // An error of a camera that was closed for another one is ignored.
            if cameraChanges == changes { throw error }
        }
        return true
    }

    /// Whether a capture with a last second goes on after a sample from behind it: sound may come before earlier
    /// pictures, and pictures before earlier sound, because phones write both in pieces of up to a second.
    private func goesOn(after sample: MovieSample, secondsPastEnd: Double) -> Bool {
        if case .sound = sample {
            isPastEnd.sound = true
            return !isPastEnd.picture
        }
        isPastEnd.picture = true
        return awaitsSound && secondsPastEnd < 1.5
    }

    /// Whether a recording may get sound of before the capture's end.
    private var awaitsSound: Bool { recording != nil && info.sound != nil && !isPastEnd.sound }

    private func take(_ sample: MovieSample) async throws(ScanError) {
        switch sample {
        case .sound(let chunk):
            // Sound of another format goes to the next part, with the first picture.
            if let recording, recording.takes(info.sound) { recording.offer(chunk) }
        case .picture(let frame):
            if frame.format != scanner.format { try changeFormat(to: frame.format) }
            info.format = frame.format
            if let recording, recording.format != frame.format || !recording.takes(info.sound) {
                await beginNextPart(of: recording, in: frame.format)
            }
            // The wait comes before filtering, so that nothing happens between filter, picture and movie.
            let running = recording
            let target = running?.format == frame.format ? await running?.makeFrame(isLive: info.isLive) : nil
            guard !isClosed else { return }
            try filter(frame, drawingOn: target, for: running)
        }
    }

    /// Shows a frame to the scanner, and draws the result.
    ///
    /// - Parameter target: a frame of the recording `running`, of the format of `frame`.
    private func filter(
        _ frame: VideoFrame, drawingOn target: consuming MutableFrame?, for running: RunningRecording?
    ) throws(ScanError) {
        applyPendingConfig()
        let slice = try scanner.take(frame)
        hasFrame = true
        snapshot.frames += 1
        snapshot.seconds = clock.secondsOfSource(until: frame)
        if let slice { grow(by: slice) }
        scan?.metadata.frames += 1
        var shown: VideoFrame?
        if var target {
            scanner.render(into: &target)
            let result = target.freeze(number: frame.number, time: frame.time)
            if recording === running { recording?.offer(result) }
            shown = result
        }
        try makePreview(frame, shown: shown)
        publish()
    }

    private func applyPendingConfig() {
        guard let config = pendingConfig else { return }
        pendingConfig = nil
        do throws(ScanError) {
            let change = try scanner.configure(config)
            if change == .startedAnew { beginPart() }
            if change != .none { scan?.metadata.note(config, from: snapshot.frames) }
            snapshot.config = config
            snapshot.refusedConfig = nil
        } catch {
            snapshot.refusedConfig = error
        }
    }

    /// Adds a slice to the picture. A disk error ends the picture's growth, not the scan: previews go on.
    private func grow(by slice: StripSlice) {
        guard let scan else { return }
        if snapshot.pictureError == nil {
            do throws(ScanError) { try scan.append(slice) } catch { snapshot.pictureError = error }
        }
        leaveRoomForPicture()
    }

    /// When the disk is full, a recording on it ends, and none is begun, because it would take the room that is kept
    /// for the picture.
    func leaveRoomForPicture() {
        guard let error = snapshot.pictureError, scan?.isDiskFull == true, options.recordsBesideSpool, let recording
        else { return }
        let reason = "the recording ended to leave disk space for the picture: \(error)"
        recordingFailed(recording, ScanError(error.code, reason, isTemporary: error.isTemporary))
    }

    /// Sets the side from the next preview on; see ``CaptureOptions/largePreviewSide``.
    func setLargePreviewSide(_ side: Int?) {
        previews?.largeSide = side
    }

    private func makePreview(_ frame: VideoFrame, shown: VideoFrame?) throws(ScanError) {
        guard let previews else { return }
        let instant = now()
        guard previews.isDue(at: instant) else { return }
        do throws(MovieError) {
            let source = snapshot.config.isMirrored ? try frame.mirrored(in: pool) : frame
            let result = if let shown { shown } else { try rendered(frame) }
            snapshot.preview = try previews.make(source, result: result, at: instant)
        } catch {
            throw ScanError(error)
        }
    }

    /// Returns what the scan shows now, in a frame of the filter.
    func rendered(_ frame: VideoFrame? = nil) throws(MovieError) -> VideoFrame {
        var target = try pool.makeFrame(scanner.format)
        scanner.render(into: &target)
        return target.freeze(number: frame?.number ?? 0, time: frame?.time ?? 0)
    }

    /// Counts the losses, which a closed camera does not know any more.
    private func countLosses() {
        snapshot.droppedFrames = lostBefore.frames + camera.droppedFrames
        snapshot.droppedSound = lostBefore.sound + camera.droppedSound
        snapshot.soundError = camera.soundError
        snapshot.loss = camera.loss ?? snapshot.loss
    }

    /// Replaces the open camera, and keeps the count of its losses.
    func replaceCamera(by other: any Camera) {
        countLosses()
        lostBefore = (snapshot.droppedFrames, snapshot.droppedSound)
        camera = other
    }

    func publish() {
        if !isClosed { countLosses() }
        snapshot.isScanning = scan != nil
        snapshot.isComplete = scanner.isComplete
        snapshot.progress = scanner.progress
        snapshot.recording = recording?.status
        snapshot.resultSize = resultSize
        publisher.yield(snapshot)
    }
}
