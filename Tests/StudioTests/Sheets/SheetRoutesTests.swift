import Files
import HTTPMessages
import Imaging
import PhotoLibrary
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Printing
@testable import Studio

/// Sheets of real stickers, looked at and downloaded.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SheetRoutesTests {
    private func with(
        _ transport: Transport = .memory, stickers: Int = 4, limits: StudioRoutes.Limits = .init(),
        images: StudioImages? = nil, _ body: (StudioBench, StudioRoutes, @escaping Transport.Ask) async throws -> Void
    ) async throws {
        let bench = try await StudioBench(holds: false)
        for cutout in RealCutout.allCases.prefix(stickers) { try await bench.addDone(cutout) }
        let routes = try bench.routes(limits: limits, images: images)
        try await transport.with(routes.described) { ask in try await body(bench, routes, ask) }
    }

    private func layOut(_ json: String, _ ask: Transport.Ask) async throws -> SheetAnswer {
        try SheetAnswer(try await ask("POST", "/api/v1/sheets", [:], Array(json.utf8)))
    }

    @Test(arguments: Transport.allCases)
    func pagesAreShownAndComeAsAPDF(_ transport: Transport) async throws {
        try await with(transport) { _, routes, ask in
            let sheet = try await layOut(#"{"page":"a6","size":40,"backing":"outline"}"#, ask)
            #expect(sheet.stickers == 4 && sheet.pages.reduce(0) { $0 + $1.stickers } == 4)
            #expect(sheet.room == SheetAnswer.Size(width: 85, height: 128) && sheet.leftOut.isEmpty)
            for page in sheet.pages {
                #expect(page.width == 105 && page.height == 148)
                // A line is closed, and there is one of each kind around each sticker.
                #expect(page.cut.count { $0 == "M" } == page.stickers && page.cut.count { $0 == "Z" } == page.stickers)
                #expect(page.backing?.count { $0 == "M" } == page.stickers)
            }
            let written = try SheetFileAnswer(try await ask("POST", "/api/v1/sheets/\(sheet.id)/files/pdf", [:], []))
            let pdf = try await ask("GET", "/api/v1/sheets/\(sheet.id)/files/pdf", [:], [])
            #expect(pdf.status == 200 && pdf.fields["Content-Type"] == "application/pdf")
            #expect(pdf.fields["Content-Disposition"]?.hasPrefix("attachment; filename=\"sheet.pdf\"") == true)
            #expect(written.name == "sheet.pdf" && written.bytes == pdf.body.count)
            #expect(pdf.fields["ETag"] == "\"\(sheet.id)-pdf\"")
            // 105 × 148 mm in points.
            let boxes = pdf.text.matches(of: /\/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]/)
            #expect(boxes.count == sheet.pages.count)
            #expect(boxes.allSatisfy { $0.1 == "297.6378" && $0.2 == "419.5276" }, "\(boxes.map(\.0))")
            #expect(pdf.text.contains("/Separation /CutContour") && pdf.text.contains("/Separation /PerfCutContour"))
            // What it was made of is gone.
            #expect(try routes.images.scratch.path.isEmptyFolder())
        }
    }

    @Test(.enabled(if: SystemAbilities.hasProgram("qpdf"), "qpdf is not installed"))
    func qpdfFindsNothingWrong() async throws {
        try await with { _, _, ask in
            let sheet = try await layOut(#"{"page":"4x6in","size":60,"marks":true,"copies":3}"#, ask)
            #expect(sheet.pages.count > 1)
            _ = try await ask("POST", "/api/v1/sheets/\(sheet.id)/files/pdf", [:], [])
            let folder = TemporaryFolder()
            let pdf = try await ask("GET", "/api/v1/sheets/\(sheet.id)/files/pdf", [:], [])
            let path = try folder.write(pdf.body, to: "sheet.pdf")
            let qpdf = try #require(SystemAbilities.program("qpdf"))
            let said = try await Subprocess(qpdf, ["--check", path], workingDirectory: folder.path).run()
            #expect(said.outputText.contains("No syntax or stream encoding errors found"), "\(said.errorText)")
            let pages = try await Subprocess(qpdf, ["--show-npages", path], workingDirectory: folder.path).run()
            #expect(pages.outputText == "\(sheet.pages.count)\n")
        }
    }

    @Test func aPageIsShownAtTheResolutionOfAScreen() async throws {
        try await with { _, _, ask in
            let sheet = try await layOut(#"{"page":"a6","size":40}"#, ask)
            let answer = try await ask("GET", "/api/v1/sheets/\(sheet.id)/pages/1/preview.webp", [:], [])
            #expect(answer.status == 200 && answer.fields["Content-Type"] == "image/webp")
            #expect(answer.fields["ETag"] == "\"\(sheet.id)-1\"")
            let page = try ImageSource(answer.body).decode()
            // 100 dots an inch.
            #expect(page.size == PixelSize(width: 413, height: 583))
            let inked = stride(from: 0, to: page.pixels.count, by: 4).count { page.pixels[$0] < 200 }
            #expect(inked > 10_000 && page[2, 2] == .white)
            for number in ["0", "\(sheet.pages.count + 1)", "x"] {
                let none = try await ask("GET", "/api/v1/sheets/\(sheet.id)/pages/\(number)/preview.webp", [:], [])
                #expect(none.status == 404)
            }
        }
    }

    /// - Parameters:
    ///   - size: with which all stickers are on one page of A6; with 70 mm each has its own.
    @Test(arguments: [("png", "image/png"), ("svg", "image/svg+xml"), ("lines", "image/svg+xml")], [25, 70])
    func severalFilesAreInAZIP(_ format: (name: String, type: String), _ size: Int) async throws {
        try await with { _, _, ask in
            let sheet = try await layOut(#"{"page":"a6","size":\#(size)}"#, ask)
            let path = "/api/v1/sheets/\(sheet.id)/files/\(format.name)"
            let written = try SheetFileAnswer(try await ask("POST", path, [:], []))
            let file = try await ask("GET", path, [:], [])
            let ending = format.name == "lines" ? "-lines.svg" : ".\(format.name)"
            if size == 25 {
                #expect(sheet.pages.count == 1)
                #expect(file.fields["Content-Type"] == format.type && written.name == "sheet-1\(ending)")
                if format.name == "png" {
                    // At 300 dots an inch.
                    #expect(try ImageSource(file.body).size == PixelSize(width: 1240, height: 1748))
                } else {
                    #expect(file.text.contains("width=\"105mm\"") && file.text.contains("id=\"CutContour\""))
                    #expect(file.text.contains("<image") == (format.name == "svg"))
                }
            } else {
                #expect(sheet.pages.count > 1)
                #expect(file.fields["Content-Type"] == "application/zip" && written.name == "sheet-\(format.name).zip")
                for number in 1...sheet.pages.count { #expect(file.text.contains("sheet-\(number)\(ending)")) }
            }
        }
    }

    @Test func eachStickerMayHaveItsOwnPage() async throws {
        try await with { _, _, ask in
            let sheet = try await layOut(#"{"page":"own","size":30}"#, ask)
            #expect(sheet.pages.count == 4 && sheet.room == nil)
            // The longer side with 3 mm around.
            #expect(sheet.pages.allSatisfy { abs(max($0.width, $0.height) - 36) < 1 })
            let written = try SheetFileAnswer(try await ask("POST", "/api/v1/sheets/\(sheet.id)/files/pdf", [:], []))
            #expect(written.name == "sheet-pdf.zip")
        }
    }

    @Test func onlyTheChosenStickersAreOnIt() async throws {
        try await with { bench, _, ask in
            let ids = [bench.model.selection[2].id, bench.model.selection[0].id].map { "\"\($0.text)\"" }
            let sheet = try await layOut(#"{"ids":[\#(ids.joined(separator: ","))],"copies":3}"#, ask)
            #expect(sheet.stickers == 6)
        }
    }

    @Test func whatDoesNotFitIsLeftOutAndSaid() async throws {
        try await with { bench, _, ask in
            // 85 × 128 mm are free: a bar fits turned upright, a square does not.
            var bar = Bitmap(size: PixelSize(width: 600, height: 60))
            for index in 0..<bar.size.area { bar.pixels[4 * index + 3] = 255 }
            let id = try await bench.addDone("bar", try ImageEncoder(.png()).encode(bar))
            try await bench.addDone("clear", try ImageEncoder(.png()).encode(Bitmap(size: bar.size)))
            try await bench.addDone("broken", Array("no picture".utf8))
            let sheet = try await layOut(#"{"page":"a6","size":126}"#, ask)
            #expect(sheet.stickers >= 1)
            let reasons = Dictionary(uniqueKeysWithValues: sheet.leftOut.map { ($0.name, $0.reason) })
            #expect(reasons["clear.jpg"] == "noShape" && reasons["broken.jpg"] == "damagedSticker")
            #expect(reasons["bar.jpg"] == nil && reasons["coffee.jpg"] == "largerThanPage", "\(reasons)")
            #expect(sheet.leftOut.allSatisfy { $0.id != id.text })
            let coffee = try #require(sheet.leftOut.first { $0.name == "coffee.jpg" })
            #expect(coffee.id == bench.model.selection[2].id.text)
            #expect(coffee.message.contains("85 × 128 mm inside its margins"), "\(coffee.message)")
        }
    }

    @Test(arguments: [
        ("clear", "noShape", #"{}"#), ("broken", "damagedSticker", #"{}"#),
        ("astronaut", "largerThanPage", #"{"page":"a6","size":300}"#),
    ])
    func whereNothingFitsItIsSaidWhy(_ name: String, _ reason: String, _ json: String) async throws {
        try await with(stickers: 0) { bench, routes, ask in
            switch name {
            case "clear":
                let clear = Bitmap(size: PixelSize(width: 20, height: 20))
                try await bench.addDone(name, try ImageEncoder(.png()).encode(clear))
            case "broken": try await bench.addDone(name, Array("no picture".utf8))
            default: try await bench.addDone(.astronaut)
            }
            let answer = try await ask("POST", "/api/v1/sheets", [:], Array(json.utf8))
            #expect(answer.status == 422 && answer.text.contains(#""code":"\#(reason)""#), "\(answer.text)")
            #expect(try routes.images.scratch.path.isEmptyFolder())
        }
    }

    @Test(arguments: [
        (#"[]"#, 400, "like"), (#"{"page":"a3"}"#, 400, "4x6in"), (#"{"page":null}"#, 400, "like"),
        (#"{"size":"large"}"#, 400, "like"), (#"{"dpi":300}"#, 400, "unknownKey"), (#"{"ids":["1"]}"#, 400, "ids"),
        (#"{"turn":"some"}"#, 400, "quarter"), (#"{"backing":"round"}"#, 400, "rectangle"),
        (#"{"client":"a/b"}"#, 400, "client"), (#"{"copies":1.5}"#, 400, "like"), (#"{"marks":1}"#, 400, "like"),
        (#"{"size":4}"#, 422, "size"), (#"{"size":1e300}"#, 422, "size"), (#"{"copies":0}"#, 422, "copies"),
        (#"{"copies":-5}"#, 422, "copies"), (#"{"copies":9223372036854775807}"#, 422, "tooManyStickers"),
        (#"{"margin":-1}"#, 422, "margin"), (#"{"page":"a6","margin":60}"#, 422, "leaves no room"),
        (#"{"gap":200}"#, 422, "gap"), (#"{"bleed":3}"#, 422, "does not fit a gap"), (#"{"offset":60}"#, 422, "offset"),
        (#"{"smooth":21}"#, 422, "smoothing"), (#"{"backingOffset":51}"#, 422, "backing"),
        (#"{"page":"own","copies":2}"#, 422, "more than one copy"), (#"{"page":"own","marks":true}"#, 422, "mark"),
    ])
    func aRequestThatCannotBeIsRefused(_ json: String, _ status: Int, _ word: String) async throws {
        try await with(stickers: 2) { _, _, ask in
            let answer = try await ask("POST", "/api/v1/sheets", [:], Array(json.utf8))
            #expect(answer.status == status && answer.text.contains(word), "\(answer.text)")
        }
    }

    @Test func bleedAndMarginFollowTheOtherMeasures() async throws {
        func settings(_ json: String) throws -> SheetSettings {
            try JSONReading.value(SheetRequest.self, from: Array(json.utf8)).settings
        }
        #expect(try settings("{}") == SheetSettings())
        #expect(try settings(#"{"gap":1}"#).bleed == 0.5)
        #expect(try settings(#"{"offset":2}"#).bleed == 0)
        #expect(try settings(#"{"offset":2,"bleed":1}"#).bleed == 1)
        #expect(try settings(#"{"page":"own"}"#).margin == 3)
    }

    @Test func everySettingIsTaken() throws {
        let json = #"""
            {"page":"a5","landscape":true,"size":31,"copies":2,"margin":7,"gap":5,"turn":"quarter","marks":true,
             "offset":1,"smooth":0.5,"bleed":1.5,"backing":"outline","backingOffset":2.5}
            """#
        var wanted = SheetSettings()
        wanted.page = .a5
        wanted.isLandscape = true
        wanted.stickerSize = 31
        wanted.copies = 2
        wanted.margin = 7
        wanted.gap = 5
        wanted.turning = .quarter
        wanted.hasRegistrationMarks = true
        wanted.offset = 1
        wanted.smoothing = 0.5
        wanted.bleed = 1.5
        wanted.backing = .outline
        wanted.backingOffset = 2.5
        #expect(try JSONReading.value(SheetRequest.self, from: Array(json.utf8)).settings == wanted)
    }

    @Test func whatIsNotThereIsNotFound() async throws {
        try await with(stickers: 0) { bench, _, ask in
            try await bench.add("waiting")
            #expect(try await ask("POST", "/api/v1/sheets", [:], Array("{}".utf8)).status == 404)
            for (method, path) in [
                ("GET", "pages/1/preview.webp"), ("POST", "files/pdf"), ("GET", "files/pdf"),
            ] {
                let answer = try await ask(method, "/api/v1/sheets/unknown/\(path)", [:], [])
                #expect(answer.status == 404 && answer.text.contains("sheetGone"), "\(answer.text)")
            }
            try await bench.addDone(.coffee)
            let sheet = try await layOut("{}", ask)
            for (method, format) in [("GET", "pdf"), ("GET", "docx"), ("POST", "docx")] {
                let answer = try await ask(method, "/api/v1/sheets/\(sheet.id)/files/\(format)", [:], [])
                #expect(answer.status == 404 && !answer.text.contains("sheetGone"), "\(answer.text)")
            }
            let answer = try await ask("POST", "/api/v1/sheets/\(sheet.id)/files/pdf", [:], Array(#"{"dpi":1}"#.utf8))
            #expect(answer.status == 400 && answer.text.contains("unknownKey"))
        }
    }

    @Test func moreStickersThanASheetHasAreRefused() async throws {
        var limits = StudioRoutes.Limits()
        limits.sheetStickers = 7
        try await with(stickers: 2, limits: limits) { _, _, ask in
            #expect(try await layOut(#"{"copies":3}"#, ask).stickers == 6)
            let answer = try await ask("POST", "/api/v1/sheets", [:], Array(#"{"copies":4}"#.utf8))
            #expect(answer.status == 422 && answer.text.contains("tooManyStickers"))
        }
    }

    @Test func theNewestSheetOfAPageIsKept() async throws {
        try await with(stickers: 1) { _, _, ask in
            let desktop = try await layOut(#"{"client":"desktop"}"#, ask).id
            var phone = ""
            for _ in 0..<9 { phone = try await layOut(#"{"client":"phone"}"#, ask).id }
            for id in [desktop, phone] {
                #expect(try await ask("GET", "/api/v1/sheets/\(id)/pages/1/preview.webp", [:], []).status == 200)
            }
            // What the page wants now takes the place of what it had, whatever comes of it.
            let refused = try await ask("POST", "/api/v1/sheets", [:], Array(#"{"size":4,"client":"phone"}"#.utf8))
            #expect(refused.status == 422)
            #expect(try await ask("GET", "/api/v1/sheets/\(phone)/pages/1/preview.webp", [:], []).status == 404)
        }
    }

    @Test func aStickerThatWasMadeAnewIsNotPrintedAsItWas() async throws {
        try await with(stickers: 2) { bench, routes, ask in
            let sheet = try await layOut(#"{"size":30}"#, ask)
            try await bench.setSticker(0, to: .rocket)
            for (method, path) in [("GET", "pages/1/preview.webp"), ("POST", "files/pdf"), ("POST", "files/png")] {
                let answer = try await ask(method, "/api/v1/sheets/\(sheet.id)/\(path)", [:], [])
                #expect(answer.status == 409 && answer.text.contains("stickerChanged"), "\(answer.text)")
            }
            #expect(try routes.images.scratch.path.isEmptyFolder())
            #expect(try await layOut(#"{"size":30}"#, ask).stickers == 2)
        }
    }

    /// A page lays the same stickers out with each change of a setting.
    @Test func onlyAStickerThatWasMadeAnewIsTracedAgain() async throws {
        let traced = Atomic(0)
        let outlines = OutlineCache { (tracer, picture) throws(PrintingError) in
            traced.add(1, ordering: .relaxed)
            return try tracer.trace(picture)
        }
        let images = StudioImages(scratch: try RunFolder(), outlines: outlines)
        try await with(stickers: 3, images: images) { bench, _, ask in
            let first = try await layOut("{}", ask)
            #expect(traced.load(ordering: .relaxed) == 3)
            #expect(try await layOut("{}", ask).pages.map(\.cut) == first.pages.map(\.cut))
            let other = #"{"page":"letter","size":40,"copies":2,"backing":"rectangle"}"#
            #expect(try await layOut(other, ask).stickers == 6)
            #expect(traced.load(ordering: .relaxed) == 3)
            try await bench.setSticker(0, to: .rocket)
            #expect(try await layOut("{}", ask).pages.map(\.cut) != first.pages.map(\.cut))
            #expect(traced.load(ordering: .relaxed) == 4)
        }
    }
}
