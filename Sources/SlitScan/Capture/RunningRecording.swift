import Movies

/// A recording of the pipeline: the recorder, and the number of samples passed to it.
@CameraActor final class RunningRecording {
    let recorder: Recorder
    let format: VideoFormat
    private let sound: SoundTrack
    let makeSink: MovieSinkMaker
    let part: Int
    private(set) var status = RecordingStatus()
    private var firstTime: Int64?
    /// The task that waits for the recorder's failure.
    var watch: Task<Void, Never>?

    enum SoundTrack {
        /// The movie has no sound, whatever the camera gives.
        case ignored
        /// The format of the camera's sound; `nil` for a camera without sound.
        case taken(AudioChunk.Format?)
    }

    init(
        _ recorder: Recorder, format: VideoFormat, sound: SoundTrack, part: Int, after status: RecordingStatus,
        _ makeSink: @escaping MovieSinkMaker
    ) {
        self.recorder = recorder
        self.format = format
        self.sound = sound
        self.part = part
        self.makeSink = makeSink
        self.status = status
        self.status.part = part
    }

    var hasFrame: Bool { firstTime != nil }

    /// Whether sound of this format, or none, can go on in the same file.
    func takes(_ format: AudioChunk.Format?) -> Bool {
        guard case .taken(let own) = sound, let format else { return true }
        return own == format
    }

    /// Returns a frame to draw on. A live camera does not wait: if the encoder is behind, the frame is left out and
    /// counted. Others wait for the encoder.
    func makeFrame(isLive: Bool) async -> MutableFrame? {
        do throws(MovieError) {
            return isLive ? try recorder.pool.makeFrame(format) : try await recorder.pool.frame(format)
        } catch {
            if error.code != .cancelled { status.droppedFrames += 1 }
            return nil
        }
    }

    func offer(_ frame: VideoFrame) {
        guard recorder.offer(.picture(frame)) else {
            status.droppedFrames += 1
            return
        }
        let first = firstTime ?? frame.time
        firstTime = first
        status.frames += 1
        status.seconds = Double(frame.time - first) / 1e9
    }

    /// Passes sound on. Sound from before the movie's first frame is left out, and sound without a place in the
    /// recorder's queue is counted.
    func offer(_ sound: AudioChunk) {
        guard let firstTime, sound.time >= firstTime, !recorder.offer(.sound(sound)) else { return }
        status.droppedSound += Double(sound.duration) / 1e9
    }
}
