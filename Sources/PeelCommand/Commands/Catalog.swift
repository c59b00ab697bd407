import Catalog
import Execution
import FoundationEssentials
import ImageLoading
import Peel

/// `peel catalog`.
@MainActor
func catalog(_ request: CatalogRequest, in context: CommandContext) async -> ExitCode {
    let web = WebCatalog(request.web, limits: request.limits)
    var status = ExitCode.done
    var photos: [SpacePhoto] = []
    for source in request.sources {
        let found = await web.photos(of: source)
        for failure in found.failures {
            status = .someFailed
            let failure = CommandFailure(failure)
            context.complain(failure.description)
            if request.printsJSON { context.output.line(json(source.description, failure.description).text) }
        }
        if !found.storedIDs.isEmpty, !request.isQuiet {
            context.complain("\(source): the web cannot be reached; this was loaded before")
        }
        photos += found.photos
    }
    if photos.isEmpty, status == .done {
        context.complain("no pictures in \(request.sources.map(\.description).joined(separator: ", "))")
        status = .someFailed
    }
    if let folder = request.output {
        let saved = await save(photos, to: SavedPictures(folder: folder, web: web), request, in: context)
        if saved != .done { status = saved }
    } else {
        for photo in photos { context.output.write(request.printsJSON ? json(photo).text + "\n" : lines(photo)) }
    }
    await web.loader.finishWriting()
    return status
}

@MainActor
private func save(
    _ photos: [SpacePhoto], to folder: SavedPictures, _ request: CatalogRequest, in context: CommandContext
) async -> ExitCode {
    // Ctrl-C ends the downloads; what was saved by then is listed.
    let saving = Task { await saveAll(photos, to: folder, request, in: context) }
    context.stop.beginWork { saving.cancel() }
    let status = await saving.value
    context.stop.endWork()
    return context.stop.isRequested ? .interrupted : status
}

/// - Returns: whether all pictures were saved, and there were some. A full disk ends it.
@MainActor
private func saveAll(
    _ photos: [SpacePhoto], to folder: SavedPictures, _ request: CatalogRequest, in context: CommandContext
) async -> ExitCode {
    var seen: Set<URL> = []
    let pictures = photos.filter { photo in photo.originalURL.map { seen.insert($0).inserted } ?? false }
    let names = SavedPictures.names(of: pictures)
    var saved: [SavedPictures.Entry] = []
    var status = ExitCode.done
    await folder.removeLeftovers()
    await forEachInOrder(Array(pictures.indices), atOnce: 4) { index in
        await folder.save(pictures[index], as: names[index])
    } consume: { index, result in
        switch result {
        case nil: break
        case .success(let entry):
            saved.append(entry)
            if request.printsJSON {
                context.output.line(json(pictures[index], file: entry.file).text)
            } else if !request.isQuiet {
                context.output.line(terminalText(entry.file))
            }
        case .failure(let failure):
            status = ExitCode(endedBy: failure)
            context.complain("\(pictures[index].title): \(failure)")
            if request.printsJSON { context.output.line(json(pictures[index].id, failure.description).text) }
        }
        return status != .tryAgain
    }
    for photo in photos where !request.isQuiet {
        if let reason = photo.unsavableReason { context.complain("passed over \(photo.title): it \(reason)") }
    }
    guard !saved.isEmpty else {
        guard status == .done else { return status }
        if !photos.isEmpty, !context.stop.isRequested { context.complain("there is no picture to save") }
        return .someFailed
    }
    if let failure = await folder.writeList(saved) {
        context.complain(failure.description)
        return ExitCode(endedBy: failure)
    }
    return status
}

private func lines(_ photo: SpacePhoto) -> String {
    let head = [photo.date?.description ?? photo.id, photo.title].joined(separator: "  ")
    let credit = photo.copyright.map { " (\($0))" } ?? ""
    let kind = photo.mediaType == .image ? "" : " [\(photo.mediaType.rawValue)]"
    let address = (photo.originalURL ?? photo.url).map { "    \($0)\n" } ?? ""
    return terminalText("\(head)\(credit)\(kind)") + "\n" + address
}

private func json(_ photo: SpacePhoto, file: String? = nil) -> JSONText {
    func text(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
    let members: [(String, JSONText)] = [
        ("id", .string(photo.id)), ("title", .string(photo.title)), ("date", text(photo.date?.description)),
        ("credit", text(photo.copyright)), ("mediaType", .string(photo.mediaType.rawValue)),
        ("url", text(photo.url?.absoluteString)), ("hdurl", text(photo.hdURL?.absoluteString)),
        ("thumbnail", text(photo.thumbnailURL?.absoluteString)), ("description", .string(photo.description)),
    ]
    return .members((file.map { [("file", .string($0))] } ?? []) + members)
}

private func json(_ source: String, _ reason: String) -> JSONText {
    .object(["source": .string(source), "status": "failed", "reason": .string(reason)])
}
