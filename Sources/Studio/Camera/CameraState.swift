import Imaging
import Movies
import SlitScan

/// The camera as the API writes it.
struct CameraState: Encodable, Hashable, Sendable {
    struct Source: Encodable, Hashable, Sendable {
        let kind: String
        let name: String
    }

    struct Camera: Encodable, Hashable, Sendable {
        let width: Int
        let height: Int
        let frameRate: Nullable<Double>
        let hasSound: Bool
        let isLive: Bool
        let frameCount: Nullable<Int>
    }

    struct Result: Encodable, Hashable, Sendable {
        let width: Int
        let height: Int
        let progress: Nullable<Double>
        let isScanning: Bool
        let isComplete: Bool
        let error: Nullable<PhotoFailure>
    }

    struct Missing: Encodable, Hashable, Sendable {
        let frames: Nullable<Int>
        let seconds: Nullable<Double>
        let damagedFrames: Int
        let message: String

        init(_ loss: MovieLoss) {
            (frames, seconds) = (Nullable(loss.missingFrames), Nullable(loss.missingSeconds))
            (damagedFrames, message) = (loss.damagedFrames, loss.description)
        }
    }

    struct Recording: Encodable, Hashable, Sendable {
        let frames: Int
        let seconds: Double
        let droppedFrames: Int
        /// Seconds.
        let droppedSound: Double
        let part: Int
    }

    /// Whether each is locked; `null` where the device has none.
    struct Locks: Encodable, Hashable, Sendable {
        var exposure = Nullable<Bool>(nil)
        var focus = Nullable<Bool>(nil)
        var whiteBalance = Nullable<Bool>(nil)
    }

    let state: String
    let error: Nullable<PhotoFailure>
    /// Whether the client that is told this controls the camera, or another one does.
    var controls = false
    var isBusy = false
    let source: Nullable<Source>
    let camera: Nullable<Camera>
    let config: ScanConfigJSON
    let activeConfig: ScanConfigJSON
    let refusedConfig: Nullable<PhotoFailure>
    let frames: Int
    let seconds: Double
    let droppedFrames: Int
    /// Seconds.
    let droppedSound: Double
    let soundError: Nullable<PhotoFailure>
    /// What the video should have given and did not.
    let missing: Nullable<Missing>
    let result: Result
    let recording: Nullable<Recording>
    let recordingError: Nullable<PhotoFailure>
    /// Grows with each preview, also over starts; 0 when there is none.
    let preview: Int
    let pictures: [KeptPicture]
    let movies: [KeptMovie]
    /// Whether the next picture or movie may take the place of the oldest.
    let isFull: Bool
    /// Why the picture that grew when the camera was stopped is lost.
    let lostPicture: Nullable<PhotoFailure>
    let locks: Locks
}

extension CameraState {
    init(
        _ model: Model, source: Source?, preview: Int, pictures: [KeptPicture], movies: [KeptMovie],
        isFull: Bool, lostPicture: PhotoFailure?, locks: Locks
    ) {
        let snapshot = model.snapshot
        state = model.state.word
        error = Nullable(model.state.failure.map { PhotoFailure($0) })
        self.source = Nullable(source)
        camera = Nullable(model.info.map { Camera($0) })
        config = ScanConfigJSON(model.config)
        activeConfig = ScanConfigJSON(snapshot?.config ?? model.config)
        refusedConfig = Nullable(snapshot?.refusedConfig.map { PhotoFailure($0) })
        frames = snapshot?.frames ?? 0
        seconds = snapshot?.seconds ?? 0
        droppedFrames = snapshot?.droppedFrames ?? 0
        droppedSound = snapshot?.droppedSound ?? 0
        soundError = Nullable(snapshot?.soundError.map { PhotoFailure($0) })
        missing = Nullable(snapshot?.loss.map { Missing($0) })
        result = Result(
            width: snapshot?.resultSize.width ?? 0, height: snapshot?.resultSize.height ?? 0,
            progress: Nullable(snapshot?.progress), isScanning: model.state != .off && snapshot?.isScanning ?? false,
            isComplete: snapshot?.isComplete ?? false, error: Nullable(snapshot?.pictureError.map { PhotoFailure($0) }))
        recording = Nullable(
            model.state == .recording
                ? snapshot?.recording.map {
                    Recording(
                        frames: $0.frames, seconds: $0.seconds, droppedFrames: $0.droppedFrames,
                        droppedSound: $0.droppedSound, part: $0.part)
                } : nil)
        recordingError = Nullable(snapshot?.recordingError.map { PhotoFailure($0) })
        self.preview = preview
        self.pictures = pictures
        self.movies = movies
        self.isFull = isFull
        self.lostPicture = Nullable(lostPicture)
        self.locks = locks
    }

    /// What a state says of the model: a value.
    struct Model: Sendable {
        var state: CaptureModel.State
        var info: CameraInfo?
        var config: ScanConfig
        var snapshot: CaptureSnapshot?
    }
}

extension CameraState.Camera {
    init(_ info: CameraInfo) {
        let size = info.format.displaySize
        self.init(
            width: size.width, height: size.height, frameRate: Nullable(info.frameRate), hasSound: info.sound != nil,
            isLive: info.isLive, frameCount: Nullable(info.frameCount))
    }
}

extension PhotoFailure {
    init(_ error: ScanError) {
        self.init(code: error.word, message: error.description)
    }
}

extension CaptureModel.State {
    var word: String {
        switch self {
        case .off: "off"
        case .starting: "starting"
        case .ready: "ready"
        case .capturing: "capturing"
        case .recording: "recording"
        case .ended: "ended"
        case .failed: "failed"
        }
    }

    var takesFrames: Bool {
        switch self {
        case .ready, .capturing, .recording: true
        case .off, .starting, .ended, .failed: false
        }
    }

    var failure: ScanError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
