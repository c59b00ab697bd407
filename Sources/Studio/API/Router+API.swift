import Files
import HTTPMessages
import HTTPServing

extension Router {
    enum APIBody {
        /// None, or an object without names.
        case none
        /// JSON, a form or a file, which the handler reads.
        case read
        /// A file that is written into this folder while it comes.
        case stored(in: FilePath)
    }

    /// Adds a route of the API. Names in the query that it does not know are refused before the body is read, and so
    /// are names that come twice. A route without a body refuses one, but for `{}`.
    mutating func addAPI(
        _ method: HTTPMethod, _ path: String, query: Set<String> = [], body: APIBody = .none,
        maximumBodyBytes: Int? = nil,
        _ handler: @escaping @Sendable (HTTPRequest, RouteParameters) async throws -> HTTPResponse
    ) {
        var folder: FilePath?
        if case .stored(let place) = body { folder = place }
        add(
            method, path, maximumBodyBytes: maximumBodyBytes, bodyFolder: folder,
            precheck: { request in
                do throws(HTTPError) {
                    try API.refuseForm(request)
                    try API.refuseUnknown(Set(request.query.map(\.name)), known: query, in: "the query")
                    for name in query where request.query.count(where: { $0.name == name }) > 1 {
                        throw .badRequest("the query has \(name) more than once")
                    }
                    return nil
                } catch {
                    return HTTPResponse(error)
                }
            },
            { request, parameters throws(HTTPError) in
                if case .none = body, !request.body.isEmpty {
                    guard let names = JSONReading.names(in: request.body) else {
                        throw .badRequest("\(method) \(request.path) takes no body")
                    }
                    try API.refuseUnknown(names, known: [], in: "the body")
                }
                do {
                    return try await handler(request, parameters)
                } catch {
                    throw HTTPError(error)
                }
            })
    }
}

extension API {
    /// A photo in a form has lines around it, which would make it a damaged one.
    ///
    /// - Throws: 415 that says how a file is sent.
    static func refuseForm(_ request: HTTPRequest) throws(HTTPError) {
        guard request.fields["Content-Type"]?.lowercased().hasPrefix("multipart/") == true else { return }
        throw HTTPError(
            .unsupportedMediaType, code: "form",
            "send the file itself as the body, not a form: curl --data-binary @FILE in place of -F")
    }

    /// - Throws: 400 `unknownKey` that names what is not known and what is.
    static func refuseUnknown(_ names: Set<String>, known: Set<String>, in place: String) throws(HTTPError) {
        guard let unknown = unknownName(among: names, known: known) else { return }
        let advice = known.isEmpty ? "takes no names here" : "takes \(known.sorted().joined(separator: ", "))"
        throw HTTPError(.badRequest, code: "unknownKey", "\(place) has \"\(unknown)\"; this request \(advice)")
    }
}
