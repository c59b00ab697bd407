import Catalog
import Execution
import FoundationEssentials
import ImageLoading
import Peel

extension CatalogRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let catalog = WebCatalog(web, limits: limits)
        var status = ExitCode.done
        var photos: [SpacePhoto] = []
        for source in sources {
            let found = await catalog.photos(of: source)
            for failure in found.failures {
                status = .someFailed
                let failure = CommandFailure(failure)
                context.complain(failure)
                if printsJSON { context.output.line(json(source.description, failure.description).text) }
            }
            if !found.storedIDs.isEmpty, !isQuiet {
                context.complain("\(source): the web cannot be reached; showing what was loaded before")
            }
            photos += found.photos
        }
        if photos.isEmpty, status == .done {
            context.complain("no pictures in \(sources.map(\.description).joined(separator: ", "))")
            status = .someFailed
        }
        if let output {
            let saved = await save(photos, to: SavedPictures(folder: output, web: catalog), in: context)
            if saved != .done { status = saved }
        } else {
            for photo in photos { context.output.write(printsJSON ? json(photo).text + "\n" : lines(photo)) }
        }
        await catalog.loader.finishWriting()
        return status
    }

    @MainActor
    private func save(_ photos: [SpacePhoto], to folder: SavedPictures, in context: CommandContext) async -> ExitCode {
        // Ctrl-C ends the downloads; what was saved by then is listed.
        let saving = Task { await saveAll(photos, to: folder, in: context) }
        context.stop.beginWork { saving.cancel() }
        let status = await saving.value
        context.stop.endWork()
        return context.stop.isRequested ? .interrupted : status
    }

    /// - Returns: whether all pictures were saved, and there were some. A full disk ends it.
    @MainActor
    private func saveAll(_ photos: [SpacePhoto], to folder: SavedPictures, in context: CommandContext) async -> ExitCode
    {
        var seen: Set<URL> = []
        let pictures = photos.filter { photo in photo.originalURL.map { seen.insert($0).inserted } ?? false }
        let found: (listed: [SavedPictures.Entry], names: [FilePath])
        do {
            found = try await folder.found()
        } catch {
            return context.ended(by: error)
        }
        let names = SavedPictures.names(of: pictures, beside: found.listed, in: found.names)
        var saved: [SavedPictures.Entry] = []
        var status = ExitCode.done
        await forEachInOrder(Array(pictures.indices), atOnce: 4) { index in
            await folder.save(pictures[index], as: names[index])
        } consume: { index, result in
            switch result {
            case nil: break
            case .success(let entry):
                saved.append(entry)
                if printsJSON {
                    context.output.line(json(pictures[index], file: entry.file).text)
                } else if !isQuiet {
                    context.output.line(terminalText(entry.file))
                }
            case .failure(let failure):
                status = ExitCode(endedBy: failure)
                context.complain("\(pictures[index].title): \(failure)")
                if printsJSON { context.output.line(json(pictures[index].id, failure.description).text) }
            }
            return status != .tryAgain
        }
        for photo in photos where !isQuiet {
            if let reason = photo.unsavableReason { context.complain("skipped \(photo.title): it \(reason)") }
        }
        guard !saved.isEmpty else {
            guard status == .done else { return status }
            if !photos.isEmpty, !context.stop.isRequested { context.complain("there is no picture to save") }
            return .someFailed
        }
        if let failure = await folder.writeList(saved, beside: found.listed) {
            context.complain(failure.description)
            return ExitCode(endedBy: failure)
        }
        return status
    }
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

extension JSONRecord {
    static let catalogPicture = JSONRecord(
        "For each picture",
        [
            "file": "its name in the folder; only with save",
            "id": "the same whenever it is listed",
            "title": "its title",
            "date": "its day as 2025-06-16; null if it has none",
            "credit": "the credit to show; null for the public domain",
            "mediaType": "image, video or other; only images are saved",
            "url": "address; null where there is none",
            "hdurl": "address of the largest form; null where there is none",
            "thumbnail": "address of a small form; null where there is none",
            "description": "the text about it",
        ])

    static let catalogFailure = JSONRecord(
        "For what failed",
        [
            "source": "the SOURCE, or the id of the picture that could not be saved",
            "status": "failed",
            "reason": "why",
        ])
}
