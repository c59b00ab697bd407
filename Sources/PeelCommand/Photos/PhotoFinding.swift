import Catalog
import Peel

/// Ends the run if something is said of photos that are not there. Where a source could not be read, they may be in it.
func requireMatches(_ metadata: PhotoMetadata, _ search: PhotoSearch, _ request: MakeRequest) throws {
    guard !request.forces, search.failures.isEmpty else { return }
    if let failure = metadata.mismatch(canForce: !request.resumes) { throw failure }
}

extension PhotoSearch {
    /// Says what of the sources is not worked on, and why.
    ///
    /// - Parameter line: what `--json` prints for what could not be looked at.
    @MainActor
    func report(
        _ metadata: PhotoMetadata, of request: MakeRequest, in context: CommandContext,
        _ line: (SearchProblem) -> JSONText
    ) {
        for problem in failures {
            context.complain(problem.description)
            if request.printsJSON { context.output.line(line(problem).text) }
        }
        if !request.isQuiet { for note in notes + PhotoMetadata.lines(metadata.notes) { context.complain(note) } }
        for line in PhotoMetadata.lines(metadata.unmatched) { context.complain(line) }
    }
}

func nothingFound(_ search: PhotoSearch, _ request: MakeRequest) -> CommandFailure {
    let sources = request.sources.map { $0 == "-" ? "the list on standard input" : $0.description }
        .joined(separator: ", ")
    if search.excludedCount > 0 {
        return CommandFailure("no photos are left of \(sources): --exclude leaves out \(search.excludedCount) of them")
    }
    if request.sources == ["-"] { return CommandFailure("no photos: \(sources) is empty") }
    // A folder that is not there yet is none of the sources, nor is one from the web.
    let own = try? request.output.status().identity
    let isOwn = own != nil && request.sources.contains { (try? $0.status().identity) == own }
    return CommandFailure(
        "no photos in \(sources)"
            + (isOwn ? ": photos inside the output folder are ignored; choose another -o" : ""))
}

/// Looks for the photos that a command's sources name.
@concurrent
func findPhotos(
    _ request: MakeRequest, readInput: @Sendable (Int) throws -> [UInt8]
) async throws -> (search: PhotoSearch, metadata: PhotoMetadata) {
    var sources: [FilePath] = []
    for source in request.sources {
        if source == "-" {
            let list = "the list on standard input"
            sources += try PathList.paths(
                in: try readList(list, readInput), of: list, endWithZero: request.pathsEndWithZero)
        } else if source.isPathList {
            sources += try PathList.paths(
                in: try readList("\(source)") { limit in
                    try source.readBytes(limit: limit, allowsPipes: true)
                },
                of: "\(source)", endWithZero: request.pathsEndWithZero)
        } else {
            sources.append(source)
        }
    }
    let catalogs = await catalogs(in: request)
    let stored = try await StoredPhotos.photos(in: sources, request.storage)
    var search = PhotoSearch(
        sources, output: request.output, excluding: request.excluded, catalogs: catalogs, stored: stored)
    // Such a file is read in place of all that lie beside photos.
    if request.metadata != nil { search.unreadMetadata = [] }
    search.takeOneFileOfLivePhotos(request.motion)
    let metadata = try PhotoMetadata(
        of: search.photos, from: sources.filter { catalogs[$0] == nil && stored[$0] == nil }, named: request.metadata)
    search.take(metadata)
    return (search, metadata)
}

private func readList(_ list: String, _ readInput: @Sendable (Int) throws -> [UInt8]) throws -> [UInt8] {
    do {
        return try readInput(PathList.byteLimit)
    } catch let error as FileError {
        if error.cause == .empty { return [] }
        throw CommandFailure("\(list) cannot be read: \(error.reason)", isTemporary: error.isTemporary)
    }
}

/// Photos from sources that are not on disk.
private func catalogs(in request: MakeRequest) async -> [FilePath: CatalogResult] {
    var found: [FilePath: CatalogResult] = [:]
    let web = WebCatalog(request.web, limits: request.limits)
    for operand in request.sources where found[operand] == nil {
        guard let source = try? CatalogSource(operand: operand) else { continue }
        found[operand] = await web.photos(of: source)
    }
    return found
}
