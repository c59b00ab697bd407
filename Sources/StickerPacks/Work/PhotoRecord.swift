import Files

/// What became of a photo of a part: the one file that says that the photo is done.
struct PhotoRecord: Hashable, Sendable, Codable {
    /// What became of a photo. In the file a case is its word, whatever Swift calls it.
    enum Status: String, Hashable, Sendable, Codable {
        /// It has stickers.
        case made = "made"
        /// The network was less sure of it than the least that was asked for.
        case leftOut = "leftOut"
        /// It was read, and no sticker could be made of it.
        case failed = "failed"
        /// It could not be read; in a pack of one machine, nor decoded. A run that resumes tries it once more.
        case unread = "unread"
    }

    static let maximumBytes = 1 << 20
    /// Of a sticker's file: more than any has.
    static let largestSticker = 256 << 20

    /// The line of the part's manifest.
    var photo: PartPhoto
    /// What became of the photo.
    var status: Status
    /// SHA-256 of the photo's file, in hexadecimal digits; `nil` where it could not be read.
    var photoSHA256: String?
    /// The photo's stickers; ``PackManifest/Entry/file`` is from the output on. Empty unless made.
    var stickers: [PackManifest.Entry]
    /// How sure the network is of subject and edge, 0…1; `nil` where it has no say, or nothing was made.
    var confidence: Double?
    /// Why there is no sticker, in one sentence without the photo's name; `nil` where there is one.
    var reason: String?
    /// How long the photo took, its waits for a network and for other photos included.
    var seconds: Double

    /// - Returns: `nil` for what is not a record, or is damaged.
    init?(reading bytes: [UInt8]) {
        guard let read = try? CheckedJSON.decode(Self.self, from: bytes), read.isSound else { return nil }
        self = read
    }

    /// - Parameters:
    ///   - digest: of the photo's file; `nil` where it could not be read.
    ///   - duration: how long the photo took.
    init(
        _ photo: PartPhoto, _ report: PhotoReport, digest: SHA256Digest?, stickers: [PackManifest.Entry],
        took duration: Duration
    ) {
        self.photo = photo
        switch report.outcome {
        case .made, .kept: status = .made
        case .leftOut: status = .leftOut
        case .failed: status = digest == nil ? .unread : .failed
        }
        photoSHA256 = digest?.hex
        self.stickers = stickers
        confidence = report.confidence
        reason = report.reason
        seconds = (duration / .milliseconds(1)).rounded() / 1000
    }

    /// Of stickers that are there already.
    init(_ photo: PartPhoto, _ digest: SHA256Digest, kept stickers: [PackManifest.Entry]) {
        self.photo = photo
        status = .made
        photoSHA256 = digest.hex
        self.stickers = stickers
        confidence = stickers.first?.confidence
        seconds = 0
    }

    /// What a pack has of a photo, whose path is not known but from the folder on that was given then.
    ///
    /// - Parameter entries: all stickers of the photo; at least one.
    init?(adopting entries: [PackManifest.Entry]) {
        guard let first = entries.first, let source = FilePath(escapedText: first.source), !source.bytes.isEmpty,
            let digest = SHA256Digest(hex: first.sourceSHA256)
        else { return nil }
        photo = PartPhoto(
            source, source: source, origin: first.origin, metadata: first.metadata, options: first.options)
        status = .made
        photoSHA256 = first.sourceSHA256
        confidence = first.confidence
        seconds = 0
        stickers = entries.map { entry in
            var sticker = entry
            sticker.file = Self.name(
                ofStickerOf: digest, settings: entry.settings, instance: entry.instance,
                pathExtension: FilePath(entry.file).pathExtension)
            return sticker
        }
    }

    var bytes: [UInt8] { PackManifest.json(self, []) }

    /// Where a photo's record lies in an output.
    static func name(of photo: PartPhoto) -> String {
        let hex = photo.key.digest.hex
        return "records/\(hex.prefix(2))/\(hex).json"
    }

    /// Where a sticker lies in an output: by the photo's bytes and the settings.
    static func name(
        ofStickerOf photo: SHA256Digest, settings: String, instance: Int?, pathExtension: String
    ) -> String {
        let hex = SHA256Digest(of: Array("\(photo.hex) \(settings)".utf8)).hex
        return "stickers/\(hex.prefix(2))/\(hex)\(instance.map { "-\($0)" } ?? "").\(pathExtension)"
    }

    /// Whether the stickers are this photo's and lie where stickers do, and numbers are in their ranges: an output that
    /// was tampered with must not make Peel read another file, or end.
    private var isSound: Bool {
        (status == .made || stickers.isEmpty) && (status == .made) != (reason != nil)
            && confidence.map((0...1).contains) ?? true && (0...1e9).contains(seconds)
            && stickers.allSatisfy { sticker in
                guard let digest = SHA256Digest(hex: sticker.sourceSHA256) else { return false }
                return sticker.sourceSHA256 == photoSHA256 && SHA256Digest(hex: sticker.sha256) != nil
                    && (1...Self.largestSticker).contains(sticker.byteCount)
                    && sticker.source == photo.source.escapedText
                    && sticker.file
                        == Self.name(
                            ofStickerOf: digest, settings: sticker.settings, instance: sticker.instance,
                            pathExtension: FilePath(sticker.file).pathExtension)
            }
    }

    /// What the report of a worker that resumes says.
    func report(minimumConfidence: Double) -> PhotoReport {
        let outcome: PhotoReport.Outcome =
            switch status {
            case .made: .kept(stickers.map { PhotoReport.StickerFile($0) })
            case .leftOut: .leftOut(minimum: minimumConfidence)
            case .failed, .unread: .failed(reason ?? "")
            }
        return PhotoReport(
            name: photo.photo, source: photo.source, outcome: outcome, confidence: confidence,
            photoDigest: photoSHA256.flatMap { SHA256Digest(hex: $0) })
    }
}
