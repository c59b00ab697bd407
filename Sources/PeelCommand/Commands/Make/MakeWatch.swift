import Peel

extension MakeRequest {
    /// `--watch`: makes a pack of the folder, and makes it anew whenever photos have arrived, until a request to stop.
    /// What lies on the disk is a whole pack at any time but while a batch is finished.
    @MainActor
    func watchFolder(in context: CommandContext) async throws -> ExitCode {
        let arrivals = try await FolderArrivals(
            of: sources[0], excluding: [output], context[FolderArrivals.Pace.self])
        defer { arrivals.watch.stop() }
        context.stop.beginWork { [watch = arrivals.watch] in watch.stop() }
        defer { context.stop.endWork() }
        var watched = WatchedPack(self, arrivals, context)
        for await _ in arrivals.watch.wakes {
            if let end = try await watched.lookAndMake() { return end }
            // A batch that was stopped has noted the request, and the next one stops the watch.
            context.stop.beginWork { [watch = arrivals.watch] in watch.stop() }
            if context.stop.isRequested { break }
        }
        watched.tellEnd()
        return .done
    }
}

/// A pack that grows with a folder.
@MainActor
private struct WatchedPack {
    private let request: MakeRequest
    private let arrivals: FolderArrivals
    private let context: CommandContext
    private var pack: (any PackBuild)?
    /// What became of the photos. A file that has changed since is read again.
    private var past: [FilePath: FoundPhoto.Past] = [:]
    /// Photos that the network doubts.
    private var leftOut: Set<FilePath> = []
    private var isFirstLook = true

    init(_ request: MakeRequest, _ arrivals: FolderArrivals, _ context: CommandContext) {
        (self.request, self.arrivals, self.context) = (request, arrivals, context)
    }

    /// - Returns: how the command ends, if it cannot go on.
    mutating func lookAndMake() async throws -> ExitCode? {
        let sought = try await findPhotos(request, readInput: context.readInput)
        var search = sought.search
        if isFirstLook {
            if search.failures.isEmpty { search.report(sought.metadata, of: request, in: context, json) }
            tellBeginning()
        }
        arrivals.tell(search.failures, in: context)
        isFirstLook = false
        let found = await arrivals.look(at: search)
        if found.stamps.isEmpty { return nil }
        for path in found.stamps.keys {
            past[path] = nil
            leftOut.remove(path)
        }
        let there = Set(search.photos.map(\.path))
        if search.failures.isEmpty { past = past.filter { there.contains($0.key) } }
        search.keep { photo in
            photo.past = past[photo.path]
            return found.settled.contains(photo.path) && !leftOut.contains(photo.path)
        }
        return try await make(search, sought.metadata, found)
    }

    private mutating func make(
        _ search: PhotoSearch, _ metadata: PhotoMetadata, _ found: FolderArrivals.Found
    ) async throws -> ExitCode? {
        var request = request
        request.title = request.title ?? metadata.title
        request.author = request.author ?? metadata.author
        request.emoji = request.emoji ?? metadata.emoji
        // What is moved out of the folder stays in the pack.
        request.keepsAbsent = true
        let isFirst = pack == nil
        let next: any PackBuild =
            if let pack { try await pack.next(request, photos: search.photos) } else {
                try await context[PackStart.self].begin(request, search.photos)
            }
        pack = next
        let session = MakeSession(request, search, context, isFirst: isFirst)
        var reports: [PhotoReport] = []
        session.onReport = { reports.append($0) }
        let end = await session.run(next)
        for report in reports { take(report, found) }
        return [.done, .someFailed, .interrupted].contains(end) ? nil : end
    }

    private mutating func take(_ report: PhotoReport, _ found: FolderArrivals.Found) {
        switch report.outcome {
        case .made, .kept: past[report.name] = report.photoDigest.map { .made($0) }
        case .failed(let reason): past[report.name] = .failed(reason)
        case .leftOut: leftOut.insert(report.name)
        }
        arrivals.take(report.name, of: found)
    }

    private func tellBeginning() {
        guard !request.isQuiet, !request.printsJSON else { return }
        context.errors.line("watching \(request.sources[0]) for photos; Ctrl-C ends")
    }

    func tellEnd() {
        guard !request.isQuiet, !request.printsJSON else { return }
        context.errors.line(pack == nil ? "no photo arrived" : "the pack is in \(request.output)")
    }
}
