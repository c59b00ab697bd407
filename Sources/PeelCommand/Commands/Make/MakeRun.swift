import Catalog
import Peel

extension MakeRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        await recording(to: trace, in: context) { trace in
            let monitor = ResponsivenessMonitor.started(trace)
            defer { monitor?.stop() }
            let folders = NewFolders(output)
            defer { folders.removeEmpty() }
            do {
                return try await makePack(in: context)
            } catch {
                return context.ended(by: error)
            }
        }
    }

    @MainActor
    private func makePack(in context: CommandContext) async throws -> ExitCode {
        if watches { return try await watchFolder(in: context) }
        let (search, metadata) = try await findPhotos(self, readInput: context.readInput)
        search.report(metadata, of: self, in: context, json)
        if search.photos.isEmpty {
            if search.failures.isEmpty { throw nothingFound(search, self) }
            return .someFailed
        }
        try requireMatches(metadata, search, self)
        let problems = await countProblems(self, search.photos.map(\.path))
        for problem in problems { context.complain(problem) }
        if !problems.isEmpty { return .someFailed }
        if isDryRun { return list(search, in: context) }
        var request = self
        request.title = title ?? metadata.title
        request.author = author ?? metadata.author
        request.emoji = emoji ?? metadata.emoji
        request.keepsAbsent = resumes && (!forces || !search.failures.isEmpty)
        let pack = try await context[PackStart.self].begin(request, search.photos)
        return await MakeSession(request, search, context).run(pack)
    }

    /// `--dry-run`: a line for each photo. Nothing was opened, so what is not a photo is not known.
    @MainActor
    private func list(_ search: PhotoSearch, in context: CommandContext) -> ExitCode {
        // A name must not move a terminal's cursor; a pipe gets it as it is.
        func shown(_ path: FilePath) -> String {
            context.terminal.outputIsTerminal ? path.description : path.escapedText
        }
        for photo in search.photos { context.output.line(printsJSON ? json(photo).text : shown(photo.path)) }
        if !isQuiet, !printsJSON {
            let photos = search.photos.count == 1 ? "1 photo" : "\(search.photos.count) photos"
            let excluded = search.excludedCount == 0 ? "" : " (\(search.excludedCount) excluded)"
            context.errors.line("\(photos)\(excluded) for \(output); nothing was made (--dry-run)")
        }
        return search.failures.isEmpty ? .done : .someFailed
    }
}

/// Why no pack can be made for a platform, a sentence each, as far as it is known before the photos are worked on.
@concurrent
private func countProblems(_ request: MakeRequest, _ photos: [FilePath]) async -> [String] {
    // What is kept adds to the stickers, and so does a sticker for each subject.
    let keeps = request.resumes && (try? request.output.names())?.isEmpty == false
    guard !request.forces, !keeps, request.options.subjects != .each else { return [] }
    func problems(_ clipCount: Int) -> [String] {
        countProblems(request, photoCount: photos.count - clipCount, clipCount: clipCount)
    }
    let clips = request.motion == .still ? 0 : photos.count { ClipFile.pathExtensions.contains($0.pathExtension) }
    let found = problems(clips)
    // What a picture's name leaves open is read only where it matters.
    guard !found.isEmpty, request.motion == .asGiven,
        request.targets.contains(where: { $0.rules.livingPacks != .mixed })
    else { return found }
    let moving = photos.count { photo in
        guard ["gif", "webp", "png", "apng", "avif"].contains(photo.pathExtension),
            let bytes = try? photo.readBytes(limit: request.limits.bytes)
        else { return false }
        return ClipFile(bytes) != nil
    }
    return moving == 0 ? found : problems(clips + moving)
}

