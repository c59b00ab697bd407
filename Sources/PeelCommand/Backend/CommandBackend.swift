import Peel
import TelegramUploads

/// What the commands have done for them: everything that decodes, infers, encodes or touches a disk.
///
/// The commands parse, call and print; behind this seam stands the library, or a test's stand-in. Nothing of it runs on
/// the main actor.
protocol CommandBackend: Sendable {
    /// Makes ready to turn photos into a pack: loads the network and makes the folder.
    func startPack(_ request: MakeRequest, photos: [FoundPhoto]) async throws(CommandFailure) -> any PackRun

    /// Makes ready to cut stickers out of photos: loads the network.
    func startCut(_ request: CutRequest) async throws(CommandFailure) -> any PhotoCutting

    /// Cuts the subject out of a movie; ends soon after the task is cancelled, and leaves nothing then.
    ///
    /// - Parameter progress: called with how many frames are done, of how many where that is known.
    func cutClip(
        _ request: ClipRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
    ) async throws(CommandFailure) -> CutClip

    /// Makes ready to cut stickers that another program asks for: loads the network.
    func startCutSession(_ request: CutSessionRequest) async throws(CommandFailure) -> any CutSession

    /// Makes ready to read colours: loads the network when it is needed.
    func startColors(_ request: ColorsRequest) async throws(CommandFailure) -> any ColorReading

    /// Checks a pack, also of another program.
    ///
    /// - Parameter progress: called with how many pictures were looked at for a platform, of about how many.
    func check(
        _ pack: FilePath, for targets: [PackTarget],
        progress: @escaping @Sendable (_ target: PackTarget, _ done: Int, _ total: Int) -> Void
    ) async throws(CommandFailure) -> [PackCheck.Checked]

    /// Makes sets on Telegram of a pack, or goes on with them; ends soon after the task is cancelled.
    ///
    /// - Parameter report: called for each set that is whole.
    func upload(
        _ request: UploadRequest, progress: @escaping @Sendable (TelegramUpload.Progress) -> Void,
        report: @escaping @MainActor (UploadedSet) -> Void
    ) async throws(CommandFailure)

    /// Lays stickers out on pages.
    func makeSheet(_ request: SheetRequest, stop: StopRequest) async throws(CommandFailure) -> MadeSheet

    /// Makes ready to work on a part: reads its manifest, loads the network and takes the output.
    func startPart(_ request: WorkerRequest) async throws(CommandFailure) -> any PartRunning

    /// Divides photos into parts.
    func split(_ request: SplitRequest, _ photos: [FoundPhoto]) async throws(CommandFailure) -> [SplitPart]

    /// Makes one pack of what workers made; `nil` when it was stopped.
    func merge(_ request: MergeRequest, stop: StopRequest) async throws(CommandFailure) -> PartMerger.Merged?

    /// Tries everything that the program needs.
    func examine(_ settings: EngineSettings) async -> Examination
}

/// A pack being made.
protocol PackRun: Sendable {
    /// Where the network runs, for a person.
    var device: String { get }

    /// How many stickers the folder has of a pack that this one replaces.
    var replacedStickerCount: Int { get }

    /// Makes the stickers, some photos at a time, and says what became of each as soon as it is known. Starts no photo
    /// after `stop` is requested. Returns when none is in flight any more.
    ///
    /// - Throws: when going on makes no sense: the disk is full, the folder went away.
    func process(stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void) async throws(CommandFailure)

    /// Makes what was done a valid pack.
    func finish() async throws(CommandFailure) -> FinishedPack

    /// Makes what was finished a pack that a platform takes.
    ///
    /// - Parameter progress: called with how many stickers are written, of how many.
    /// - Returns: `nil` when `stop` was requested before it was made; nothing of it is left then.
    func export(
        for target: PackTarget, stop: StopRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws(CommandFailure) -> PackExport.Outcome?
}

/// A part being worked on.
protocol PartRunning: Sendable {
    /// Where the network runs, for a person.
    var device: String { get }

    /// What the part is called in logs; `nil` for a manifest that is worked on as a whole.
    var part: String? { get }

    var photoCount: Int { get }

    /// Makes the stickers, some photos at a time, and says what became of each as soon as it is recorded. Starts no photo
    /// after `stop` is requested. Returns when none is in flight any more.
    ///
    /// - Throws: when going on makes no sense: the disk is full, the folder went away.
    func process(
        stop: StopRequest, report: @escaping @MainActor (PartWorker.Report) -> Void
    ) async throws(CommandFailure)
}

/// A part that `peel split` has written.
struct SplitPart: Equatable, Sendable {
    /// From 0.
    var number: Int
    var manifest: FilePath
    var photoCount: Int
    var byteCount: Int
}

/// Cuts stickers out of a photo's bytes.
protocol PhotoCutting: Sendable {
    /// One sticker, or one a subject with `--split`, as files.
    func cut(_ photo: [UInt8]) async throws(CommandFailure) -> CutStickers
}

struct CutStickers: Equatable, Sendable {
    var files: [[UInt8]]
    /// How much larger than in the photo the subject is on the most enlarged of them; `nil` when none is.
    var enlargement: Double?
    /// Whether a word is cut.
    var isTextCut = false
}

/// Reads the colours of photos, any number at a time.
protocol ColorReading: Sendable {
    func colors(of photo: [UInt8]) async throws(CommandFailure) -> PhotoColorScheme
}
