import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import PhotoLibrary
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// Packs of the library as platforms take them: in their order, with their cover.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct KeptPackExportTests {
    private func made() async throws -> (bench: StudioBench, ids: [PhotoID]) {
        let bench = try await StudioBench(holds: false)
        for cutout in RealCutout.allCases.prefix(4) {
            let id = try await bench.add(cutout.rawValue)[0]
            await bench.model.loadPhoto(id)
            try await bench.setSticker(of: id, to: try ImageEncoder(.png()).encode(cutout.bitmap()))
        }
        return (bench, bench.model.selection.map(\.id))
    }

    @Test func whatIsMadeOfAPackHasItsOrderItsNameAndItsCover() async throws {
        let (bench, ids) = try await made()
        let pack = try await bench.model.addPack(named: "Félines", photos: [ids[3], ids[0], ids[2]])
        var change = LibraryPackChange()
        change.cover = .some(ids[2])
        _ = try await bench.model.changePack(pack.id, change)
        let names = bench.model.selection.map { FilePath($0.name).stem.description }
        try await Transport.memory.with(bench.routes().described) { ask in
            let asked = #"{"targets":["telegram"],"pack":"\#(pack.id)"}"#
            let answer = try await ask("POST", "/api/v1/packs", [:], Array(asked.utf8))
            #expect(answer.status == 200, "\(answer.text)")
            guard case .object(let members) = try JSONReading.value(JSONValue.self, from: answer.body),
                case .string(let id)? = members["id"]
            else {
                Issue.record("no id")
                return
            }
            let zip = try await ask("GET", "/api/v1/packs/\(id)/pack.zip", [:], [])
            #expect(zip.fields["Content-Disposition"]?.contains("F%C3%A9lines.zip") == true)
            let files = try ZipReader.files(of: zip.body, path: "pack.zip")
            let pictures = files.keys.filter { $0.hasSuffix(".webp") }.sorted()
            #expect(pictures == ["01-\(names[3])", "02-\(names[0])", "03-\(names[2])"].map { "telegram/\($0).webp" })
            #expect(files["telegram/title.txt"].map { String(decoding: $0, as: UTF8.self) } == "Félines\n")
            let rules = PackTarget.telegram.rules
            let chosen = try ImageSource(try #require(files[pictures[2]])).decode()
            let cover = try ImageSource(try #require(files["telegram/cover.png"])).decode()
            let expected = chosen.placed(try #require(rules.cover), keepsCanvas: false)
            #expect(cover == expected)

            let both = #"{"targets":["telegram"],"ids":[],"pack":"\#(pack.id)"}"#
            #expect(try await ask("POST", "/api/v1/packs", [:], Array(both.utf8)).status == 400)
            let unknown = #"{"targets":["telegram"],"pack":"0123456789abcdef"}"#
            #expect(try await ask("POST", "/api/v1/packs", [:], Array(unknown.utf8)).text.contains("unknownPack"))
        }
    }

    /// Telegram takes 64 letters.
    @Test func aLongNameIsCutAndALongTitleIsRefused() async throws {
        let (bench, ids) = try await made()
        let name = String(repeating: "a", count: 70)
        let pack = try await bench.model.addPack(named: name, photos: ids)
        try await Transport.memory.with(bench.routes().described) { ask in
            for (title, isWritten) in [("", true), (#","title":"\#(name)""#, false)] {
                let asked = #"{"targets":["telegram"],"pack":"\#(pack.id)"\#(title)}"#
                let answer = try await ask("POST", "/api/v1/packs", [:], Array(asked.utf8))
                #expect(answer.status == 200 && answer.text.contains(#""written":\#(isWritten)"#), "\(answer.text)")
            }
        }
    }

    @Test func aProgramReadsAPackWithoutTheServer() async throws {
        let (bench, ids) = try await made()
        let names = bench.model.selection.map(\.name)
        let late = try await bench.add("late")
        let none = try await bench.add("none")
        await bench.model.loadPhoto(none[0])
        let copy = try await bench.model.duplicate(ids[0]).id
        let pack = try await bench.model.addPack(named: "Cats", photos: [ids[3], late[0], none[0], ids[0], copy])
        var change = LibraryPackChange()
        change.cover = .some(ids[0])
        _ = try await bench.model.changePack(pack.id, change)
        for _ in 0..<2 { _ = try await bench.model.addPack(named: "Twice", photos: []) }
        let folder = bench.library.folder
        try await bench.library.close()
        let read = try await LibraryPackStickers.read("Cats", in: folder)
        #expect(read.stickers.map(\.photoName) == [names[3], names[0], names[0]])
        #expect(Set(read.stickers.map(\.source)).count == 3)
        #expect(read.cover == read.stickers[1].source)
        #expect(read.unfinished.map { $0.name } == ["late.jpg", "none.jpg"])
        #expect(read.unfinished.map { $0.failure } == [nil, "nothing stands out"])
        #expect(read.stickers.allSatisfy { (try? $0.file.status().kind) == .regular })
        #expect(try await LibraryPackStickers.read(pack.id.text, in: folder).stickers == read.stickers)
        for (wanted, words) in [("Dogs", "it has 'Cats', 'Twice'"), ("Twice", "name one by its id")] {
            let error = await #expect(throws: StudioError.self) {
                try await LibraryPackStickers.read(wanted, in: folder)
            }
            #expect(error?.description.contains(words) == true)
        }
        let nowhere = TemporaryFolder().path.appending("none")
        await #expect(throws: StudioError.self) { try await LibraryPackStickers.read("Cats", in: nowhere) }
        #expect((try? nowhere.status()) == nil, "no library is made")
    }
}
