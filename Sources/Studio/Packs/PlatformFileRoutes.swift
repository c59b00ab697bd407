import Execution
import Files
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import StickerPacks

/// Single stickers that move, each in the format of a platform.
struct PlatformFileRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    /// One at a time is encoded: its pictures take as much memory as many stickers.
    let gate: RequestGate

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/photos/{id}/for/{target}", query: ["r"]) { request, parameters in
            let photo = try await photos.photo(parameters)
            let (target, rules) = try Self.target(parameters["target"])
            guard case .done(let facts) = photo.state else { throw API.noSticker(of: photo) }
            guard facts.living != nil else {
                throw HTTPError(
                    .conflict, code: "still", "\(photo.name) is not animated: make a pack, or use its sticker.png")
            }
            return try await gate.pass { try await answer(photo, target, rules, revision: request.query("r")) }
        }
    }

    private static func target(_ word: String) throws -> (PackTarget, LivingRules) {
        guard let target = PackTarget(rawValue: word), let rules = target.rules.living else {
            let words = PackTarget.allCases.filter { $0.rules.living != nil }.map(\.rawValue).joined(separator: ", ")
            throw HTTPError.notFound("no single animated sticker is made for \(word), only for \(words)")
        }
        return (target, rules)
    }

    /// - Parameter tries: a sticker that is made anew meanwhile has another file then, which is looked up again.
    private func answer(
        _ photo: SelectedPhoto, _ target: PackTarget, _ rules: LivingRules, revision: String?, tries: Int = 5
    ) async throws -> HTTPResponse {
        let name = MadeSticker.name(in: .webp)
        guard let sticker = try await photos.opened(name, of: photo.id, { $0 }) else {
            throw API.noSticker(of: photo)
        }
        let bytes: [UInt8]
        do {
            bytes = try await images.living(sticker.opened, rules)
        } catch {
            if tries > 1, error.isOfMissingFile {
                return try await answer(photo, target, rules, revision: revision, tries: tries - 1)
            }
            let isTooLarge = (error as? PackError)?.code == .doesNotFit
            throw HTTPError(.unprocessableContent, code: isTooLarge ? "doesNotFit" : "failed", "\(error)")
        }
        var fields = revision == String(sticker.revision) ? API.forEver : API.asked
        let stem = FilePath(photo.name).stem
        fields["Content-Disposition"] = API.attachment("\(stem)-\(target.rawValue).\(rules.format.pathExtension)")
        fields["ETag"] = "\"\(photo.id.text.prefix(16))-\(sticker.revision)-\(target.rawValue)\""
        return await images.response(bytes, type: rules.format.mediaType, fields)
    }
}

extension StudioImages {
    /// A sticker that moves, as a platform takes it.
    ///
    /// - Parameter file: an animated WebP.
    @concurrent
    fileprivate func living(_ file: FilePath, _ rules: LivingRules) async throws -> [UInt8] {
        try await executor.run {
            try await LivingEncoder(rules, executor: executor).bytes(
                ofFileAt: file, limit: limits.bytes, kept: packPictures)
        }
    }
}

extension LivingRules.Format {
    fileprivate var mediaType: String {
        switch self {
        case .webm: "video/webm"
        case .webp: "image/webp"
        case .apng: "image/apng"
        case .gif: "image/gif"
        }
    }
}
