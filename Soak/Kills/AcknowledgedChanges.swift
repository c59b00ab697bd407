import Files
import FoundationEssentials
import HTTPTestClient
import TestSupport

/// The changes that the studio acknowledged to a client, and the one change that the client waits for.
struct AcknowledgedChanges: Sendable {
    struct Photo: Hashable, Sendable {
        var borderWidth: Double?
        var strokes = 0
    }

    private enum Change: Hashable {
        case upload(String)
        case removal(String)
        case restoration(String)
        case edit(String, Photo)
    }

    private struct Answer: Decodable {
        struct Style: Decodable {
            let borderWidth: Double
        }
        struct Strokes: Decodable {
            let done: Int
        }
        let id: String
        let style: Style
        let strokes: Strokes
    }

    private(set) var photos: [String: Photo] = [:]
    /// Removed photos, which are to be restored with their edits.
    private var trash: [String: Photo] = [:]
    /// A change that was sent and not answered. It may have been done, or not.
    private var pending: Change?
    private var count = 0

    /// Returns the number of changes that were acknowledged since the last call.
    mutating func takeCount() -> Int {
        defer { count = 0 }
        return count
    }

    /// Checks everything that was acknowledged, and adopts the result of the change that was not answered.
    mutating func compare(with api: StudioAPI) throws -> [String] {
        let state = try api.ask("GET", "/api/v1/photos")
        guard state.status == 200 else { return ["GET /photos: \(state.status) \(state.text)"] }
        let found = try JSONDecoder().decode([Answer].self, from: Data(state.body))
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        var problems: [String] = []
        if byID.count != found.count { problems.append("a photo stands twice in the selection") }
        for (id, expected) in photos {
            guard let photo = byID[id] else {
                if pending != .removal(id) { problems.append("photo \(id) was acknowledged and is gone") }
                continue
            }
            let actual = Photo(
                borderWidth: expected.borderWidth == nil ? nil : photo.style.borderWidth, strokes: photo.strokes.done)
            if actual != expected, pending != .edit(id, actual) {
                problems.append("the edits of \(id) are \(actual), not \(expected)")
            }
        }
        for id in byID.keys
        where photos[id] == nil && pending != .upload(id) && pending != .restoration(id) {
            problems.append("photo \(id) was removed and is there")
        }
        if let problem = try compareTrash(with: api, found: Set(byID.keys)) { problems.append(problem) }
        for id in byID.keys {
            let original = try api.ask("GET", "/api/v1/photos/\(id)/original")
            if original.status != 200 || SHA256Digest(of: original.body).hex != id {
                problems.append("the original of \(id): \(original.status), \(original.body.count) bytes")
            }
        }
        pending = nil
        photos = byID.mapValues { photo in Photo(borderWidth: photo.style.borderWidth, strokes: photo.strokes.done) }
        return problems
    }

    /// Checks that every removed photo is in the selection or in the trash.
    private mutating func compareTrash(with api: StudioAPI, found: Set<String>) throws -> String? {
        struct Trash: Decodable {
            struct Entry: Decodable {
                let id: String
            }
            let photos: [Entry]
        }
        let answer = try api.ask("GET", "/api/v1/trash")
        guard answer.status == 200 else { return "GET /trash: \(answer.status) \(answer.text)" }
        let removed = Set(try JSONDecoder().decode(Trash.self, from: Data(answer.body)).photos.map(\.id))
        let lost = Set(trash.keys).subtracting(removed).subtracting(found)
        var edits = trash.merging(photos) { _, photo in photo }
        for id in edits.keys where !removed.contains(id) { edits[id] = nil }
        trash = edits
        return lost.isEmpty ? nil : "removed and in no trash: \(lost.sorted().joined(separator: ", "))"
    }

    /// Makes a change and waits for its answer.
    mutating func change(_ api: StudioAPI, _ source: SoakPhotos, _ random: inout SeededGenerator) throws {
        let id = photos.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), id) {
        case (0...3, _) where photos.count < 12, (_, nil):
            let bytes = try source.piece(&random, longestSide: 480)
            let id = SHA256Digest(of: bytes).hex
            pending = .upload(id)
            let status = try api.upload(bytes, named: "piece").answer.status
            // A photo in the trash comes back as it was edited.
            if status == 200 || status == 201 {
                acknowledge { $0.photos[id] = $0.photos[id] ?? $0.trash.removeValue(forKey: id) ?? Photo() }
            }
        case (4, let id?):
            pending = .removal(id)
            let status = try api.ask("DELETE", "/api/v1/photos/\(id)").status
            if status == 204 { acknowledge { $0.trash[id] = $0.photos.removeValue(forKey: id) } }
        case (5...6, let id?):
            var edited = photos[id] ?? Photo()
            let width = Double(Int.random(in: 0...64, using: &random)) / 1024
            edited.borderWidth = width
            try edit(id, to: edited, by: api, "PUT", "/style", json: #"{"borderWidth":\#(width)}"#)
        case (7, let id?):
            var edited = photos[id] ?? Photo()
            edited.strokes += 1
            let stroke = #"{"mode":"keep","radius":0.03,"points":[[0.5,0.5],[0.6,0.5]]}"#
            try edit(id, to: edited, by: api, "POST", "/strokes", json: stroke)
        case (8, _) where !trash.isEmpty && photos.count < 12:
            guard let id = trash.keys.sorted().randomElement(using: &random) else { return }
            pending = .restoration(id)
            let status = try api.ask("POST", "/api/v1/trash/restore", json: "{\"ids\":[\"\(id)\"]}").status
            if status == 200 { acknowledge { $0.photos[id] = $0.trash.removeValue(forKey: id) } }
        case (8, let id?): _ = try api.ask("POST", "/api/v1/photos/\(id)/load")
        default: _ = try api.ask("POST", "/api/v1/process")
        }
    }

    private mutating func edit(
        _ id: String, to edited: Photo, by api: StudioAPI, _ method: String, _ path: String, json body: String
    ) throws {
        pending = .edit(id, edited)
        let status = try api.ask(method, "/api/v1/photos/\(id)\(path)", json: body).status
        if status == 200 { acknowledge { $0.photos[id] = edited } } else { pending = nil }
    }

    private mutating func acknowledge(_ note: (inout Self) -> Void) {
        note(&self)
        pending = nil
        count += 1
    }
}