private func countProblems(_ request: MakeRequest, photoCount: Int, clipCount: Int) -> [String] {
    request.targets.flatMap { target in
        let rules = target.rules
        let kinds: [(count: Int, noun: String, rules: TargetRules)] =
            switch rules.livingPacks {
            case .mixed: [(photoCount + clipCount, "photo", rules)]
            // Which photos have a movie in them is not known yet.
            case _ where request.motion == .living: []
            case .leftOut: [(photoCount, "photo", rules)]
            case .apart: [(photoCount, "photo", rules), (clipCount, "clip", rules.ofLivingPacks)]
            }
        // Too few of a kind are left out where there are enough of the other.
        let enough = kinds.filter { $0.count >= $0.rules.stickerCount.lowerBound }
        return (enough.isEmpty ? kinds : enough).filter { $0.count > 0 }.compactMap { kind in
            countProblem(request, for: target, count: kind.count, of: kind.noun, rules: kind.rules)
        }
    }
}

private func countProblem(
    _ request: MakeRequest, for target: PackTarget, count: Int, of noun: String, rules: TargetRules
) -> String? {
    let fewer = rules.nearestTotals(to: count).fewer
    let mayBeFewer = request.keepsBest || request.minimumConfidence > 0
    if rules.takes(count) || (mayBeFewer && fewer != nil) { return nil }
    let photos = count == 1 ? "1 \(noun) makes" : "\(count) \(noun)s make"
    return "\(photos) no pack for \(target.displayName), which takes \(rules.stickerCountText) stickers: "
        + rules.advice(onTotal: count)
        + (fewer.map { "; --count best keeps the best \($0)" } ?? "") + "; use --force to write it anyway"
}

/// The part of `peel make` that a person sees.
@MainActor
final class MakeSession {
    private let request: MakeRequest
    private let context: CommandContext
    private let photoCount: Int
    private let searchFailures: Int
    private let excludedCount: Int
    private var tally = MakeTally()
    private let hadArchive: Bool
    private var failure: (any Error)?
    /// Photos of earlier batches, of which everything was told.
    private let told: Set<FilePath>
    private let isFirst: Bool
    /// Told what became of each of the other photos.
    var onReport: (PhotoReport) -> Void = { _ in }

    /// - Parameter isFirst: `false` for a batch that follows another.
    init(_ request: MakeRequest, _ search: PhotoSearch, _ context: CommandContext, isFirst: Bool = true) {
        self.request = request
        self.context = context
        self.isFirst = isFirst
        told = Set(search.photos.lazy.filter { $0.past != nil }.map(\.path))
        photoCount = search.photos.count - told.count
        searchFailures = search.failures.count
        excludedCount = search.excludedCount
        hadArchive = (try? PackFolder(request.output).archive.status()) != nil
    }

    private var isTalking: Bool { !request.isQuiet && !request.printsJSON }

    func run(_ pack: any PackBuild) async -> ExitCode {
        let photos = photoCount == 1 ? "1 photo" : "\(photoCount) photos"
        if isTalking {
            let excluded = excludedCount == 0 ? "" : " (\(excludedCount) excluded)"
            context.errors.line("\(photos)\(excluded) to \(request.output), on \(pack.device)")
            if pack.replacedStickerCount > 0 {
                let stickers = pack.replacedStickerCount == 1 ? "1 sticker" : "\(pack.replacedStickerCount) stickers"
                context.errors.line(
                    "replacing the existing pack of \(stickers); --resume keeps what was made before")
            }
        }
        await process(pack)
        // The pack is made valid even when the run had to end early; what failed first is what is told.
        let finished = await attempt { try await pack.finish() }
        endWork()
        if let failure { context.complain(failure) }
        tally.isInterrupted = context.stop.isRequested && tally.total < photoCount
        tally.failed += searchFailures
        if let finished { show(finished, device: pack.device) }
        let exported = await export(pack, finished)
        if context.stop.isRequested { return .interrupted }
        if let failure { return ExitCode(endedBy: failure, else: .stopped) }
        if let finished, finished.stickerCount == 0 {
            let isThere = (try? PackFolder(finished.folder).manifest.status()) != nil
            context.complain(
                isThere ? "no sticker was made: the pack in \(finished.folder) is unchanged" : "no pack was made")
            return .someFailed
        }
        return exported == .done && tally.failed > 0 ? .someFailed : exported
    }

