import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

@MainActor
struct MakeTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }
    private var bench = TestBench()

    private func write(_ photos: [FilePath: String]) throws {
        for (name, text) in photos { try folder.folder.write(text, to: name) }
    }

    @Test func saysWhereItRunsAndWhatCameOfIt() async throws {
        try write(["in/a.jpg": "a", "in/b.jpg": "b"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack", "--zip") == .done)
        #expect(bench.output.text.isEmpty)
        #expect(
            bench.errors.lines == [
                "2 photos to pack, on CPU (fake)", "2 stickers in 0.0 s", "look at pack/contact-sheet.png",
                "as one file: pack/pack.zip",
            ])
    }

    @Test func anEmptyListIsSaidToBeEmpty() async {
        var bench = bench
        bench.standardInput = []
        #expect(await bench.run("make", "-", "-o", "pack") == .someFailed)
        #expect(bench.errors.text == "peel: no photos: the list on standard input is empty\n")
    }

    @Test func whatIsEnlargedIsSaid() async throws {
        try write(["in/a.jpg": "small", "in/b.jpg": "b", "in/c.jpg": "nearly"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack") == .done)
        #expect(
            bench.errors.lines.contains(
                "1 sticker is enlarged 2.3 times; --size original keeps the photo's pixels"))
        try write(["in/d.jpg": "smaller"])
        var again = TestBench()
        again.work = bench.work
        #expect(await again.run("make", root.appending("in"), "-o", "other") == .done)
        #expect(
            again.errors.lines.contains(
                "2 stickers are enlarged, up to 3.1 times; --size original keeps the photos' pixels"))
    }

    @Test func aWordThatIsCutIsSaidToPersonsAndPrograms() async throws {
        try write(["in/a.jpg": "cut", "in/b.jpg": "b"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack") == .done)
        #expect(bench.errors.text.contains("1 sticker has a word that does not fit and was cut off"))
        let json = TestBench()
        #expect(await json.run("make", root.appending("in"), "-o", "pack", "--json") == .done)
        #expect(json.output.lines.map { $0.contains(#""textCut":true"#) } == [true, false, false])
        #expect(json.output.lines.last?.hasSuffix(#""cutTexts":1}"#) == true)
    }

    @Test func failedPhotosAreNamedAndTheRestIsDone() async throws {
        try write(["in/a.jpg": "a", "in/b\u{1B}[2J.jpg": "bad", "in/c.jpg": "c"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack", "-q") == .someFailed)
        #expect(bench.errors.text == "peel: \(root)/in/b\\x1B[2J.jpg: bad\n")
    }

    @Test(arguments: [(false, "a\u{1B}[31m\u{202E}.jpg"), (true, "a\\x1B[31m\\xE2\\x80\\xAE.jpg")])
    func aDryRunSparesTheTerminal(isTerminal: Bool, shown: String) async throws {
        var bench = bench
        bench.terminal = TerminalFacts(outputIsTerminal: isTerminal)
        try write(["in/a\u{1B}[31m\u{202E}.jpg": "a"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack", "--dry-run") == .done)
        #expect(bench.output.text == "\(root)/in/\(shown)\n")
    }

    @Test func jsonIsOneObjectAPhotoAndASummary() async throws {
        var fake = FakeWork()
        fake.kept = ["c.jpg"]
        var bench = bench
        bench.work = fake
        try write(["in/a.jpg": "a", "in/b.jpg": "bad", "in/c.jpg": "c"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack", "--json") == .someFailed)
        let file =
            #""width":512,"height":300,"box":{"x":1,"y":2,"width":30,"height":40},"instance":null,"textCut":false}"#
        #expect(
            bench.output.lines == [
                ##"{"photo":"\##(root)/in/a.jpg","source":"a.jpg","status":"made","confidence":0.912,"stickers":[{"file":"stickers/a.webp",\##(file)],"colors":[{"hex":"#c86432","share":0.75},{"hex":"#000000","share":0.25}],"milliseconds":{"decode":1.25}}"##,
                #"{"photo":"\#(root)/in/b.jpg","source":"b.jpg","status":"failed","reason":"bad","milliseconds":{"decode":1.25}}"#,
                #"{"photo":"\#(root)/in/c.jpg","source":"c.jpg","status":"kept","confidence":0.912,"stickers":[{"file":"stickers/c.webp",\#(file)],"milliseconds":{"decode":1.25}}"#,
                #"{"status":"finished","pack":"pack","device":"CPU (fake)","made":1,"kept":1,"failed":1,"stickerCount":2,"seconds":0,"photosPerSecond":null,"contactSheets":["pack/contact-sheet.png"],"archive":null,"leftOut":0,"enlarged":0,"cutTexts":0}"#,
            ])
        #expect(bench.errors.lines == ["peel: \(root)/in/b.jpg: bad"])
    }

    @Test func whatTheNetworkDoubtsIsLeftOutAndNamed() async throws {
        try write(["in/a.jpg": "a", "in/b.jpg": "doubt", "in/c.jpg": "c"])
        let line: [FilePath] = ["make", root.appending("in"), "-o", "pack", "--min-confidence", "0.9"]
        #expect(await PeelCommand.run(line, in: bench.context) == .done)
        let sentence = "left out: confidence 0.412 is below the minimum 0.900"
        #expect(
            bench.errors.lines == [
                "3 photos to pack, on CPU (fake)", "peel: \(root)/in/b.jpg: \(sentence)",
                "2 stickers, 1 photo left out as doubtful in 0.0 s", "look at pack/contact-sheet.png",
            ])
        let json = TestBench()
        #expect(await PeelCommand.run(line + ["--json", "-q"], in: json.context) == .done)
        #expect(json.errors.text.isEmpty)
        let (photo, summary) = (json.output.lines[1], json.output.lines[3])
        #expect(photo.contains(#""source":"b.jpg","status":"leftOut","confidence":0.412,"milliseconds""#))
        #expect(
            summary.contains(#""made":2,"kept":0,"failed":0,"stickerCount":2"#)
                && summary.hasSuffix(#""leftOut":1,"enlarged":0,"cutTexts":0}"#))
    }

    @Test func aTerminalShowsTheBarAndTakesItAway() async throws {
        var bench = bench
        bench.terminal = TerminalFacts(errorsAreTerminal: true, width: { 60 })
        try write(["a.jpg": "a", "b.jpg": "b"])
        let clock = bench.clock
        var fake = FakeWork()
        fake.beforePhoto = { _ in await MainActor.run { clock.advance(by: .milliseconds(500)) } }
        bench.work = fake
        #expect(await bench.run("make", root, "-o", "pack") == .done)
        let text = bench.errors.text
        #expect(text.contains("\r[#############...............]  1/2 photos, 2.0/s, 1 s left\u{1B}[K"))
        #expect(text.hasSuffix("\r\u{1B}[K2 stickers in 1.0 s (2.0 photos a second)\nlook at pack/contact-sheet.png\n"))
    }

    @Test func aTerminalShowsHowFarPacksOfPlatformsAndTheirChecksAre() async throws {
        var bench = bench
        bench.terminal = TerminalFacts(errorsAreTerminal: true, width: { 30 })
        try write(["a.jpg": "a"])
        #expect(await bench.run("make", root, "-o", "pack", "--for", "viber") == .someFailed)
        #expect(bench.errors.text.hasSuffix("\r1/2 stickers for Viber\u{1B}[K\r\u{1B}[Kpeel: no Viber here\n"))
        #expect(await bench.run("check", "pack") == .someFailed)
        #expect(bench.errors.text.hasSuffix("\r3/7 pictures for Signal\u{1B}[K\r\u{1B}[Kpeel: no pack here\n"))
        let quiet = TestBench()
        #expect(await quiet.run("check", "pack") == .someFailed)
        #expect(quiet.errors.text == "peel: no pack here\n")
    }

    @Test func pathsComeFromStandardInput() async throws {
        var bench = bench
        try write(["a b.jpg": "a", "-c.jpg": "c"])
        bench.standardInput = Array("\(root)/a b.jpg\n\(root)/-c.jpg\n\(root)/none\n".utf8)
        #expect(await bench.run("make", "-", "-o", "pack", "--json") == .someFailed)
        #expect(bench.output.lines.count == 4)
        #expect(
            bench.output.lines.first
                == #"{"photo":"\#(root)/none","source":null,"status":"failed","reason":"cannot be read: there is no such file or folder","milliseconds":{}}"#
        )
        #expect(bench.errors.lines == ["peel: cannot read \(root)/none: there is no such file or folder"])
        #expect(bench.output.lines.last?.contains(#""failed":1"#) == true)
    }

    @Test func noPhotosIsAFailure() async throws {
        try write(["in/a.txt": "a"])
        #expect(await bench.run("make", root.appending("in"), "-o", "pack") == .someFailed)
        #expect(
            bench.errors.lines == [
                "peel: skipped 1 file that is not a photo: 1 .txt", "peel: no photos in \(root)/in",
            ])
    }

    @Test func aLoopIsTold() async throws {
        try write(["in/a.jpg": "a"])
        folder.folder.link("in/loop", to: ".")
        #expect(await bench.run("make", root.appending("in"), "-o", "pack") == .done)
        #expect(bench.errors.text.hasPrefix("peel: skipped \(root)/in/loop: it leads back to a folder"))
    }

    @Test func whatCannotStartIsSaid() async throws {
        var fake = FakeWork()
        fake.startFailure = CommandFailure("pack is not empty")
        var bench = bench
        bench.work = fake
        try write(["a.jpg": "a"])
        #expect(await bench.run("make", root, "-o", "pack") == .someFailed)
        #expect(bench.errors.lines == ["peel: pack is not empty"])
    }

    @Test func aFolderThatCannotBeWrittenStopsTheRun() async throws {
        var fake = FakeWork()
        fake.startFailure = PackError(FileError("create", "pack", errorNumber: EROFS))
        var bench = bench
        bench.work = fake
        try write(["a.jpg": "a"])
        #expect(await bench.run("make", root, "-o", "pack") == .stopped)
        fake.startFailure = PackError(.notAPack, "pack", "pack is not empty")
        bench.work = fake
        #expect(await bench.run("make", root, "-o", "pack") == .someFailed)
    }

    @Test func sourcesOfTheWebAreNotThePacksOwnFolder() throws {
        let new = MakeRequest(sources: ["apod:2025-06-16"], output: root.appending("new"))
        #expect(nothingFound(PhotoSearch([], output: new.output), new).description == "no photos in apod:2025-06-16")
        let own = MakeRequest(sources: [root], output: root)
        #expect(nothingFound(PhotoSearch([], output: root), own).description.contains("inside the output folder"))
    }

    @Test func aFullDiskEndsTheRunAndTheFirstReasonIsTold() async throws {
        var fake = FakeWork()
        fake.runFailure = CommandFailure("the disk is full")
        fake.finishFailure = CommandFailure("still full")
        var bench = bench
        bench.work = fake
        try write(["a.jpg": "a", "b.jpg": "b", "c.jpg": "c"])
        #expect(await bench.run("make", root, "-o", "pack", "-q") == .stopped)
        #expect(bench.errors.lines == ["peel: the disk is full"])
        // What may pass has a code of its own.
        fake.runFailure = CommandFailure(FileError("write", "pack", errorNumber: ENOSPC))
        bench.work = fake
        #expect(await bench.run("make", root, "-o", "pack", "-q") == .tryAgain)
        fake.startFailure = CommandFailure(FileError("write", "pack", errorNumber: ENOSPC))
        bench.work = fake
        #expect(await bench.run("make", root, "-o", "pack", "-q") == .tryAgain)
    }

    @Test func stoppedItFinishesThePackAndExits130() async throws {
        var bench = bench
        let stop = bench.stop
        var fake = FakeWork()
        fake.beforePhoto = { if $0 == 1 { stop.request() } }
        bench.work = fake
        try write(["a.jpg": "a", "b.jpg": "b", "c.jpg": "c"])
        #expect(await bench.run("make", root, "-o", "pack") == .interrupted)
        #expect(bench.errors.lines.contains("1 sticker in 0.0 s; stopped early"))
        #expect(bench.errors.lines.last == "the same command with --resume continues")
    }

    @Test func stoppedWhileAPlatformsPackIsMadeItMakesNoFurtherOne() async throws {
        var bench = bench
        let ends = Recorded<Bool>()
        let stop = StopRequest { ends.append(true) }
        bench.stop = stop
        let reached = Recorded<PackTarget>()
        var fake = FakeWork()
        fake.beforeExport = {
            reached.append($0)
            stop.request()
        }
        bench.work = fake
        try write(["a.jpg": "a"])
        #expect(await bench.run("make", root, "-o", "pack", "--for", "png,telegram,signal") == .interrupted)
        #expect(reached.all.count == 1)
        #expect(ends.all.isEmpty, "the first request does not end the program while files are written")
    }

    @Test func aReaderThatGoesAwayDoesNotStopThePack() async throws {
        var bench = bench
        bench.outputFailure = EPIPE
        try write(["a.jpg": "a", "b.jpg": "b"])
        #expect(await bench.run("make", root, "-o", "pack", "--json") == .done)
        #expect(bench.errors.text.isEmpty)
    }

    @Test func outputThatCannotBeWrittenIsAFailure() async throws {
        var bench = bench
        bench.outputFailure = ENOSPC
        try write(["a.jpg": "a"])
        #expect(await bench.run("make", root, "-o", "pack", "--json") == .tryAgain)
        #expect(bench.errors.lines == ["peel: cannot write standard output: the disk is full"])
        bench.outputFailure = EBADF
        #expect(await bench.run("make", root, "-o", "pack", "--json") == .someFailed)
        // Nor does a photo that failed say what is to be done.
        try write(["b.jpg": "bad"])
        bench.outputFailure = ENOSPC
        #expect(await bench.run("make", root, "-o", "pack", "--json") == .tryAgain)
    }

    @Test func wrongUsagePointsToTheHelp() async {
        #expect(await bench.run("make", "a") == .wrongUsage)
        #expect(bench.errors.lines == ["peel make: say where the pack goes: -o DIR", "Try 'peel help make'."])
        let bare = TestBench()
        #expect(await PeelCommand.run([], in: bare.context) == .wrongUsage)
        #expect(bare.errors.text == programHelp())
        #expect(bare.output.text.isEmpty)
    }
}
