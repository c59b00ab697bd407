import Files

/// What all workers of an output have in common. An output has the stickers of one such run, so that what is merged was
/// made alike.
public struct PartRun: Hashable, Sendable, Codable {
    static let format = "peel-part-run"

    var format = Self.format
    var version = 1
    /// What makes the stickers.
    public let program: PackManifest.Program
    /// The network that finds the subjects.
    public let model: PackManifest.Model
    /// ``SettingsFingerprint`` of the stickers.
    public let settings: String
    /// Of the stickers' files: `webp`, `png`.
    public let pathExtension: String
    /// Whether each subject gets a sticker of its own.
    public let numbersInstances: Bool
    /// 0…1; photos that the network is less sure of are left out.
    public let minimumConfidence: Double
    /// Whether stickers may have more pixels than their photos.
    public let allowsEnlargement: Bool

    static let folder = "runs"

    /// ``SettingsFingerprint`` of a photo's stickers.
    func settings(of photo: PartPhoto) -> String {
        SettingsFingerprint(hex: settings)?.with(photo.options).description ?? settings
    }

    /// Two runs that differ in anything have another name.
    var name: String { "\(SHA256Digest(of: bytes).hex).json" }
    var bytes: [UInt8] { PackManifest.json(self) }

    /// - Returns: `nil` for what is not a run, or is damaged.
    init?(reading bytes: [UInt8]) {
        guard let read = try? CheckedJSON.decode(Self.self, from: bytes), read.format == Self.format,
            read.version == 1, SHA256Digest(hex: read.settings) != nil,
            !read.pathExtension.isEmpty, read.pathExtension.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self = read
    }

    init(
        program: PackManifest.Program, model: PackManifest.Model, settings: String, pathExtension: String,
        numbersInstances: Bool, minimumConfidence: Double, allowsEnlargement: Bool
    ) {
        self.program = program
        self.model = model
        self.settings = settings
        self.pathExtension = pathExtension
        self.numbersInstances = numbersInstances
        self.minimumConfidence = minimumConfidence
        self.allowsEnlargement = allowsEnlargement
    }
}
