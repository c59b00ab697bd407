import HTTPMessages
import PhotoLibrary
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// The packs that a person has, as a program and a second tab see them.
@MainActor
struct KeptPackRoutesTests {
    private static let path = "/api/v1/library/packs"

    private func json(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func aPackIsMadeChangedRemovedAndRestored() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("a", "b", "c").map(\.text)
        try await Transport.memory.with(bench.routes().described) { ask in
            let made = try await ask(
                "POST", Self.path, [:], json(#"{"name":"Cats","photos":["\#(ids[1])","\#(ids[0])"]}"#))
            #expect(made.status == 201)
            let pack = try #require(bench.model.packs.first)
            #expect(pack.name == "Cats" && pack.count == 2 && pack.cover == ids[1] && !pack.hasCover)
            let one = "\(Self.path)/\(pack.id)"
            let change = #"{"add":["\#(ids[2])"],"remove":["\#(ids[1])"],"order":["\#(ids[2])"],"cover":"\#(ids[0])"}"#
            let changed = try await ask("PATCH", one, [:], json(change))
            #expect(changed.text.contains(#""photos":["\#(ids[2])","\#(ids[0])"]"#), "\(changed.text)")
            #expect(try await ask("GET", one, [:], []).text == changed.text)
            #expect(try await ask("GET", Self.path, [:], []).text.contains(#""hasCover":true"#))
            #expect(bench.model.packs.first?.revision != pack.revision)

            #expect(try await ask("DELETE", one, [:], []).status == 204)
            #expect(bench.model.packs == [] && bench.model.selection.count == 3)
            #expect(try await ask("GET", one, [:], []).status == 404)
            #expect(try await ask("PATCH", one, [:], json(#"{"name":"x"}"#)).text.contains("unknownPack"))
            #expect(try await ask("POST", "\(one)/restore", [:], []).text == changed.text)
            let without = try await ask("PATCH", one, [:], json(#"{"name":"Mine","cover":null}"#))
            #expect(without.text.contains(#""hasCover":false"#) && without.text.contains(#""name":"Mine""#))
        }
        let packs = bench.model.packs
        try await bench.restart()
        #expect(bench.model.packs == packs && packs.count == 1)
    }

    @Test(arguments: [
        ("POST", "", #"{"name":" "}"#, 422), ("POST", "", #"{"name":"a\nb"}"#, 422), ("POST", "", "{}", 400),
        ("POST", "", #"{"name":"a","photos":["1"]}"#, 400), ("POST", "", #"{"name":"a","ids":[]}"#, 400),
        ("GET", "/nonsense", "", 404), ("GET", "/0123456789abcdef", "", 404),
        ("POST", "/0123456789abcdef/restore", "", 404), ("DELETE", "/0123456789abcdef", "", 404),
        ("PATCH", "/{id}", #"{"name":null}"#, 400), ("PATCH", "/{id}", #"{"cover":"x"}"#, 400),
        ("PATCH", "/{id}", #"{"add":["\#(String(repeating: "0", count: 64))"]}"#, 404),
    ])
    func whatBreaksARuleIsSaid(_ method: String, _ path: String, _ body: String, _ status: Int) async throws {
        let bench = try await StudioBench(holds: false)
        let pack = try await bench.model.addPack(named: "Cats", photos: try await bench.add("a"))
        let before = bench.model.packs
        try await Transport.memory.with(bench.routes().described) { ask in
            let path = Self.path + path.replacing("{id}", with: pack.id.text)
            let answer = try await ask(method, path, [:], json(body))
            #expect(answer.status == status, "\(answer.text)")
        }
        #expect(bench.model.packs == before)
    }

    @Test func aSecondTabIsToldOfPacksAndOfWhatThePhotosThatGoAndComeBackChange() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("a", "b")
        let before = bench.model.snapshot
        let pack = try await bench.model.addPack(named: "Cats", photos: ids)
        let made = bench.model.snapshot
        try await bench.model.remove([ids[0]])
        let removed = bench.model.snapshot
        _ = try await bench.model.restore(nil, limit: 10)
        func told(_ old: StudioSnapshot, _ new: StudioSnapshot) -> [[KeptPack]] {
            StudioChange.changes(from: old, to: new).compactMap {
                if case .packs(let packs) = $0 { packs } else { nil }
            }
        }
        #expect(told(before, made) == [[KeptPack(pack, listsPhotos: false)]])
        #expect(told(made, removed).first?.first?.count == 1)
        #expect(told(made, removed).first?.first?.cover == ids[1].text)
        #expect(bench.model.packs == made.packs)
        #expect(told(made, bench.model.snapshot) == [])
        // A photo that is added again while it is in the trash is in its packs again.
        try await bench.model.remove([ids[0]])
        try await bench.add("a")
        #expect(bench.model.packs.first?.count == 2)
    }
}
