import Peel

extension SheetRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        context.stop.beginWork { [context] in
            Task { @MainActor in context.complain("no further page is written; Ctrl-C once more ends at once") }
        }
        defer { context.stop.endWork() }
        let folders = NewFolders(output)
        defer { folders.removeEmpty() }
        do {
            let made = try await SheetMaking(self, stop: context.stop).make()
            for failure in made.failures { context.complain(failure) }
            if printsJSON { context.output.line(json(made).text) }
            if !isQuiet {
                for note in made.notes { context.complain(note) }
                for line in lines(on: made.report) { context.errors.line(line) }
                for line in notes(on: made.report.coarse) { context.complain(line) }
                if let note = note(on: made.report.earlierFiles) { context.complain(note) }
            }
            return made.failures.isEmpty ? .done : .someFailed
        } catch {
            let status = context.ended(by: error)
            return context.stop.isRequested ? .interrupted : status
        }
    }
}

private func lines(on report: SheetReport) -> [String] {
    func counted(_ count: Int, _ word: String) -> String { count == 1 ? "1 \(word)" : "\(count) \(word)s" }
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
    var first = "\(counted(report.stickerCount, "sticker")) on \(counted(report.pageCount, "page"))"
    if let density = report.density, let boxDensity = report.boxDensity, let boxPages = report.boxPageCount {
        first +=
            ", \(percent(density)) full; packed by bounding boxes: \(counted(boxPages, "page")), "
            + "\(percent(boxDensity)) full"
    }
    let shown = report.files.count <= 6 ? report.files : Array(report.files.prefix(5))
    let more = report.files.count - shown.count
    return [first] + shown.map { "look at \($0)" } + (more > 0 ? ["and \(more) more"] : [])
}

/// Names stickers that do not look sharp.
private func notes(on coarse: [SheetReport.Coarse]) -> [String] {
    let shown = coarse.prefix(10).map { sticker in
        "\(sticker.name) has \(sticker.dotsPerInch) pixels an inch: up to \(sticker.largestSize) mm it looks sharp "
            + "(\(Int(SheetSettings.sharpDotsPerInch)) an inch)"
    }
    return shown + (coarse.count > shown.count ? ["and \(coarse.count - shown.count) more do not look sharp"] : [])
}

/// Names pages of earlier runs, which a printer or cutting machine would take for pages of this one.
private func note(on earlierFiles: [FilePath]) -> String? {
    guard let first = earlierFiles.first else { return nil }
    let others = earlierFiles.count == 1 ? "is" : "and \(earlierFiles.count - 1) more are"
    return "\(first) \(others) of an earlier run: remove what is no longer needed"
}

/// The line that `--json` prints.
func json(_ made: MadeSheet) -> JSONText {
    let report = made.report
    func list(_ paths: [FilePath]) -> JSONText { .array(paths.map { .string($0.escapedText) }) }
    func packing(_ pages: Int?, _ density: Double?) -> JSONText {
        guard let pages, let density else { return .null }
        return .object(["pages": .int(pages), "density": .number(density, digits: 4)])
    }
    return .object([
        "stickerCount": .int(report.stickerCount), "pages": .int(report.pageCount),
        "density": report.density.map { .number($0, digits: 4) } ?? .null,
        "boxes": packing(report.boxPageCount, report.boxDensity),
        "places": .array(report.places.map(json)), "coarse": .array(report.coarse.map(json)),
        "files": list(report.files),
        "earlierFiles": list(report.earlierFiles),
        "failures": .array(
            made.failures.map { .object(["source": .string($0.path.escapedText), "reason": .string($0.failure)]) }),
    ])
}

private func json(_ sticker: SheetReport.Coarse) -> JSONText {
    .object([
        "sticker": .string(sticker.name), "dotsPerInch": .int(sticker.dotsPerInch),
        "largestSize": .int(sticker.largestSize),
    ])
}

private func json(_ place: SheetReport.Place) -> JSONText {
    .object([
        "sticker": .string(place.name), "page": .int(place.page), "x": .number(place.box.low.x, digits: 3),
        "y": .number(place.box.low.y, digits: 3), "width": .number(place.box.width, digits: 3),
        "height": .number(place.box.height, digits: 3), "turn": .number(place.turn, digits: 1),
    ])
}

extension JSONRecord {
    static let laidOutStickers = JSONRecord(
        "For the pages; none where nothing was written",
        [
            "stickerCount": "number on all pages, copies counted",
            "pages": "number of pages",
            "density":
                "share of the pages, inside their margins and as far down as they are used, that stickers cover, 0 to 1; null with --page own",
            "boxes.pages": "number of pages if bounding boxes are packed; boxes may be null",
            "boxes.density": "density if bounding boxes are packed",
            "places[].sticker": "its name",
            "places[].page": "from 1",
            "places[].x": "of the box around its outermost line, in millimetres from the left",
            "places[].y": "from the top",
            "places[].width": "millimetres",
            "places[].height": "millimetres",
            "places[].turn": "clockwise, in degrees",
            "coarse[].sticker": "name of a sticker with fewer than 200 pixels an inch",
            "coarse[].dotsPerInch": "how many real pixels an inch it has",
            "coarse[].largestSize": "largest size with 200 of them, in millimetres",
            "files[]": "path of each file that was written",
            "earlierFiles[]": "path of each page of an earlier run that is still there",
            "failures[].source": "path of a photo or sticker that is on no page",
            "failures[].reason": "why",
        ])
}
