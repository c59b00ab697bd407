import Execution
public import Files
public import Imaging

/// Makes a finished pack into one that a platform takes: `DIR/whatsapp`, `DIR/telegram`, …
///
/// The stickers are decoded, placed as the platform asks, and encoded as well as its limit allows; as many at a time as
/// the executor has threads and `ImageLimits.memory` has room for, so memory is bounded by these and not by the number
/// of stickers. What was written is checked by its files alone before it takes its place.
public struct PackExport: Sendable {
    /// What a platform wants to know besides the pictures.
    public struct Details: Hashable, Sendable {
        /// The pack's title.
        package var title: String
        /// The author's name.
        package var author: String
        /// Of every sticker; each platform gets as many of the first as it takes.
        package var emoji: [String]
        /// Whether a pack that breaks a rule is written all the same.
        package var force: Bool
        /// Whether stickers are left out where a platform does not take so many: those of which the network is least
        /// sure.
        package var keepsBest: Bool
        /// Whether the title is cut where a platform takes no such long one: no person has chosen it.
        package var shortensTitle: Bool
        /// The sticker that stands for the pack, by ``Sticker/source``, where a platform has such a picture; `nil` for
        /// the first. Of several packs, those without it take their first.
        package var cover: String?

        /// What the platform is told of the pack.
        public init(
            title: String, author: String, emoji: [String], force: Bool = false, keepsBest: Bool = false,
            shortensTitle: Bool = false, cover: String? = nil
        ) {
            self.title = title
            self.author = author
            self.emoji = emoji
            self.force = force
            self.keepsBest = keepsBest
            self.shortensTitle = shortensTitle
            self.cover = cover
        }
    }

    /// A sticker that is made already, and what platforms are told of it.
    package struct Sticker: Hashable, Sendable {
        /// Its file.
        package var file: FilePath
        /// Names it in the report. No other sticker has this name.
        package var source: String
        /// Of its photo: the sticker's file is named after it.
        package var photoName: String
        /// What a person calls it; `nil` takes ``photoTitle``.
        package var title: String?
        /// What its photo is called where it is from; `nil` takes the photo's name, unless it has digits, as cameras
        /// give.
        package var photoTitle: String?
        /// In place of ``Details/emoji``; `nil` for those of all.
        package var emoji: [String]?
        /// For people who cannot see it; `nil` takes the title.
        package var text: String?
        /// Whether a person has chosen where on its canvas the sticker is, and how large: its canvas is fitted to a
        /// platform's then, and not what is seen on it.
        package var keepsCanvas: Bool
        /// How sure the network is of it, 0…1; `nil` where it has no say.
        package var confidence: Double?
        /// Whether it moves: its file is an animated WebP.
        package var isLiving: Bool

        /// A sticker by its file.
        package init(
            file: FilePath, source: String, photoName: String, title: String? = nil, photoTitle: String? = nil,
            emoji: [String]? = nil, text: String? = nil, keepsCanvas: Bool = false, confidence: Double? = nil,
            isLiving: Bool = false
        ) {
            self.file = file
            self.source = source
            self.photoName = photoName
            self.title = title
            self.photoTitle = photoTitle
            self.emoji = emoji
            self.text = text
            self.keepsCanvas = keepsCanvas
            self.confidence = confidence
            self.isLiving = isLiving
        }
    }

    /// What became of a pack for a platform.
    public struct Outcome: Hashable, Sendable {
        /// The platform.
        package var target: PackTarget
        /// Where it stands, or would.
        public var folder: FilePath
        /// `false` when it breaks a rule; what stood there before is as it was then.
        public var isWritten: Bool
        /// How many packs the stickers were divided into.
        package var packCount: Int
        /// Stickers in all packs together. A platform may take each in several sizes.
        package var stickerCount: Int
        /// The stickers that are left out so that the platform takes the rest, by ``Sticker/source``.
        package var leftOut: [String]
        /// Those that are left out because they move and the others do not, or the other way round.
        package var ofOtherKind: [String] = []
        /// Stickers that have more emoji than the platform takes: it gets the first of them.
        package var shortenedEmojiCount: Int
        /// The pictures, and the check of what was written.
        package var report: TargetReport
        /// The platform's rules, and which of them the pack keeps.
        public var check: PackReport { report.check }
    }

    /// The emoji of a text, one after the other, as platforms write them: with U+FE0F where it belongs, also where the
    /// text leaves it out. Spaces and commas between them do not count.
    ///
    /// - Returns: `nil` when there is anything else in it, or nothing.
    package static func emoji(in text: String) -> [String]? {
        let texts = text.filter { !$0.isWhitespace && $0 != "," }.map(String.init)
        let emoji = texts.compactMap(\.qualifiedEmoji)
        return emoji.isEmpty || emoji.count < texts.count ? nil : emoji
    }