    /// Makes the packs that platforms take of what was finished. Not after Ctrl-C, nor of a part.
    ///
    /// - Returns: what the shell is told of it: some may not have been written.
    private func export(_ pack: any PackBuild, _ finished: FinishedPack?) async -> ExitCode {
        guard let finished, finished.stickerCount > 0, failure == nil, !context.stop.isRequested else { return .done }
        let packs = PlatformPacks(
            targets: request.targets, printsJSON: request.printsJSON, isQuiet: request.isQuiet, context: context,
            endsWork: !request.watches)
        return await packs.make { [context] target, progress in
            try await pack.export(for: target, stop: context.stop, progress: progress)
        }
    }

    private func process(_ pack: any PackBuild) async {
        let display = ProgressDisplay(total: photoCount, in: context, isQuiet: request.isQuiet)
        context.stop.beginWork {
            Task { @MainActor in
                display.message("peel: finishing the photos in flight; Ctrl-C once more ends at once")
            }
        }
        await attempt {
            try await pack.process(stop: self.context.stop) { self.take($0, display) }
        }
        // A request from now on has nothing in flight to say.
        if request.watches { context.stop.beginWork() }
        tally.elapsed = display.elapsed
        display.finish()
    }

    /// Who watches a folder goes on after a batch, and is told to stop by a request.
    private func endWork() {
        if !request.watches { context.stop.endWork() }
    }

    private func take(_ report: PhotoReport, _ display: ProgressDisplay) {
        if told.contains(report.name) { return }
        onReport(report)
        tally.count(report)
        if request.printsJSON { context.output.line(json(report).text) }
        if let loss = report.loss { display.message("peel: \(report.name): \(loss)") }
        switch report.outcome {
        case .failed: display.message("peel: \(report.name): \(report.reason ?? "")")
        case .leftOut where !request.isQuiet:
            display.message("peel: \(report.name): \(report.reason ?? "")")
        case .made, .kept, .leftOut: break
        }
        display.advance(report.outcome)
    }

    @discardableResult
    private func attempt<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    private func show(_ pack: FinishedPack, device: String) {
        if request.printsJSON { context.output.line(json(tally, pack, device: device).text) }
        guard isTalking else { return }
        context.errors.line(tally.sentence)
        for note in [tally.enlargementNote, tally.cutTextNote].compactMap(\.self) { context.errors.line(note) }
        if request.watches, !isFirst { return }
        if request.resumes, pack.removedStickerCount > 0 {
            let count = pack.removedStickerCount
            context.errors.line(
                "\(count == 1 ? "a sticker" : "\(count) stickers") of photos that were not given this time removed")
        }
        if request.resumes, !request.watches, !tally.isInterrupted, pack.absentStickerCount > 0 {
            let count = pack.absentStickerCount
            let isForced = request.forces ? "" : "; --resume --force removes \(count == 1 ? "it" : "them")"
            context.errors.line(
                "\(count == 1 ? "a sticker" : "\(count) stickers") of photos that were not given this time kept\(isForced)"
            )
        }
        for sheet in pack.contactSheets { context.errors.line("look at \(sheet)") }
        if let archive = pack.archive {
            context.errors.line("as one file: \(archive)")
        } else if hadArchive, (try? PackFolder(pack.folder).archive.status()) == nil {
            context.errors.line("removed the outdated pack.zip; use --zip to write a new one")
        }
        let isRandom = request.sources.contains { (try? CatalogSource(operand: $0))?.isRandom ?? false }
        if tally.isInterrupted, !isRandom {
            context.errors.line("the same command \(request.watches ? "" : "with --resume ")continues")
        }
    }
}
