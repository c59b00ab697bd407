import Files
public import Imaging

/// What to make of a pack besides the stickers' look, which the photo processor has.
public struct PackSettings: Sendable {
    /// What becomes of a pack that is there already.
    public enum Start: Hashable, Sendable {
        /// All photos are done anew. Stickers that the old manifest lists and the new one does not are removed at the
        /// end. Unless forced, a pack that has stickers of photos which were not given is refused, and photos that
        /// cannot be read or decoded keep theirs.
        case anew
        /// Stickers of the same photo, made with the same settings, are kept, also when the photo is called otherwise.
        case resuming

        /// Whether photos that cannot be read or decoded keep their stickers.
        func keepsUnread(force: Bool) -> Bool { self == .resuming || !force }
    }

    /// How stickers become files.
    package var encoder: ImageEncoder
    /// What becomes of a pack that is there already.
    package var start: Start
    /// Takes a folder that has files in it and is not a pack, or a pack of other photos.
    package var force: Bool
    /// Whether a run that resumes keeps the stickers of photos that it does not have.
    package var keepsAbsent: Bool
    /// Whether photos that cannot be read or decoded keep their stickers.
    var keepsUnread: Bool { start.keepsUnread(force: force) }
    /// 0…1; photos that the network is less sure of are left out.
    package var minimumConfidence: Double
    /// What becomes of clips, and of photos with a movie in them.
    package var motion: MotionChoice
    /// Whether the pack is written as one file, too: `pack.zip`.
    package var writesArchive: Bool
    /// Stands in the manifest. Another version makes all stickers anew.
    package var program = PackManifest.Program.peel
    /// Says why a photo became no sticker, in one sentence without the photo's name. It stands in the manifest.
    package var reason: @Sendable (any Error) -> String = Self.reason

    /// Settings; each has a default.
    public init(
        encoder: ImageEncoder = ImageEncoder(.webp()), start: Start = .anew, force: Bool = false,
        keepsAbsent: Bool = false, minimumConfidence: Double = 0, motion: MotionChoice = .asGiven,
        writesArchive: Bool = false
    ) {
        self.encoder = encoder
        self.start = start
        self.force = force
        self.keepsAbsent = keepsAbsent
        self.minimumConfidence = minimumConfidence
        self.motion = motion
        self.writesArchive = writesArchive
    }

    /// The error's own words.
    package static func reason(_ error: any Error) -> String {
        (error as? FileError).map { "cannot be read: \($0.reason)" } ?? "\(error)"
    }
}
