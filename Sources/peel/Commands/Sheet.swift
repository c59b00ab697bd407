import Peel

/// `peel sheet`.
func sheet(_ request: SheetRequest, in context: CommandContext) async -> ExitCode {
    context.stop.beginWork { [context] in
        Task { @MainActor in
            context.complain("no further page is written; Ctrl-C once more ends at once")
        }
    }
    defer { context.stop.endWork() }
    do throws(CommandFailure) {
        let made = try await context.backend.makeSheet(request, stop: context.stop)
        for failure in made.failures { context.complain(failure) }
        if !request.isQuiet {
            for line in lines(on: made.report) { context.errors.line(line) }
        }
        return made.failures.isEmpty ? .done : .someFailed
    } catch {
        context.complain(error.description)
        return context.stop.isRequested ? .interrupted : .someFailed
    }
}

private func lines(on report: SheetReport) -> [String] {
    func counted(_ count: Int, _ word: String) -> String { count == 1 ? "1 \(word)" : "\(count) \(word)s" }
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
    var first = "\(counted(report.stickerCount, "sticker")) on \(counted(report.pageCount, "page"))"
    if let density = report.density, let boxDensity = report.boxDensity, let boxPages = report.boxPageCount {
        first +=
            ", which they fill to \(percent(density)); by their boxes: \(counted(boxPages, "page")), \(percent(boxDensity))"
    }
    let shown = report.files.count <= 6 ? report.files : Array(report.files.prefix(5))
    let more = report.files.count - shown.count
    return [first] + shown.map { "look at \($0)" } + (more > 0 ? ["and \(more) more"] : [])
}
