import HTTPServing
import PhotoLibrary

/// The packs that a person has in the library.
struct KeptPackRoutes: RouteCollection {
    let model: StickerViewModel

    private static let path = "/api/v1/library/packs"

    func add(to router: inout Router) {
        router.addAPI(.get, Self.path) { _, _ in API.answer(await model.packs) }
        router.addAPI(.post, Self.path, body: .read, maximumBodyBytes: API.bytesOfIDs) { request, _ in
            let new = try request.decoded(as: NewPack.self)
            let pack = try await model.addPack(named: new.name, photos: try API.ids(new.photos ?? []))
            return API.answer(KeptPack(pack), .created)
        }
        router.addAPI(.get, "\(Self.path)/{id}") { _, parameters in
            API.answer(KeptPack(try await model.pack(try Self.id(parameters))))
        }
        router.addAPI(
            .patch, "\(Self.path)/{id}", body: .read, maximumBodyBytes: API.bytesOfIDs
        ) { request, parameters in
            let change = try request.decoded(as: PackChange.self).change
            return API.answer(KeptPack(try await model.changePack(try Self.id(parameters), change)))
        }
        router.addAPI(.delete, "\(Self.path)/{id}") { _, parameters in
            try await model.removePack(try Self.id(parameters))
            return HTTPResponse(.noContent)
        }
        router.addAPI(.post, "\(Self.path)/{id}/restore") { _, parameters in
            API.answer(KeptPack(try await model.restorePack(try Self.id(parameters))))
        }
    }

    private static func id(_ parameters: RouteParameters) throws -> PackID {
        guard let id = PackID(parameters["id"]) else {
            throw HTTPError.notFound("\(parameters["id"]) is not a pack's id: 16 hexadecimal digits")
        }
        return id
    }
}

/// A pack that is to be made.
private struct NewPack: RequestBody {
    let name: String
    let photos: [String]?

    enum CodingKeys: String, CodingKey, CaseIterable { case name, photos }

    static let example = #"{"name":"Cats","photos":["…"]}"#
}

/// What is to change of a pack: what is missing stays, and `null` takes the chosen cover away.
private struct PackChange: RequestBody {
    let change: LibraryPackChange

    enum CodingKeys: String, CodingKey, CaseIterable { case name, add, remove, order, cover }

    static let example = #"{"name":"Cats","add":["…"],"remove":["…"],"order":["…"],"cover":"…"}"#

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func id(_ text: String, _ key: CodingKeys) throws -> PhotoID {
            guard let id = PhotoID(text) else {
                throw values.refused(key, "\(text) is not a photo's id: 64 hexadecimal digits")
            }
            return id
        }
        func ids(_ key: CodingKeys) throws -> [PhotoID] {
            guard values.contains(key) else { return [] }
            return try values.decode([String].self, forKey: key).map { try id($0, key) }
        }
        var change = LibraryPackChange()
        if values.contains(.name) { change.name = try values.decode(String.self, forKey: .name) }
        (change.added, change.removed, change.order) = (try ids(.add), try ids(.remove), try ids(.order))
        if values.contains(.cover) {
            change.cover = .some(
                try values.decodeIfPresent(String.self, forKey: .cover).map { try id($0, .cover) })
        }
        self.change = change
    }
}
