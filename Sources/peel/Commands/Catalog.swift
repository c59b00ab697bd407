import Catalog
import FoundationEssentials
import ImageLoading
import Peel

/// `peel catalog`.
func catalog(_ request: CatalogRequest, in context: CommandContext) async -> ExitCode {
    let web = WebCatalog(request.web, limits: request.limits)
    var status = ExitCode.done
    var photos: [SpacePhoto] = []
    for source in request.sources {
        let found = await web.photos(of: source)
        for failure in found.failures {
            status = .someFailed
            context.complain(failure.description)
            if request.printsJSON { context.output.line(json(failure, source).text) }
        }
        if !found.storedIDs.isEmpty, !request.isQuiet {
            context.complain("\(source): the web cannot be reached; this was loaded before")
        }
        photos += found.photos
    }
    guard let folder = request.output else {
        for photo in photos { context.output.write(request.printsJSON ? json(photo).text + "\n" : lines(photo)) }
        return status
    }
    // Ctrl-C ends the downloads; what was saved by then is listed.
    let found = photos
    let saving = Task { await save(found, to: folder, web, request, in: context) }
    context.stop.beginWork { saving.cancel() }
    let saved = await saving.value
    context.stop.endWork()
    if context.stop.isRequested { return .interrupted }
    return saved ? status : .someFailed
}

/// - Returns: whether all pictures were saved.
private func save(
    _ photos: [SpacePhoto], to folder: FilePath, _ web: WebCatalog, _ request: CatalogRequest,
    in context: CommandContext
) async -> Bool {
    let names = SavedNames(photos)
    var saved: [(photo: SpacePhoto, file: String)] = []
    var isWhole = true
    await inOrder(of: photos.filter { $0.originalURL != nil }, atOnce: 4) { photo in
        await fetch(photo, names.name(of: photo), to: folder, web)
    } consume: { photo, result in
        switch result {
        case nil: break
        case .success(let file):
            saved.append((photo, file))
            if request.printsJSON {
                context.output.line(json(photo, file: file).text)
            } else if !request.isQuiet {
                context.output.line(file)
            }
        case .failure(let failure):
            isWhole = false
            context.complain("\(photo.title): \(failure)")
        }
        return true
    }
    for photo in photos where photo.originalURL == nil && !request.isQuiet {
        context.complain("passed over \(photo.title): it is no picture but \(photo.mediaType.rawValue)")
    }
    guard !saved.isEmpty else { return isWhole && !photos.isEmpty }
    let list = JSONText.array(saved.map { json($0.photo, file: $0.file) })
    if let failure = await write(Array((list.text + "\n").utf8), to: folder.appending("catalog.json")) {
        context.complain(failure.description)
        return false
    }
    return isWhole
}

@concurrent
private nonisolated func fetch(
    _ photo: SpacePhoto, _ name: String, to folder: FilePath, _ web: WebCatalog
) async -> Result<String, CommandFailure>? {
    guard let address = photo.originalURL, !Task.isCancelled else { return nil }
    do {
        let bytes = try await web.loader.data(from: address)
        // What is no picture is not kept as one, whatever the server calls it.
        guard ImageFormat(signatureOf: bytes) != nil else {
            return .failure(CommandFailure("what \(address) leads to is no picture in a format that is read here"))
        }
        try folder.createFolder()
        try AtomicFile.write(bytes, to: folder.appending(name))
        return .success(name)
    } catch {
        return Task.isCancelled ? nil : .failure(CommandFailure(error))
    }
}

@concurrent
private nonisolated func write(_ bytes: [UInt8], to path: FilePath) async -> CommandFailure? {
    do throws(FileError) {
        try AtomicFile.write(bytes, to: path)
        return nil
    } catch {
        return CommandFailure(error)
    }
}

/// Names of files for pictures: two that would have the same are told apart by a number.
private nonisolated struct SavedNames: Sendable {
    private var names: [SpacePhoto.ID: String] = [:]

    init(_ photos: [SpacePhoto]) {
        var taken: Set<String> = []
        for photo in photos where names[photo.id] == nil {
            let name = FilePath(photo.fileName)
            var candidate = photo.fileName
            var number = 1
            while !taken.insert(candidate.lowercased()).inserted {
                number += 1
                candidate = "\(name.stem) \(number).\(name.pathExtension)"
            }
            names[photo.id] = candidate
        }
    }

    func name(of photo: SpacePhoto) -> String { names[photo.id] ?? photo.fileName }
}

private nonisolated func lines(_ photo: SpacePhoto) -> String {
    let head = [photo.date?.description ?? photo.id, photo.title].joined(separator: "  ")
    let credit = photo.copyright.map { " (\($0))" } ?? ""
    let kind = photo.mediaType == .image ? "" : " [\(photo.mediaType.rawValue)]"
    let address = (photo.originalURL ?? photo.url).map { "    \($0)\n" } ?? ""
    return "\(head)\(credit)\(kind)\n\(address)"
}

private nonisolated func json(_ photo: SpacePhoto, file: String? = nil) -> JSONText {
    func text(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
    let members: [(String, JSONText)] = [
        ("id", .string(photo.id)), ("title", .string(photo.title)), ("date", text(photo.date?.description)),
        ("credit", text(photo.copyright)), ("mediaType", .string(photo.mediaType.rawValue)),
        ("url", text(photo.url?.absoluteString)), ("hdurl", text(photo.hdURL?.absoluteString)),
        ("thumbnail", text(photo.thumbnailURL?.absoluteString)), ("description", .string(photo.description)),
    ]
    return .members((file.map { [("file", .string($0))] } ?? []) + members)
}

private nonisolated func json(_ failure: CatalogError, _ source: CatalogSource) -> JSONText {
    .object([
        "source": .string(source.description), "status": "failed", "reason": .string(failure.description),
    ])
}
