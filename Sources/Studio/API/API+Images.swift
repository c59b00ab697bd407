import Execution
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import StickerPacks

extension API {
    /// An image whose address has its revision never changes.
    static var forEver: HTTPFields { ["Cache-Control": "private, max-age=31536000, immutable"] }
    /// An image whose address says what it shows.
    static var forAnHour: HTTPFields { ["Cache-Control": "private, max-age=3600"] }
    /// The browser asks each time whether it still has the newest.
    static var asked: HTTPFields { ["Cache-Control": "no-cache"] }
    private static let previewSides = 16...4096

    static func noSticker(of photo: SelectedPhoto) -> HTTPError {
        guard case .invalid(let failure) = photo.state else {
            return .notFound("the photo \(photo.name) has no sticker yet")
        }
        return .notFound("the photo \(photo.name) became no sticker: \(failure.message)")
    }

    static func previewSide(_ request: HTTPRequest) throws -> Int {
        let side = request.query("side").map { Int($0) ?? -1 } ?? 1280
        guard previewSides.contains(side) else { throw HTTPError.badRequest("side must be 16 to 4096 pixels") }
        return side
    }

    /// Of a clip's frame, in milliseconds; `nil` where none is named.
    static func frameTime(_ request: HTTPRequest) throws -> Int? {
        guard let time = request.query("time").map({ Int($0) ?? -1 }) else { return nil }
        guard (0...ClipPartChange.latest).contains(time) else {
            throw HTTPError.badRequest("time must be 0 to \(ClipPartChange.latest) milliseconds")
        }
        return time
    }

    /// RFC 6266: a plain name for old programs, the real one percent-encoded.
    static func attachment(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && !"\"\\%/;".unicodeScalars.contains(scalar)
                ? Character(scalar) : "_"
        }
        let hexDigits = Array("0123456789ABCDEF")
        let encoded = name.utf8.map { byte in
            (byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber))
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                ? String(UnicodeScalar(byte)) : "%\(hexDigits[Int(byte >> 4)])\(hexDigits[Int(byte & 15)])"
        }
        return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(encoded.joined())"
    }
}

extension StudioImages {
    func previewResponse(of id: PhotoID, _ data: [UInt8], side: Int) async throws -> HTTPResponse {
        do {
            return await previewResponse(of: id, picture: try await preview(of: data, side: side), side: side)
        } catch {
            throw HTTPError(.unprocessableContent, code: "notAPhoto", "\(error)")
        }
    }

    /// Of a clip, its first frame.
    func previewResponse(of id: PhotoID, _ movie: ClipFile, side: Int) async throws -> HTTPResponse {
        do {
            let frame = try await movie.firstFrame(side: side)
            let bytes = try await executor.run { try ImageEncoder(.webp(quality: 85)).encode(frame) }
            return await previewResponse(of: id, picture: bytes, side: side)
        } catch {
            throw HTTPError(.unprocessableContent, code: "notAPhoto", "\(error)")
        }
    }

    private func previewResponse(of id: PhotoID, picture bytes: [UInt8], side: Int) async -> HTTPResponse {
        var fields = API.forEver
        // The same photo and side give the same bytes: a part of them fits what came before.
        fields["ETag"] = "\"\(id.text.prefix(16))-\(side)\""
        return await response(bytes, type: "image/webp", fields)
    }
}
