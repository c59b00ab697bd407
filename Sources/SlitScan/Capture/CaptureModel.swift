import Observation

/// The model of the camera for a screen. Pages and commands of the studio use only this part of the module.
///
/// Its ``config`` is the truth: what the person asked for last. The pipeline's copy follows at the next frame boundary
/// and is shown as ``activeConfig``. Config, source and options stay when the camera stops, and hold when it starts
/// again.
@MainActor @Observable package final class CaptureModel {
    /// What the camera is doing; the states and what follows them are in the module's design.
    package enum State: Hashable, Sendable {
        /// No camera is open.
        case off
        /// A camera is being opened.
        case starting
        /// Frames come and previews are shown; nothing is kept.
        case ready
        /// A picture grows.
        case capturing
        /// A movie is written; a picture may grow, too.
        case recording
        /// The file has come to its end. Its picture can still be taken.
        case ended
        /// The camera could not be opened, or was lost. It can be started again.
        case failed(ScanError)
    }

    /// Makes a camera that is not open yet.
    package typealias CameraMaker = @Sendable @CameraActor (CaptureSource) async throws(ScanError) -> any Camera

    /// What the camera is doing.
    package internal(set) var state = State.off
    /// The source of the open camera, or of the last one.
    package internal(set) var source: CaptureSource?
    /// The properties of the open camera; `nil` without one.
    package internal(set) var info: CameraInfo?
    /// The settings that were asked for last.
    package private(set) var config: ScanConfig
    /// The pipeline's newest snapshot; `nil` before the first frame.
    package internal(set) var snapshot: CaptureSnapshot?
    /// The client that may change settings; `nil` until the first change, which gives its client the camera.
    package private(set) var controller: CaptureClient?
    /// Options from the next start on.
    package var options: CaptureOptions

    /// Gets the picture of a scan whose camera is closed before it was taken, or the reason why it is lost.
    @ObservationIgnored package var keepPicture: (@MainActor (Result<ScanResult, ScanError>) async -> Void)?

    @ObservationIgnored let makeCamera: CameraMaker
    @ObservationIgnored var session: CaptureSession?
    /// The number of starts and stops. Events of an earlier one are ignored.
    @ObservationIgnored var generation = 0
    /// The sessions that are still closing their camera.
    @ObservationIgnored var ending: Task<Void, Never>?
    /// The camera that was opened last, and what ends when it is open, or closed again.
    @ObservationIgnored var opening: (picture: CaptureSource.Picture, end: Task<Void, Never>)?

    /// Creates a model whose camera is off.
    package init(
        config: ScanConfig = ScanConfig(), options: CaptureOptions, makeCamera: @escaping CameraMaker
    ) {
        self.config = config
        self.options = options
        self.makeCamera = makeCamera
    }

    /// The settings of the newest frame.
    package var activeConfig: ScanConfig { snapshot?.config ?? config }

    // MARK: - The client that controls the camera

    /// Asks for the camera. A client that has it already keeps it.
    ///
    /// - Throws: ``ScanError/Code/busy`` when another one has it and the choice is ``BusyChoice/refuse``.
    package func claim(_ client: CaptureClient, ifBusy choice: BusyChoice) throws(ScanError) -> CaptureRole {
        if controller == nil || controller == client {
            controller = client
            return .controls
        }
        switch choice {
        case .watch: return .watches
        case .takeOver:
            controller = client
            return .controls
        case .refuse:
            throw ScanError(.busy, "the camera is used from another page: watch it, or take it over")
        }
    }

    /// Releases the camera, so that another client can have it. What runs goes on.
    package func release(_ client: CaptureClient) {
        if controller == client { controller = nil }
    }

    /// Checks that the client controls the camera, as before every change. The first client to change something gets
    /// it.
    ///
    /// - Throws: ``ScanError/Code/notInControl`` when another one has it.
    package func checkControl(_ client: CaptureClient) throws(ScanError) {
        guard try claim(client, ifBusy: .watch) == .controls else {
            throw ScanError(.notInControl, "the camera is used from another page: take it over to change something")
        }
    }

    // MARK: - Settings

    /// Changes the settings: at once here, at the next frame boundary in the picture. Of changes that come faster than
    /// frames, the newest holds. An equal config is not a change.
    ///
    /// - Throws: ``ScanError/Code/badSetting``; ``config`` is as before then. What only the pipeline can find out, a
    ///   history that is too long, is in ``CaptureSnapshot/refusedConfig``.
    package func configure(_ config: ScanConfig, by client: CaptureClient) throws(ScanError) {
        try checkControl(client)
        try config.validate()
        guard config != self.config else { return }
        self.config = config
        session?.configs.yield(config)
    }

    /// Makes a second, larger preview of the result from the next one on, also after the next start.
    ///
    /// - Parameter side: its longest side in pixels; `nil` for none.
    package func setLargePreviewSide(_ side: Int?) {
        guard side != options.largePreviewSide else { return }
        options.largePreviewSide = side
        session?.largePreviewSides.yield(side)
    }
}
