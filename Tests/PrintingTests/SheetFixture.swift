import Files
import Imaging
import TestSupport
import Testing

@testable import Printing

/// Stickers on disk, the sheets made of them, and programs that look at these.
struct SheetFixture {
    let folder = TemporaryFolder()

    func sticker(_ name: String, _ bitmap: Bitmap) throws -> SheetSticker {
        let path = try folder.write(ImageEncoder(.png()).encode(bitmap), to: FilePath("stickers/\(name).png"))
        return SheetSticker(name: name, path: path)
    }

    func stickers() throws -> [SheetSticker] {
        [
            try sticker("star", Shape.star(side: 256).bitmap),
            try sticker("circle", Shape.circle(side: 128, radius: 60).bitmap),
            try sticker("chelsea", RealCutout.chelsea.bitmap(side: 320)),
        ]
    }

    var output: FilePath { folder.path.appending("out") }

    func make(
        _ stickers: [SheetSticker], _ formats: Set<SheetMaker.Format>,
        _ change: (inout SheetSettings) -> Void = { _ in }
    ) async throws -> SheetReport {
        var settings = SheetSettings.ofAnyResolution
        change(&settings)
        return try await SheetMaker(settings).make(stickers, formats: formats, in: output)
    }

    /// Runs a program, which must succeed, in the folder of the sheets.
    @discardableResult
    func run(_ program: String, _ arguments: FilePath...) async throws -> String {
        let path = try #require(SystemAbilities.program(program))
        let output = try await Subprocess(path, arguments, workingDirectory: self.output).run()
        #expect(output.succeeded, "\(program): \(output.errorText)\(output.outputText)")
        return output.outputText
    }

    func picture(_ name: FilePath) throws -> Bitmap {
        try ImageSource(output.appending(name).readBytes()).decode()
    }
}

extension PreparedSticker {
    /// Of a picture that is in no file.
    init(_ name: String, _ picture: Bitmap, _ settings: SheetSettings) throws {
        let pixel = settings.pixel(of: try OutlineTracer().trace(picture).edge)
        let traced = try OutlineTracer(settings, pixel: pixel).trace(picture)
        self.init(SheetSticker(name: name, path: "none"), pixels: picture.size, traced, settings)
    }
}

/// Named so that a test that is skipped says what to install.
enum PrintPrograms {
    static let poppler: Bool = SystemAbilities.hasProgram("pdftoppm")
    static let qpdf: Bool = SystemAbilities.hasProgram("qpdf")
    static let ghostscript: Bool = SystemAbilities.hasProgram("gs")
    static let rsvg: Bool = SystemAbilities.hasProgram("rsvg-convert")
}

extension SheetSettings {
    /// The standard ones, for pictures of few pixels.
    static var ofAnyResolution: SheetSettings {
        var settings = SheetSettings()
        settings.leastDotsPerInch = 0
        return settings
    }
}
