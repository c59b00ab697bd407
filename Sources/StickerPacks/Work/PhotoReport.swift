public import Files
package import Imaging
public import Stickers

/// What became of a photo of a pack.
public struct PhotoReport: Equatable, Sendable {
    /// A sticker in the pack.
    public struct StickerFile: Equatable, Sendable {
        /// The path of the file from the pack's folder on.
        public var file: String
        /// Of the sticker, in pixels.
        package var size: PixelSize
        /// Of the subject in the photo, in pixels.
        package var box: PixelRect
        /// Which of the photo's subjects it is, from 1; `nil` when it has all of them.
        package var instance: Int?
        /// How many of the sticker's pixels, in a row, stand for one of the photo's; `nil` where an earlier run made
        /// it, and of a sticker that moves, which always gets the platform's size.
        package var scale: Double?
        /// Whether a word of its text is cut; `false` where an earlier run made it.
        package var isTextCut: Bool

        /// A file of its parts.
        package init(
            file: String, size: PixelSize, box: PixelRect, instance: Int? = nil, scale: Double? = nil,
            isTextCut: Bool = false
        ) {
            self.file = file
            self.size = size
            self.box = box
            self.instance = instance
            self.scale = scale
            self.isTextCut = isTextCut
        }

        /// - Parameter sticker: `nil` where an earlier run made it.
        init(_ entry: PackManifest.Entry, _ sticker: Sticker? = nil) {
            self.init(
                file: entry.file, size: entry.size, box: entry.box, instance: entry.instance,
                scale: entry.living == nil ? sticker?.scale : nil, isTextCut: sticker?.isTextCut ?? false)
        }
    }

    /// What became of a photo.
    public enum Outcome: Equatable, Sendable {
        case made([StickerFile], PhotoColorScheme)
        /// An earlier run made these.
        case kept([StickerFile])
        /// The network is less sure of it than the least that was asked for, 0…1.
        case leftOut(minimum: Double)
        /// The reason, without the photo's name.
        case failed(String)
    }

    /// How long a step took: `read`, `decode`, `segment`, `cut`, `colors`, `encode`, `write`.
    package struct Timing: Equatable, Sendable {
        /// The step's name.
        package var stage: String
        /// How long it took.
        package var duration: Duration

        /// A step and its time.
        package init(stage: String, duration: Duration) {
            self.stage = stage
            self.duration = duration
        }
    }

    /// The name of the photo for a person.
    public var name: FilePath
    /// As ``PackPhoto/source``.
    package var source: FilePath
    /// What became of the photo.
    public var outcome: Outcome
    /// How sure the network is of subject and edge, 0…1; `nil` where it has no say, or nothing was made.
    public var confidence: Double?
    /// In the order of the steps.
    package var timings: [Timing]
    /// SHA-256 of the photo's file; `nil` where it could not be read.
    package var photoDigest: SHA256Digest?
    /// What a clip that is cut short lacks, in one sentence; `nil` for a whole one, and where an earlier run made it.
    package var loss: String?

    /// Whether what an earlier run made of the photo stays, because the photo could not be read or decoded.
    package var keepsStickers = false

    /// A report of its parts.
    package init(
        name: FilePath, source: FilePath, outcome: Outcome, confidence: Double? = nil, timings: [Timing] = [],
        photoDigest: SHA256Digest? = nil
    ) {
        self.name = name
        self.source = source
        self.outcome = outcome
        self.confidence = confidence
        self.timings = timings
        self.photoDigest = photoDigest
    }

    /// Why there is no sticker, without the photo's name; `nil` when there is one.
    public var reason: String? {
        switch outcome {
        case .made, .kept: nil
        case .leftOut(let minimum):
            "left out: confidence \(Self.threeDigits(confidence ?? 0)) is below the minimum "
                + Self.threeDigits(minimum)
        case .failed(let reason): keepsStickers ? "\(reason); its earlier stickers are kept" : reason
        }
    }

    /// - Parameter share: 0…1.
    private static func threeDigits(_ share: Double) -> String {
        let thousandths = Int((share * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
