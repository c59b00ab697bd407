public import Files
import Movies

extension CapturePipeline {
    /// Records the scan, with the sound of the camera, in a `.mp4` or `.webm` file from the next frame on. If the
    /// format of the frames changes, the movie continues in `NAME-2.mp4`, or under the next number that no file has.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` for another ending, ``ScanError/Code/busy`` while another movie is
    ///   recorded.
    public func startRecording(to path: FilePath) async throws(ScanError) {
        try await startRecording(to: MovieSettings.movie(at: path).sinks(at: path))
    }

    /// Records the scan, with the camera's sound, from the next frame on.
    ///
    /// - Parameter makeSink: called once now, and again when the frames' format changes.
    /// - Throws: what the sink says, and ``ScanError/Code/busy`` when something is recorded already.
    package func startRecording(to makeSink: @escaping MovieSinkMaker) async throws(ScanError) {
        guard recording == nil else { throw ScanError(.busy, "a movie is being recorded already: stop it first") }
        guard !isClosed else { throw ScanError(.notRunning, "the camera is closed: nothing can be recorded") }
        snapshot.recordingError = nil
        let running = try await makeRecording(
            makeSink, format: info.format, part: 1, after: RecordingStatus())
        guard recording == nil, !isClosed else {
            _ = await running.recorder.finish()
            throw ScanError(.busy, "the camera was closed, or another recording began")
        }
        recording = running
    }

    /// Ends the movie and waits until it is finished.
    ///
    /// - Throws: ``ScanError/Code/notRunning``, and why the movie could not be finished.
    @discardableResult
    public func stopRecording() async throws(ScanError) -> RecordingStatus {
        // Between two parts nothing is recorded for a moment.
        await partChange?.value
        guard let running = recording else {
            throw snapshot.recordingError ?? ScanError(.notRunning, "nothing is being recorded")
        }
        recording = nil
        running.watch?.cancel()
        snapshot.lastRecording = running.status
        // Not with the next frame, which may never come.
        defer { publish() }
        if let error = await running.recorder.finish() {
            snapshot.recordingError = error
            throw error
        }
        return running.status
    }

    private func makeRecording(
        _ makeSink: @escaping MovieSinkMaker, format: VideoFormat, part: Int, after status: RecordingStatus
    ) async throws(ScanError) -> RunningRecording {
        // The camera may have changed when the sink is ready.
        let sound = info.sound
        let sink = try await makeSink(
            MovieSinkFormat(format: format, frameRate: info.frameRate, sound: sound, part: part))
        let running = RunningRecording(
            Recorder(sink), format: format, sound: sink.takesSound ? .taken(sound) : .ignored, part: part,
            after: status, makeSink)
        running.watch = Task { [weak self] in
            for await error in running.recorder.failures { self?.recordingFailed(running, error) }
        }
        return running
    }

    /// Ends the recording with its error. Camera, filter and preview go on.
    func recordingFailed(_ running: RunningRecording, _ error: ScanError) {
        guard recording === running else { return }
        recording = nil
        snapshot.lastRecording = running.status
        snapshot.recordingError = error
        failedRecording = Task { [before = failedRecording] in
            await before?.value
            _ = await running.recorder.finish()
        }
        publish()
    }

    /// Continues the movie in another file, because the format of frames or sound has changed. A file without frames is
    /// begun again.
    ///
    /// - Parameter format: the frames'.
    func beginNextPart(of running: RunningRecording, in format: VideoFormat) async {
        let change = Task { await changePart(of: running, in: format) }
        partChange = change
        await change.value
        partChange = nil
    }

    private func changePart(of running: RunningRecording, in format: VideoFormat) async {
        recording = nil
        running.watch?.cancel()
        if let error = await running.recorder.finish(), running.hasFrame {
            snapshot.recordingError = error
            return
        }
        do throws(ScanError) {
            let next = try await makeRecording(
                running.makeSink, format: format, part: running.hasFrame ? running.part + 1 : running.part,
                after: running.status)
            if !isClosed, recording == nil { recording = next } else { _ = await next.recorder.finish() }
        } catch {
            snapshot.recordingError = error
        }
    }
}
