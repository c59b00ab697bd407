import Files
import Movies
import Observation
import SlitScan

/// The studio's slit-scan camera: one for all clients. Owns the model, what was made with it, and the uploaded videos.
///
/// On the main actor, like the other models; frames are read, decoded, filtered and encoded elsewhere.
@MainActor @Observable
final class StudioCamera {
    let model: CaptureModel
    private(set) var results: CameraResults
    /// The name of the source, as the client that started it gave it.
    var source: CameraState.Source?
    var locks = CameraState.Locks()
    /// Why the picture that grew when the camera was stopped is lost.
    var lostPicture: PhotoFailure?

    @ObservationIgnored var uploads = CameraUploads()
    /// The browser's, while it is the source.
    @ObservationIgnored var browser: BrowserFrames?
    /// Counts starts, for the numbers of previews.
    @ObservationIgnored var startCount = 0
    /// The movies that were there when the recording began.
    @ObservationIgnored var moviesBeforeRecording: Set<String> = []
    /// The pictures of a scan that has ended that could not be written: the next shutter, scan or stop tries it again.
    @ObservationIgnored var unkept: ScanResult?
    @ObservationIgnored var isStopped = false
    @ObservationIgnored let scratch: RunFolder
    @ObservationIgnored nonisolated let previews = PreviewPictures()
    @ObservationIgnored private(set) lazy var broadcast = CameraBroadcast { [weak self] in
        self?.update ?? CameraUpdate(state: .none)
    } largestSideChanged: { [weak self] in
        self?.model.setLargePreviewSide($0)
    }

    init(scratch: RunFolder, limits: CameraResults.Limits = CameraResults.Limits()) {
        self.scratch = scratch
        results = CameraResults(limits: limits)
        model = CaptureModel(options: CaptureOptions(spoolFolder: scratch.path)) { source in
            if case .fed(let camera) = source.picture { return camera }
            let isFile = if case .file = source.picture { true } else { false }
            let limits = isFile ? CameraUploads.limits : Self.deviceLimits
            return MovieCamera(source, options: ReadingOptions(buffering: .everyFrame(4), limits: limits))
        }
        model.keepPicture = { [weak self] left in await self?.keep(left: left) }
    }

    /// Of test sources and devices.
    private nonisolated static let deviceLimits = MovieLimits(pixels: 4096 * 4096, side: 8192)

    /// Gives the camera back, ends the movie and all streams, and removes the files. Starts are refused from now on.
    func stop() async {
        isStopped = true
        await model.stop()
        browser = nil
        unkept = nil
        broadcast.stop()
        remove(results.removeAll() + uploads.removeAll())
    }

    // MARK: - The client that controls the camera

    func claim(_ client: CaptureClient, ifBusy choice: BusyChoice) throws {
        _ = try model.claim(client, ifBusy: choice)
    }

    /// Checks that the client controls the camera, and that the studio goes on, as before every change.
    func requireControl(_ client: CaptureClient) throws {
        guard !isStopped else { throw ScanError(.notRunning, "the studio is stopping") }
        try model.checkControl(client)
    }

    // MARK: - What is told

    var update: CameraUpdate {
        let snapshot = model.snapshot
        // The last one of a camera that was given back is not shown.
        let preview = if case .off = model.state { nil as CapturePreview? } else { snapshot?.preview }
        let number = preview.map { startCount * 1_000_000_000 + $0.number } ?? 0
        let state = CameraState(
            CameraState.Model(state: model.state, info: model.info, config: model.config, snapshot: snapshot),
            source: model.source == nil ? nil : source, preview: number, pictures: results.pictures,
            movies: results.movies, isFull: results.isFull, lostPicture: lostPicture, locks: locks)
        return CameraUpdate(state: state, controller: model.controller, preview: preview)
    }

    func state(for client: CaptureClient) -> CameraState { update.state(for: client) }

    // MARK: - What is kept

    func keep(_ picture: KeptPicture, at path: FilePath) {
        remove(results.add(picture, at: path))
    }

    func keep(_ movie: KeptMovie, at path: FilePath) {
        remove(results.add(movie, at: path))
    }

    func setDroppedFrames(_ count: Int, of id: String) {
        results.setDroppedFrames(count, of: id)
    }

    /// - Returns: `false` when there is no such picture or movie.
    func removeResult(_ id: String) -> Bool {
        guard let path = results.remove(id) else { return false }
        remove([path])
        return true
    }

    /// Removing a file does not wait for the disk's contents: its name alone goes.
    func remove(_ paths: [FilePath]) {
        for path in paths { try? path.removeFile() }
    }
}

extension CameraState {
    /// Of a camera that is gone.
    static var none: CameraState {
        CameraState(
            Model(state: .off, info: nil, config: ScanConfig(), snapshot: nil), source: nil, preview: 0, pictures: [],
            movies: [], isFull: false, lostPicture: nil, locks: Locks())
    }
}
