import Catalog
import Files
import Foundation
import Imaging
import Peel
import Synchronization
import TestSupport
import Testing
import WebTestSupport

@testable import PeelCommand

/// The catalog's pictures as files and as stickers, from a service on the loopback interface with all its troubles.
struct CatalogCommandTests {
    private let folder = TemporaryFolder()
    private let server = APODServer(pictures: [SamplePhotos.ball])

    private func run(_ words: String...) async throws -> Subprocess.Output {
        try await BuiltProgram.run(
            words.map { FilePath($0) },
            environment: [
                "PEEL_APOD_URL": server.url, "PEEL_APOD_KEY": "K", "XDG_CACHE_HOME": "\(folder.path)/cache",
                "http_proxy": nil,
            ], in: folder.path)
    }

    @Test func picturesAreListedWithWhatIsKnownOfThem() async throws {
        let output = try await run("catalog", "list", "apod:2025-06-16", "apod:2025-06-17", "apod:2025-06-18")
        #expect(output.exit == .exited(1))
        #expect(
            output.outputText
                == """
                2025-06-16  Picture of 2025-06-16 (Mauricio Salazar)
                    \(server.url.replacing("planetary/apod", with: "image/"))2025-06-16_hd.jpg
                2025-06-17  A film of the sun [video]
                    https://www.youtube.com/embed/x?rel=0

                """)
        #expect(
            output.errorText
                == "peel: the picture of 2025-06-18: not found: No data available for date: 2025-06-18\n")
        #expect(server.paths.allSatisfy { $0.contains("api_key=K") })
        let json = try await run("catalog", "list", "apod:2025-06-16", "--json")
        #expect(json.succeeded && json.outputText.contains(#""credit":"Mauricio Salazar""#))
    }

    /// A picture of one's own has that name, and two addresses have the same.
    @Test func savedPicturesReplaceNoneThatAreNotTheirs() async throws {
        let own = try folder.write("my own picture", to: "saved/ball.png")
        let web = LoopbackServer { request, connection in
            connection.answer("200 OK", [:], SamplePhotos.ball)
            return true
        }
        defer { web.close() }
        let (one, other) = (web.url("a/ball.png"), web.url("b/ball.png"))
        for _ in 1...2 {
            for address in [one, other] {
                let saved = try await run("catalog", "save", address, "-o", "saved")
                #expect(saved.succeeded, "\(saved.errorText)")
            }
        }
        #expect(try own.readBytes() == Array("my own picture".utf8))
        let names = try folder.path.appending("saved").names().map(\.description).sorted()
        #expect(names == ["ball 2.png", "ball 3.png", "ball.png", "catalog.json"])
        let list = folder.path.appending("saved/catalog.json")
        let listed = try JSONDecoder().decode([SavedPictures.Entry].self, from: Data(list.readBytes()))
        #expect(listed.map(\.address).sorted() == [one, other].sorted())

        // What is known of earlier pictures is not thrown away with a typing error.
        try AtomicFile.write(list.readBytes().dropLast(2), to: list)
        let bytes = try list.readBytes()
        let refused = try await run("catalog", "save", one, "-o", "saved")
        #expect(refused.exit == .exited(1) && refused.errorText.contains("catalog.json cannot be read as a list"))
        #expect(try list.readBytes() == bytes)
    }

    @Test func anAddressOfAPictureIsAPhoto() async throws {
        let web = LoopbackServer { request, connection in
            if request.path == "My%20ball.png" {
                connection.answer("200 OK", [:], SamplePhotos.ball)
            } else {
                connection.answer("404 Not Found")
            }
            return true
        }
        defer { web.close() }
        let (there, missing) = (web.url("My%20ball.png"), web.url("none.png"))
        let made = try await run("make", there, missing, "-o", "pack")
        #expect(made.exit == .exited(1) && made.errorText.contains("\(missing): "), "\(made.errorText)")
        let entry = try #require(try PackFolder(folder.path.appending("pack")).readManifest().stickers.first)
        #expect(entry.file == "stickers/My ball.webp" && entry.origin?.address == there)
        let cut = try await run("cut", there, "-o", "ball.png")
        #expect(cut.succeeded, "\(cut.errorText)")
        #expect(ImageFormat(signatureOf: try folder.path.appending("ball.png").readBytes()) == .png)
        #expect(try await !run("cut", missing, "-o", "none.png").succeeded)
    }

    @Test func originalsAreSavedAndTroublesAreNamed() async throws {
        let output = try await run(
            "catalog", "save", "-o", "sky", "apod:2025-06-16", "apod:2025-06-17", "apod:2025-06-22", "apod:2025-06-23",
            "apod:2025-06-24")
        #expect(output.exit == .exited(1))
        // The address says jpg, the bytes are a PNG's.
        #expect(output.outputText == "2025-06-16 Picture of 2025-06-16.png\n")
        let sky = folder.path.appending("sky")
        #expect(
            try sky.names().map(\.description).sorted() == ["2025-06-16 Picture of 2025-06-16.png", "catalog.json"])
        #expect(try sky.appending("2025-06-16 Picture of 2025-06-16.png").readBytes() == SamplePhotos.ball)
        let list = String(decoding: try sky.appending("catalog.json").readBytes(), as: UTF8.self)
        #expect(list.contains(#""file" : "2025-06-16 Picture of 2025-06-16.png""#))
        for words in [
            "leads to no picture in a supported format", "ended too soon", "redirected too often",
            "is not a picture but video",
        ] {
            #expect(output.errorText.contains(words), "\(words)")
        }
    }

    /// Its largest form is a 404, a page or half a picture; the other address is fine.
    @Test(arguments: APODAnswers.OriginalTrouble.allCases)
    func theOtherAddressIsTriedWhereTheLargestFormCannotBeHad(trouble: APODAnswers.OriginalTrouble) async throws {
        let day = trouble.rawValue
        let saved = try await run("catalog", "save", "-o", "sky", "apod:\(day)")
        #expect(saved.succeeded, "\(saved.errorText)")
        #expect(saved.outputText == "\(day) Picture of \(day).png\n")
        #expect(
            try folder.path.appending("sky/\(day) Picture of \(day).png").readBytes() == SamplePhotos.ball)
        let list = String(decoding: try folder.path.appending("sky/catalog.json").readBytes(), as: UTF8.self)
        #expect(list.contains("image/\(day).jpg") && !list.contains("_hd"))
        let made = try await run("make", "apod:\(day)", "-o", "pack")
        #expect(made.succeeded, "\(made.errorText)")
        // Workers make the pack of one machine.
        #expect(try await run("split", "apod:\(day)", "-o", "parts", "--parts", "1").succeeded)
        let worked = try await run("worker", "--manifest", "parts", "-o", "out")
        #expect(worked.succeeded, "\(worked.errorText)")
        #expect(try await run("merge", "out", "-o", "merged").succeeded)
        #expect(try folder.contents("merged") == folder.contents("pack"))
    }

    @Test func aBodyWithoutAnEndAndTooManyRequestsAreTold() async throws {
        let endless = try await run("catalog", "save", "-o", "sky", "apod:2025-06-25", "--max-bytes", "2M")
        #expect(endless.exit == .exited(1))
        #expect(endless.errorText.contains("larger than the limits allow"), "\(endless.errorText)")
        #expect((try? folder.path.appending("sky").names())?.isEmpty ?? true, "nothing half is left")
        let limited = try await run("catalog", "list", "apod:2025-06-26")
        #expect(limited.exit == .exited(1))
        #expect(limited.errorText.contains("is rate-limiting requests (30 requests are allowed)"))
    }

    @Test(.enabled(if: SmallDisk.canMount, "only root may mount a small file system"))
    func aFullDiskEndsItAndMayBeTriedAgain() async throws {
        let disk = folder.path.appending("disk")
        try disk.createFolder()
        #expect(SmallDisk.mount(disk, kilobytes: 4))
        defer { SmallDisk.unmount(disk) }
        let output = try await run("catalog", "save", "-o", "disk", "album:\(server.list)")
        #expect(output.exit == .exited(75), "\(output.errorText)")
        #expect(output.errorText.split(separator: "\n").allSatisfy { $0.hasSuffix("the disk is full") })
        // The pictures that are on their way, and no others.
        #expect(output.errorText.split(separator: "\n").count == 1)
    }

    @Test func twoAlbumsWithTheSameNumbersLoseNothing() async throws {
        let other = APODServer(pictures: [SamplePhotos.twoBalls])
        // What a killed run left goes.
        try folder.write("half", to: "d/.peel-partial-0123456789abcdef")
        let output = try await run("catalog", "save", "-o", "d", "album:\(server.list)", "album:\(other.list)")
        #expect(output.succeeded, "\(output.errorText)")
        let names = try folder.path.appending("d").names().map(\.description)
        #expect(names.count == 25 && names.contains("1-1 Number 1.png") && names.contains("1-1 Number 1 2.png"))
        // What was saved before stays in the list.
        _ = try await run("catalog", "save", "-o", "d", "apod:2025-06-16")
        let list = String(decoding: try folder.path.appending("d/catalog.json").readBytes(), as: UTF8.self)
        #expect(list.contains("Number 12 2.png") && list.contains("Mauricio Salazar"))
    }

    @Test func picturesOfTheWebBecomeStickersWithTheirCredit() async throws {
        let output = try await run(
            "make", "apod:2025-06-16", "album:\(server.list)", "apod:2025-06-18", "-o", "pack", "--json")
        #expect(output.exit == .exited(1), "one day has no picture: \(output.errorText)")
        let manifest = try PackManifest(readingFrom: folder.path.appending("pack/pack.json"))
        #expect(manifest.stickers.count == 13)
        let first = manifest.stickers[0]
        #expect(first.source == "2025-06-16 Picture of 2025-06-16.jpg")
        #expect(first.file == "stickers/2025-06-16 Picture of 2025-06-16.webp")
        #expect(first.origin?.credit == "Mauricio Salazar" && first.origin?.date == "2025-06-16")
        #expect(manifest.stickers[1].origin?.title == "Number 1")
        #expect(output.outputText.contains(#""photo":"apod:2025-06-16""#))
        // Once more, without the web: all is kept.
        server.close()
        let again = try await run("make", "apod:2025-06-16", "-o", "pack", "--resume", "--json")
        #expect(again.outputText.contains(#""status":"kept""#), "\(again.errorText)")
    }

    @Test(
        arguments: [
            (["catalog"], "say what to do: list or save"),
            (["catalog", "lst"], "say what to do: list or save, not 'lst'; did you mean 'list'?"),
            (["catalog", "save"], "say where the pictures go: -o DIR"),
            (["catalog", "list", "-o", "x"], "list only prints"),
            (["catalog", "list", "photos"], "'photos' is not a source"),
            (["catalog", "list", "apod:2025-02-30"], "a day is written like 2025-06-16"),
            (["make", "apod:1990-01-01", "-o", "x"], "the first picture is that of 1995-06-16"),
            (["make", "apod:random:3", "-o", "x", "--resume"], "apod:random:3 selects different days on each run"),
            (["serve", "--apod-url", "nonsense"], "--apod-url takes an address"),
            (["serve", "--album", "file:///x"], "--album takes an address"),
            (["serve", "--album", "apod:today"], "--album takes an address"),
            (["serve", "--album", "album:file:///x"], "--album takes an address"),
        ] as [([String], String)])
    @MainActor func whatIsWrongIsSaidBeforeAnythingIsDone(words: [String], message: String) async {
        let bench = TestBench()
        #expect(await PeelCommand.run(words.map { FilePath($0) }, in: bench.context) == .wrongUsage)
        #expect(bench.errors.text.contains(message), "\(bench.errors.text)")
    }
}