    /// The platforms' folders stand in it.
    private let folder: FilePath
    let stickers: [Sticker]
    let details: Details
    /// What was encoded for one platform, another may take.
    package var pictures = EncodedPictures()
    /// What was encoded for packs of before; `nil` keeps nothing.
    package var kept: KeptPictures?
    /// Called on any thread with how many stickers are written, of how many.
    package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    private let limits: ImageLimits
    private let durability: AtomicFile.Durability
    private let executor: PhotoExecutor
    /// One sticker that moves at once: its pictures take as much memory as many stickers.
    private let clips = TaskGate(capacity: 1)

    /// Reads the pack's manifest. Blocks.
    ///
    /// - Parameter limits: of the pack's stickers, which may be as large as photos.
    public init(
        _ folder: PackFolder, _ details: Details, limits: ImageLimits = ImageLimits(),
        executor: PhotoExecutor = .shared
    ) throws(PackError) {
        let stickers = try folder.readManifest().stickers.map { entry in
            Sticker(
                file: folder.path.appending(entry.file), source: entry.file, photoName: entry.fileName,
                title: entry.metadata?.title, photoTitle: entry.origin?.title, emoji: entry.metadata?.emoji,
                text: entry.metadata?.text, confidence: entry.confidence, isLiving: entry.living != nil)
        }
        self.init(stickers, in: folder.path, details, limits: limits, executor: executor)
    }

    /// - Parameters:
    ///   - stickers: in their order.
    ///   - folder: the platforms' folders are written into it; it is there already.
    ///   - durability: of the platforms' folders. `deferred` where they are removed again soon.
    package init(
        _ stickers: [Sticker], in folder: FilePath, _ details: Details, limits: ImageLimits = ImageLimits(),
        durability: AtomicFile.Durability = .synchronized, executor: PhotoExecutor = .shared
    ) {
        self.folder = folder
        self.stickers = stickers
        self.details = details
        self.limits = limits
        self.durability = durability
        self.executor = executor
    }

    /// Writes and checks the pack for a platform.
    ///
    /// - Parameter isStopped: asked before each sticker, before each picture that is checked, and before the pack takes
    ///   its place. Once it is `true`, what was written is removed.
    /// - Returns: `nil` when it was stopped, or the task cancelled: what stood there before is as it was then.
    /// - Throws: ``PackError`` when a sticker cannot be read, the disk is full, or files that are not of a pack lie in
    ///   the platform's folder. A broken rule is not an error.
    public func run(
        for target: PackTarget, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) -> Outcome? {
        let place = folder.appending(FilePath(target.rawValue))
        let chosen = choice(for: target.rules)
        let packs = packs(of: chosen.stickers, for: target.rules)
        let written = try await executor.run { () async throws(PackError) in
            try TargetFolder(for: place, durability: durability, isStopped: isStopped)
        }
        let result: Result<Outcome?, PackError>
        do throws(PackError) {
            result = .success(try await write(packs, chosen, for: target, in: written, at: place))
        } catch {
            result = .failure(written.named(error))
        }
        // Nothing is left of it once it has its place.
        await executor.run { written.discard() }
        return try result.get()
    }

    /// - Returns: `nil` when it was stopped.
    private func write(
        _ packs: [TargetPack], _ chosen: Choice, for target: PackTarget, in written: TargetFolder, at place: FilePath
    ) async throws(PackError) -> Outcome? {
        guard let pictures = try await writePictures(packs, target.format, in: written, at: place) else { return nil }
        return try await executor.run { () async throws(PackError) in
            try target.format.writeDocuments(packs, in: written)
            try written.write(target.howTo, to: TargetFolder.howToName)
            if written.isStopped() { return nil }
            let files = try PackFiles(folder: written.path)
            let check = try PackCheck.report(on: files, for: target, isStopped: written.isStopped)
            if written.isStopped() { return nil }
            let report = TargetReport(
                pictures: pictures, files: files.names,
                check: withAdvice(check, on: chosen.stickers, target.rules))
            let isWritten = report.check.isKept || details.force
            if isWritten {
                try written.write(PackManifest.json(report), to: TargetFolder.reportName)
                try written.write(Array(report.check.text.utf8), to: TargetFolder.reportTextName)
                try written.commit()
            }
            return Outcome(
                target: target, folder: place, isWritten: isWritten, packCount: packs.count,
                stickerCount: chosen.stickers.count, leftOut: chosen.leftOut.map(\.source),
                ofOtherKind: chosen.ofOtherKind.map(\.source),
                shortenedEmojiCount: shortenedEmojiCount(of: chosen.stickers, target.rules), report: report)
        }
    }

    /// About how many bytes the packs for a platform take at most. Blocks.
    ///
    /// A picture has no more than the platform takes, and hardly more than the sticker, which is as large or larger.
    /// Some platforms' packs have each picture twice: once more in a ZIP, or encrypted.
    package func byteEstimate(for target: PackTarget) -> Int {
        let format = target.format
        let documents = 1 << 20
        return packs(of: choice(for: format.rules).stickers, for: format.rules).reduce(documents) { total, pack in
            pack.stickers.reduce(total) { total, sticker in
                // One that moves may be larger than the sticker: PNG takes more bytes than WebP.
                let living = sticker.isLiving ? format.livingPictures(of: sticker, in: pack) : []
                guard living.isEmpty else { return living.reduce(total) { $0 + 2 * $1.rules.writtenByteLimit } }
                let size = (try? sticker.file.status().size) ?? 0
                return format.pictures(of: sticker, in: pack).reduce(total) {
                    $0 + 2 * min($1.rules.writtenByteLimit, size)
                }
            }
        }
    }

