import Execution
import Peel

/// What `peel sheet` made.
struct MadeSheet: Equatable, Sendable {
    var report: SheetReport
    /// Why photos and stickers are on no page.
    var failures: [SearchProblem]
    /// What of the sources was passed over, a sentence each.
    var notes: [String]
}

/// Finds stickers, cuts those out of photos that are none yet, and lays them out.
struct SheetMaking {
    let request: SheetRequest
    let stop: StopRequest
    private let executor = PhotoExecutor.shared

    init(_ request: SheetRequest, stop: StopRequest) {
        self.request = request
        self.stop = stop
    }

    func make() async throws -> MadeSheet {
        let maker = try SheetMaker(request.settings, limits: request.limits, executor: executor)
        let found = try await executor.run { try search() }
        let output = request.output
        guard !found.photos.isEmpty else {
            await executor.run { RunFolder.removeLeftovers(in: output) }
            return try await make(found, with: maker)
        }
        let folder = try await executor.run { try RunFolder(in: output) }
        let result = await Result(awaiting: {
            var all = found
            let cut = try await cutOut(found.photos, in: folder.path)
            all.failures += cut.failures
            all.stickers += cut.stickers
            return try await make(all, with: maker)
        })
        await executor.run { folder.remove() }
        return try result.get()
    }

    private func make(_ found: Found, with maker: SheetMaker) async throws -> MadeSheet {
        if found.stickers.isEmpty, let first = found.failures.first?.description ?? found.notes.first {
            throw CommandFailure("there is no sticker for a sheet: \(first)")
        }
        let stop = stop
        let report = try await maker.make(
            found.stickers, formats: request.formats, in: request.output, sparing: found.photos.map(\.path),
            isStopped: { stop.isRequested })
        return MadeSheet(report: report, failures: found.failures, notes: found.notes)
    }

    private struct Found {
        var stickers: [SheetSticker] = []
        var photos: [FoundPhoto] = []
        var failures: [SearchProblem] = []
        var notes: [String] = []
    }

    /// A folder with a manifest is a pack, of which the stickers are taken; all else is looked for as `peel make` does.
    private func search() throws -> Found {
        var found = Found()
        var others: [FilePath] = []
        for source in request.sources {
            let folder = PackFolder(source)
            guard (try? folder.manifest.status()) != nil else {
                others.append(source)
                continue
            }
            found.stickers += try stickers(of: folder)
        }
        var search = PhotoSearch(others, output: request.output)
        search.takeOneFileOfLivePhotos(.still)
        let packs = Set(request.sources.compactMap { try? $0.status().identity })
        for pack in search.packs where try !packs.contains(pack.status().identity) {
            found.stickers += try stickers(of: PackFolder(pack))
        }
        found.failures = search.failures
        found.notes = search.notes(forSheet: true)
        var platforms = PlatformPictures()
        let named = Set(request.sources)
        let stickers = platforms.stickers(among: search.photos.map(\.path).filter { !named.contains($0) })
        var clipCount = 0
        for photo in search.photos where named.contains(photo.path) || stickers.contains(photo.path) {
            // A clip is printed if it is named: beside a phone's photo lies its second in a movie.
            let isPicture = ImageFormat.pathExtensions.contains(photo.path.pathExtension)
            guard isPicture || named.contains(photo.path) else {
                clipCount += 1
                continue
            }
            if isSticker(photo.path) {
                let scale = platforms.scale(of: photo.path, limits: request.limits)
                found.stickers.append(
                    SheetSticker(name: photo.path.stem.escapedText, path: photo.path, scale: scale))
            } else {
                found.photos.append(photo)
            }
        }
        if clipCount > 0 {
            let clips = clipCount == 1 ? "1 clip" : "\(clipCount) clips"
            found.notes.append("skipped \(clips): name a clip to print its best frame")
        }
        return found
    }

    private func stickers(of pack: PackFolder) throws -> [SheetSticker] {
        try pack.readManifest().stickers.map { entry in
            let path = pack.path(of: entry)
            return SheetSticker(name: path.stem.escapedText, path: path, scale: entry.scale ?? 1)
        }
    }

    /// Whether a picture is cut out already: a fiftieth of it is transparent. What cannot be decoded fails as a photo.
    private func isSticker(_ path: FilePath) -> Bool {
        guard let bytes = try? path.readBytes(limit: request.limits.bytes, allowsPipes: true),
            let source = try? ImageSource(bytes, limits: request.limits),
            source.format != .jpeg,
            let bitmap = try? source.decode(atLeast: 256), bitmap.hasTransparency
        else { return false }
        let clear = stride(from: 3, to: bitmap.pixels.count, by: 4).count { bitmap.pixels[$0] < 10 }
        return clear * 50 >= bitmap.size.area && clear < bitmap.size.area
    }

    /// Makes photos stickers of as many pixels as they are printed with.
    private func cutOut(_ photos: [FoundPhoto], in folder: FilePath) async throws -> Found {
        var make = MakeRequest(sources: request.sources, output: folder)
        make.options.style = request.style
        let pixels = request.settings.stickerSize * request.settings.resolution / 25.4
        make.options.size = .longestSide(min(max(Int(pixels.rounded(.up)), 16), 4_096))
        make.encoding = StickerEncoding(format: .png, quality: OutputFormat.standardQuality)
        make.limits = request.limits
        make.engine = request.engine
        make.enlarges = true
        make.motion = .still
        let run = try await PeelPackBuild(make, photos: photos)
        let notes = CutFailures()
        try await run.process(stop: stop) { report in
            if case .failed(let reason) = report.outcome { notes.failures.append(SearchProblem(report.name, reason)) }
        }
        let pack = try await run.finish()
        if stop.isRequested { throw CommandFailure("stopped before a sheet was made") }
        var found = Found(failures: await notes.failures)
        guard pack.stickerCount > 0 else { return found }
        found.stickers = try stickers(of: PackFolder(folder))
        return found
    }
}

/// The photos that could not be cut out, as they are reported.
@MainActor
private final class CutFailures {
    var failures: [SearchProblem] = []
}
