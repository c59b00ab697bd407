import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Printing

/// What pages are called, and what they are never written over.
struct SheetFilesTests {
    private let fixture = SheetFixture()
    private let star = Shape.star(side: 64).bitmap

    /// - Parameter output: where the pages go.
    private func make(
        _ stickers: [SheetSticker], _ formats: Set<SheetMaker.Format>, page: SheetSettings.Page = .own,
        in output: FilePath, sparing: [FilePath] = []
    ) async throws -> SheetReport {
        var settings = SheetSettings.ofAnyResolution
        settings.page = page
        return try await SheetMaker(settings).make(stickers, formats: formats, in: output, sparing: sparing)
    }

    private func link(_ target: FilePath, as path: FilePath) {
        #expect(target.withCString { target in path.withCString { symlink(target, $0) } } == 0)
    }

    @Test func pageIsNotWrittenOverItsSticker() async throws {
        let cat = try fixture.sticker("cat", star)
        let folder = cat.path.parent
        let bytes = try cat.path.readBytes()
        let linkedFolder = fixture.folder.path.appending("linked")
        link(folder, as: linkedFolder)
        for output in [folder, linkedFolder] {
            let error = await #expect(throws: PrintingError.self) {
                try await make([cat], [.png, .pdf, .svg], in: output)
            }
            #expect(error?.code == .overSource)
            #expect(error?.description.contains("cat.png would overwrite ") == true)
            #expect(try folder.names() == ["cat.png"])
            #expect(try cat.path.readBytes() == bytes)
        }
        // Other files may lie beside it.
        #expect(try await make([cat], [.svg], in: folder).files == [folder.appending("cat.svg")])
    }

    @Test func pagesOfNamesThatDifferInCaseHaveTwoNamesOnAnyFileSystem() async throws {
        let cats = try [fixture.sticker("Cat", star), fixture.sticker("cat", star)]
        let output = fixture.folder.path.appending("out")
        let files = try await make(cats, [.svg], in: output).files
        #expect(files == ["Cat.svg", "cat-2.svg"].map { output.appending($0) })
    }

    /// Sixteen thousand pixels away, a colour that is not known yet was taken for one.
    @Test func aThingAtTheEndOfAWidePictureColoursAllOfIt() {
        var wide = Bitmap(size: PixelSize(width: 20_000, height: 24))
        let orange = SRGBColor(red: 240, green: 120, blue: 10)
        for y in 8..<16 { for x in 0..<8 { wide[x, y] = orange } }
        let filled = NearestColors.filled(wide)
        for (x, y) in [(0, 0), (7, 23), (9_000, 12), (17_000, 0), (19_999, 23)] { #expect(filled[x, y] == orange) }
    }

    @Test func pageIsNotWrittenThroughALinkToASticker() async throws {
        let cat = try fixture.sticker("cat", star)
        let dog = try fixture.sticker("dog", star)
        let bytes = try dog.path.readBytes()
        try fixture.output.createFolder()
        link(dog.path, as: fixture.output.appending("cat.pdf"))
        let error = await #expect(throws: PrintingError.self) {
            try await make([cat, dog], [.pdf], in: fixture.output)
        }
        #expect(error?.code == .overSource)
        #expect(try dog.path.readBytes() == bytes)
    }

    @Test func aLinkInAPagesPlaceIsReplaced() async throws {
        let cat = try fixture.sticker("cat", star)
        let other = try fixture.folder.write("mine", to: "mine.txt")
        try fixture.output.createFolder()
        for format in SheetMaker.Format.allCases {
            for name in ["cat.\(format)", "cat-lines.svg"] { link(other, as: fixture.output.appending(FilePath(name))) }
            let files = try await make([cat], [format], in: fixture.output).files
            for file in files { #expect(try file.status(followingLinks: false).kind == .regular, "\(file)") }
            for name in try fixture.output.names() { try fixture.output.appending(name).removeFile() }
        }
        #expect(try other.readBytes() == Array("mine".utf8))
    }

    @Test func sharedPagesAreNotWrittenOverAStickerOrAPhoto() async throws {
        let cat = try fixture.sticker("cat", star)
        for name in ["sheet-1.png", "sheet.pdf"] {
            let source = try fixture.folder.write(cat.path.readBytes(), to: FilePath("sheets/\(name)"))
            let bytes = try source.readBytes()
            let output = source.parent
            for (stickers, photos) in [([cat, SheetSticker(name: "a", path: source)], []), ([cat], [source])] {
                let error = await #expect(throws: PrintingError.self) {
                    try await make(stickers, [.pdf, .png], page: .a6, in: output, sparing: photos)
                }
                #expect(error?.code == .overSource)
                #expect(try output.names() == [FilePath(name)])
                #expect(try source.readBytes() == bytes)
            }
            try source.removeFile()
        }
    }

    @Test(arguments: ["", ".", "..", ".cat", "a/b", "../cat", "/cat", "a\0b"])
    func nameThatCannotBeAFilesIsRefused(name: String) async throws {
        let sticker = SheetSticker(name: name, path: try fixture.sticker("cat", star).path)
        let error = await #expect(throws: PrintingError.self) {
            try await make([sticker], [.lines], in: fixture.output)
        }
        #expect(error?.code == .setting)
        #expect(try fixture.folder.path.names() == ["stickers"])
        // On pages that stickers share it names no file.
        #expect(try await make([sticker], [.lines], page: .a6, in: fixture.output).pageCount == 1)
    }

    @Test func noFileIsWrittenForTwoStickers() async throws {
        let (cat, other) = (try fixture.sticker("cat", star), try fixture.sticker("cat-lines", star))
        for stickers in [[cat, other], [other, cat]] {
            let report = try await make(stickers, [.svg, .lines], in: fixture.output)
            #expect(report.files.count == 4)
            #expect(Set(report.files).count == 4, "\(report.files)")
        }
    }

    @Test func pagesOfAnEarlierRunAreNamedAndStay() async throws {
        let cat = try fixture.sticker("cat", star)
        var settings = SheetSettings.ofAnyResolution
        settings.page = .a6
        settings.copies = 6
        let first = try await SheetMaker(settings).make([cat], formats: [.lines], in: fixture.output)
        #expect(first.earlierFiles == [])
        try #require(first.files.count > 1)
        let others: [FilePath] = ["sheet-2.txt", "sheet-.png", "sheet-01.png", "sheets.pdf", "my-sheet-2.png"]
        for name in others { try fixture.folder.write("mine", to: FilePath("out/\(name)")) }
        let report = try await make([cat], [.lines], page: .a6, in: fixture.output)
        #expect(report.files.map(\.lastComponent) == ["sheet-1-lines.svg"])
        #expect(report.earlierFiles == Array(first.files.dropFirst()))
        #expect(try fixture.output.names().count == first.files.count + others.count)
        #expect(try await make([cat], [.lines], in: fixture.output).earlierFiles == [])
    }
}