    // MARK: Pictures

    /// - Returns: `nil` when it was stopped before the last.
    private func writePictures(
        _ packs: [TargetPack], _ format: any TargetFormat, in written: TargetFolder, at place: FilePath
    ) async throws(PackError) -> [TargetReport.Picture]? {
        let stickers = packs.flatMap { pack in pack.stickers.map { (sticker: $0, pack: pack) } }
        var pictures = [[TargetReport.Picture]](repeating: [], count: stickers.count)
        var done = 0
        let upcoming = stickers.indices.lazy.prefix { _ in !written.isStopped() }
        try await forEachConcurrently(upcoming, atMost: executor.threadCount, on: executor) {
            index async throws(PackError) in
            let (sticker, pack) = stickers[index]
            let living = sticker.isLiving ? format.livingPictures(of: sticker, in: pack) : []
            guard living.isEmpty else { return (index, try await writeLiving(sticker, living, in: written)) }
            return (index, try await write(sticker, format.pictures(of: sticker, in: pack), in: written, at: place))
        } receive: { index, written in
            pictures[index] = written
            done += 1
            progress(done, stickers.count)
        }
        return pictures.contains(where: \.isEmpty) ? nil : pictures.flatMap(\.self)
    }

    private func write(
        _ sticker: TargetSticker, _ pictures: [(path: String, rules: PictureRules)], in written: TargetFolder,
        at place: FilePath
    ) async throws(PackError) -> [TargetReport.Picture] {
        let source = sticker.file
        let bytes = try asPackError { () throws(FileError) in try source.readBytes(limit: limits.bytes) }
        let keys = kept.map { _ in
            let digest = SHA256Digest(of: bytes)
            return pictures.map { KeptPictures.Key(sticker: digest, keepsCanvas: sticker.keepsCanvas, rules: $0.rules) }
        }
        if let keys, let found = kept?.find(keys) {
            return try zip(pictures, found).map { picture, found throws(PackError) in
                try write(found, of: sticker, to: picture.path, in: written)
            }
        }
        let bitmap: Bitmap
        let reservation: MemoryReservation
        do throws(ImagingError) {
            let picture = try ImageSource(bytes, limits: limits)
            // The bitmap, and a part of it that is cut out, are there until the pictures are written.
            let side = picture.size.longestSide
            reservation = try await picture.reserve(
                picture.decodingMemory(atLeast: side) + picture.size.area * 4 + Self.encodingMemory)
            bitmap = try picture.decode()
        } catch  where error.code == .cancelled {
            return []
        } catch {
            throw PackError(.damagedSticker, source, "\(source): \(error)")
        }
        defer { reservation.release() }
        return try pictures.enumerated().map { index, asked throws(PackError) in
            let (path, rules) = asked
            let picture: KeptPictures.Picture
            do throws(ImagingError) {
                let encoded = try self.pictures.encode(
                    bitmap.placed(rules, keepsCanvas: sticker.keepsCanvas), for: rules, at: place.appending(path))
                picture = .init(bytes: encoded.bytes, fidelity: encoded.fidelity.description)
            } catch {
                throw PackError(.damagedSticker, source, "\(source): \(error)")
            }
            if let keys { kept?.keep(picture, as: keys[index]) }
            return try write(picture, of: sticker, to: path, in: written)
        }
    }

    private func write(
        _ picture: KeptPictures.Picture, of sticker: TargetSticker, to path: String, in written: TargetFolder
    ) throws(PackError) -> TargetReport.Picture {
        try written.write(picture.bytes, to: path)
        return TargetReport.Picture(
            file: path, source: sticker.source, byteCount: picture.bytes.count, fidelity: picture.fidelity)
    }

    private func writeLiving(
        _ sticker: TargetSticker, _ pictures: [(path: String, rules: LivingRules)], in written: TargetFolder
    ) async throws(PackError) -> [TargetReport.Picture] {
        guard let turn = await clips.enter() else {
            throw PackError(.movie, sticker.file, "\(sticker.file): cancelled")
        }
        defer { clips.leave(turn) }
        var reports: [TargetReport.Picture] = []
        for (path, rules) in pictures {
            if written.isStopped() { return [] }
            let made = try await LivingEncoder(rules, executor: executor).encode(
                fileAt: sticker.file, limit: limits.bytes, kept: kept)
            reports.append(try write(made, of: sticker, to: path, in: written))
        }
        return reports
    }

    /// What encoding a picture of at most 618 pixels a side takes: the histogram of its colours above all.
    private static let encodingMemory = 64 << 20
}
