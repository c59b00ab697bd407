import Peel
import TestSupport
import Testing

@testable import PeelCommand

@MainActor
struct CutTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }
    private var bench = TestBench()

    @Test func writesAFile() async throws {
        let photo = try folder.folder.write("photo", to: "a.jpg")
        #expect(await bench.run("cut", photo, "-o", root.appending("a.png")) == .done)
        #expect(folder.folder.text(of: "a.png") == "photo")
        #expect(bench.output.text.isEmpty)
        #expect(bench.errors.text.isEmpty)
    }

    @Test func whatAKilledRunLeftIsCleared() async throws {
        let photo = try folder.folder.write("photo", to: "a.jpg")
        let leftover = try folder.folder.write("half", to: ".peel-partial-0123456789abcdef")
        let own = try folder.folder.write("mine", to: ".peel-partial-mine")
        // What a program that runs is just writing stays.
        let alive = try AtomicFile(at: root.appending("b.png"))
        #expect(await bench.run("cut", photo, "-o", root.appending("a.png")) == .done)
        #expect(throws: FileError.self) { try leftover.status() }
        #expect(try own.readBytes() == Array("mine".utf8))
        try alive.commit()
        #expect(try root.names() == [".peel-partial-mine", "a.jpg", "a.png", "b.png"])
    }

    @Test func enlargementIsSaid() async throws {
        let photo = try folder.folder.write("small", to: "a.jpg")
        #expect(await bench.run("cut", photo, "-o", root.appending("a.png")) == .done)
        #expect(
            bench.errors.text
                == "peel: \(photo): the sticker is enlarged 3.1 times; --size original keeps the photo's pixels\n")
        let quiet = TestBench()
        #expect(await quiet.run("cut", "-q", photo, "-o", root.appending("b.png")) == .done)
        #expect(quiet.errors.text.isEmpty)
    }

    @Test func splitsIntoNumberedFiles() async throws {
        let photo = try folder.folder.write("photo", to: "a.jpg")
        #expect(await bench.run("cut", photo, "-o", root.appending("a.b.webp"), "--split") == .done)
        #expect(folder.folder.text(of: "a.b-1.webp") == "photo\u{1}")
        #expect(folder.folder.text(of: "a.b-2.webp") == "photo\u{2}")
        #expect(numbered("x", 3) == "x-3")
        #expect(numbered(".x", 3) == ".x-3")
        #expect(numbered("d.e/x.png", 1) == "d.e/x-1.png")
    }

    @Test func bytesInAndBytesOut() async {
        var bench = bench
        bench.standardInput = [1, 0, 255]
        #expect(await bench.run("cut", "-", "-o", "-") == .done)
        #expect(bench.output.bytes == [1, 0, 255])
        #expect(bench.errors.text.isEmpty)
    }

    @Test func failuresNameThePhotoAndLeaveNothing() async throws {
        let photo = try folder.folder.write("bad", to: "a.jpg")
        #expect(await bench.run("cut", photo, "-o", root.appending("a.png")) == .someFailed)
        #expect(bench.errors.text == "peel: \(photo): bad\n")
        #expect(try root.names() == ["a.jpg"])
    }

    @Test(arguments: [
        ("none.jpg", "there is no such file or folder"), ("empty.jpg", "it is empty"),
        (".", "it is a folder (give the photos in it, or use peel make)"),
        ("big.jpg", "it has more than the 3 bytes that are allowed (--max-bytes)"),
    ])
    func photosThatCannotBeRead(name: FilePath, reason: String) async throws {
        try folder.folder.write("", to: "empty.jpg")
        try folder.folder.write("1234", to: "big.jpg")
        let photo = root.appending(name)
        #expect(await bench.run("cut", photo, "-o", root.appending("a.png"), "--max-bytes", "3") == .someFailed)
        #expect(bench.errors.text == "peel: \(photo): cannot be read: \(reason)\n")
    }

    @Test func standardInputIsLimitedToo() async {
        var bench = bench
        bench.standardInput = [1, 2, 3, 4]
        #expect(await bench.run("cut", "-", "-o", "-", "--max-bytes", "3") == .someFailed)
        let reason = "it has more than the 3 bytes that are allowed (--max-bytes)"
        #expect(bench.errors.text == "peel: standard input: cannot be read: \(reason)\n")
    }

    @Test func whatCannotStartIsSaidWithoutThePhoto() async throws {
        var fake = FakeWork()
        fake.startFailure = CommandFailure("no such network")
        var bench = bench
        bench.work = fake
        bench.standardInput = [1]
        #expect(await bench.run("cut", "-", "-o", "-") == .someFailed)
        #expect(bench.errors.text == "peel: no such network\n")
    }

    @Test func placesThatCannotBeWritten() async throws {
        let photo = try folder.folder.write("photo", to: "a.jpg")
        #expect(await bench.run("cut", photo, "-o", root.appending("no/a.png")) == .someFailed)
        #expect(bench.errors.text == "peel: cannot write \(root)/no/a.png: there is no such file or folder\n")
    }

    @Test func thePhotoIsNeverOverwritten() async throws {
        let photo = try folder.folder.write("photo", to: "a.png")
        folder.folder.link("b.png", to: "a.png")
        #expect(await bench.run("cut", photo, "-o", root.appending("b.png")) == .wrongUsage)
        #expect(
            bench.errors.lines.first
                == "peel cut: \(root)/b.png is the photo itself: the sticker needs another name"[...])
        #expect(folder.folder.text(of: "a.png") == "photo")
    }

    @Test func aTerminalGetsNoPicture() async {
        var bench = bench
        bench.terminal.outputIsTerminal = true
        bench.standardInput = [1]
        #expect(await bench.run("cut", "-", "-o", "-") == .wrongUsage)
        #expect(bench.output.bytes.isEmpty)
    }
}