/// Ctrl-C while pictures are saved.
struct CatalogInterruptionTests {
    private let folder = TemporaryFolder()
    private let server = APODServer(pictures: [SamplePhotos.ball])

    /// The option reaches the loader, and the error names it.
    @Test(arguments: [["catalog", "save", "-o", "sky"], ["make", "-o", "pack"]] as [[FilePath]])
    func aPictureThatNeverComesIsGivenUpAfterItsTime(command: [FilePath]) async throws {
        let output = try await BuiltProgram.run(
            command + ["apod:2025-06-27", "--timeout", "1"],
            environment: [
                "PEEL_APOD_URL": server.url, "XDG_CACHE_HOME": "\(folder.path)/cache", "http_proxy": nil,
            ], in: folder.path)
        #expect(output.exit == .exited(1) && output.errorText.contains("--timeout"), "\(output.errorText)")
    }

    @Test func downloadsEndAndWhatWasSavedIsListed() async throws {
        let isAsked = Atomic(false)
        let output = try await BuiltProgram.run(
            ["catalog", "save", "-o", "sky", "apod:2025-06-16", "apod:2025-06-27"],
            environment: [
                "PEEL_APOD_URL": server.url, "XDG_CACHE_HOME": "\(folder.path)/cache", "http_proxy": nil,
            ], in: folder.path
        ) { output, _, program in
            // The first picture is there; the second one never comes.
            if !output.isEmpty, isAsked.exchange(true, ordering: .relaxed) == false { program.send(SIGINT) }
        }
        #expect(output.exit == .exited(130))
        #expect(
            try folder.path.appending("sky").names().map(\.description).sorted() == [
                "2025-06-16 Picture of 2025-06-16.png", "catalog.json",
            ])
    }
}
