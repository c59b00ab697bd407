import Execution
import Files
import Glibc
import HTTPMessages
import HTTPServing
import Imaging
import Printing

/// Stickers on pages, for printers and cutting machines.
struct SheetRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    /// For requests that decode a photo.
    let gate: RequestGate
    /// For requests that lay out or write sheets.
    let sheetGate: RequestGate
    /// On the pages of a sheet, copies counted.
    let mostStickers: Int
    let sheets = RecentResults<LaidOutSheet>()

    func add(to router: inout Router) {
        router.addAPI(.post, "/api/v1/sheets", body: .read) { request, _ in
            let request = try request.decoded(as: SheetRequest.self)
            return try await sheetGate.pass { try await layOut(request) }
        }
        router.addAPI(.get, "/api/v1/sheets/{id}/pages/{page}/preview.webp") { _, parameters in
            let (id, sheet) = try sheet(parameters)
            guard let number = Int(parameters["page"]), (1...sheet.plan.pageCount).contains(number) else {
                throw HTTPError.notFound("the sheet has pages from 1 to \(sheet.plan.pageCount)")
            }
            return try await gate.pass {
                let bytes = try await fromFiles {
                    try await images.preview(of: sheet.plan, page: number - 1) { Task.isCancelled }
                }
                return await images.response(
                    bytes, type: OutputFormat.webp.mediaType,
                    [
                        "Cache-Control": "private, max-age=31536000, immutable",
                        "ETag": "\"\(id)-\(number)\"",
                    ])
            }
        }
        router.addAPI(.post, "/api/v1/sheets/{id}/files/{format}") { _, parameters in
            let ((id, sheet), format) = (try sheet(parameters), try Self.format(parameters))
            return try await sheetGate.pass {
                try await write(sheet.plan, as: format, of: id)
            }
        }
        router.addAPI(.get, "/api/v1/sheets/{id}/files/{format}") { _, parameters in
            let ((id, sheet), format) = (try sheet(parameters), try Self.format(parameters))
            guard let file = sheet.files[format] else {
                throw HTTPError.notFound("there is no file of this sheet in that format: ask for it with POST first")
            }
            return HTTPResponse(
                fields: [
                    "Content-Type": file.type, "Content-Disposition": API.attachment(file.name),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(id)-\(format.rawValue)\"",
                ], body: .file(file.body))
        }
    }

    /// - Parameter tries: a sticker that is made anew meanwhile has another file then, and all are looked up again.
    private func layOut(_ request: SheetRequest, tries: Int = 5) async throws -> HTTPResponse {
        sheets.remove(of: request.client)
        let stickers = try await photos.doneStickers(request.ids, isStill: true)
        guard !stickers.isEmpty else { throw HTTPError.notFound("none of these photos has a sticker yet") }
        // Copies are any number until the settings are validated.
        let (count, isTooMany) = stickers.count.multipliedReportingOverflow(by: request.settings.copies)
        guard !isTooMany, count <= mostStickers else {
            throw HTTPError(
                .unprocessableContent, code: "tooManyStickers",
                "a sheet here has at most \(mostStickers) stickers, copies counted: choose fewer, or use peel sheet"
            )
        }
        do {
            let plan = try await images.sheet(of: stickers, request.settings) { [sheetGate] in
                Task.isCancelled || sheetGate.isClosed
            }
            let id = sheets.add(LaidOutSheet(plan), for: request.client)
            // The lines of a thousand stickers are a megabyte of text.
            return await images.executor.run { API.answer(SheetJSON(plan, of: stickers, id: id)) }
        } catch {
            if tries > 1, error.isOfMissingFile { return try await layOut(request, tries: tries - 1) }
            throw error
        }
    }

    private func write(
        _ plan: SheetPlan, as format: SheetMaker.Format, of id: String
    ) async throws -> HTTPResponse {
        let file = try await fromFiles {
            try await images.file(of: plan, as: format) { [sheetGate] in
                Task.isCancelled || sheetGate.isClosed
            }
        }
        guard sheets.add(file, as: format, of: id) else { throw Self.goneSheet }
        return API.answer(SheetFileJSON(name: file.name, bytes: file.body.range.count))
    }

    /// - Throws: 409 when a sticker was made anew, or removed, since the sheet was laid out.
    private func fromFiles<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            if error.isOfMissingFile || (error as? PrintingError)?.code == .damagedSticker {
                throw HTTPError(
                    .conflict, code: "stickerChanged",
                    "a sticker was changed since the sheet was laid out: lay it out again")
            }
            throw error
        }
    }

    private func sheet(_ parameters: RouteParameters) throws -> (id: String, sheet: LaidOutSheet) {
        let id = parameters["id"]
        guard let sheet = sheets[id] else { throw Self.goneSheet }
        return (id, sheet)
    }

    private static var goneSheet: HTTPError {
        HTTPError(.notFound, code: "sheetGone", "this sheet is no longer kept: lay it out again")
    }

    private static func format(_ parameters: RouteParameters) throws -> SheetMaker.Format {
        guard let format = SheetMaker.Format(rawValue: parameters["format"]) else {
            let formats = SheetMaker.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPError.notFound("\(parameters["format"]) is not one of \(formats)")
        }
        return format
    }
}

extension API {
    static func error(_ error: PrintingError) -> HTTPError {
        let status: HTTPStatus =
            switch error.code {
            case .file(.system(ENOSPC)), .memory: .insufficientStorage
            case .file, .overSource: .internalServerError
            case .damagedSticker, .noShape, .setting, .largerThanPage, .tooFewPixels: .unprocessableContent
            case .noStickers: .notFound
            case .cancelled: .serviceUnavailable
            }
        return HTTPError(status, code: error.code.word, error.description)
    }
}
