/// The status of an answer (RFC 9110, 15).
package struct HTTPStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int

    /// Creates a status.
    ///
    /// - Precondition: 200…599. An answer that is only the first of several (1xx) is the server's own.
    package init(rawValue: Int) {
        precondition((200...599).contains(rawValue), "\(rawValue) is not a final status (200 to 599)")
        self.rawValue = rawValue
    }

    package static let ok = HTTPStatus(rawValue: 200)
    package static let created = HTTPStatus(rawValue: 201)
    package static let accepted = HTTPStatus(rawValue: 202)
    package static let noContent = HTTPStatus(rawValue: 204)
    package static let partialContent = HTTPStatus(rawValue: 206)
    package static let seeOther = HTTPStatus(rawValue: 303)
    package static let notModified = HTTPStatus(rawValue: 304)
    package static let badRequest = HTTPStatus(rawValue: 400)
    package static let unauthorized = HTTPStatus(rawValue: 401)
    package static let forbidden = HTTPStatus(rawValue: 403)
    package static let notFound = HTTPStatus(rawValue: 404)
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    package static let conflict = HTTPStatus(rawValue: 409)
    package static let contentTooLarge = HTTPStatus(rawValue: 413)
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    package static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    package static let misdirectedRequest = HTTPStatus(rawValue: 421)
    package static let unprocessableContent = HTTPStatus(rawValue: 422)
    package static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
    package static let internalServerError = HTTPStatus(rawValue: 500)
    package static let notImplemented = HTTPStatus(rawValue: 501)
    package static let badGateway = HTTPStatus(rawValue: 502)
    package static let serviceUnavailable = HTTPStatus(rawValue: 503)
    package static let insufficientStorage = HTTPStatus(rawValue: 507)

    /// Whether such an answer never has a body.
    package var hasNoBody: Bool { self == .noContent || self == .notModified }

    package var description: String { String(rawValue) }
}
