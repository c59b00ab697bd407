package import Files
package import HTTPMessages

/// Routes, checks for every request before one of them is chosen, and fields for every answer. It is a pure function of
/// a request and needs no socket: ``HTTPService/answer(_:)``.
///
/// A path without a route is answered 404, and one whose routes have other methods 405, with their names. `HEAD` is
/// `GET` without the body, and `OPTIONS` names the methods. Of two matching routes, the one with a name where the other
/// has braces is used.
package struct Router: Sendable {
    /// The routes in the order in which they were added, to be compared with a description of the API.
    package private(set) var routes: [Route] = []
    /// The fields that each answer gets if it does not have them.
    package var responseFields: HTTPFields
    /// The largest body of a route that sets no limit of its own.
    package let defaultMaximumBodyBytes: Int
    private var prechecks: [Route.Precheck] = []

    package init(defaultMaximumBodyBytes: Int = 1 << 20, responseFields: HTTPFields = SecurityHeaders().fields) {
        self.defaultMaximumBodyBytes = defaultMaximumBodyBytes
        self.responseFields = responseFields
    }

    /// Adds a check of every request's header fields, before its path is looked at. Checks run in order, and the first
    /// that answers refuses the request.
    package mutating func addPrecheck(_ precheck: @escaping Route.Precheck) {
        prechecks.append(precheck)
    }

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - path: see ``RoutePattern/init(_:)``.
    ///   - maximumBodyBytes: of this route, instead of ``defaultMaximumBodyBytes``.
    ///   - bodyFolder: where bodies are written while they come: ``HTTPRequest/bodyFile``. `nil` keeps them in memory.
    ///   - precheck: judges a request for this route after those for all.
    /// - Precondition: no route with that method matches the same paths.
    package mutating func add(
        _ method: HTTPMethod, _ path: String, maximumBodyBytes: Int? = nil, bodyFolder: FilePath? = nil,
        precheck: Route.Precheck? = nil, _ handler: @escaping Route.Handler
    ) {
        let pattern = RoutePattern(path)
        precondition(
            !routes.contains { $0.method == method && $0.pattern.hasShape(of: pattern) },
            "\(method) \(path) is there already")
        routes.append(
            Route(
                method: method, pattern: pattern, maximumBodyBytes: maximumBodyBytes ?? defaultMaximumBodyBytes,
                bodyFolder: bodyFolder, precheck: precheck, handler: handler))
    }

    private enum Choice {
        case route(Route, RouteParameters)
        case methods(String)
        case none
    }

    private func choice(for request: HTTPRequest) -> Choice {
        var chosen: (route: Route, parameters: RouteParameters)?
        var methods: Set<String> = []
        let wanted = request.method == .head ? .get : request.method
        for route in routes {
            guard let parameters = route.pattern.match(request.segments) else { continue }
            methods.insert(route.method.rawValue)
            let isWanted = route.method == wanted || route.method == request.method
            guard isWanted, chosen.map({ route.pattern.precedes($0.route.pattern) }) ?? true else { continue }
            chosen = (route, parameters)
        }
        if let chosen { return .route(chosen.route, chosen.parameters) }
        if methods.isEmpty { return .none }
        if methods.contains("GET") { methods.insert("HEAD") }
        return .methods(methods.union(["OPTIONS"]).sorted().joined(separator: ", "))
    }

    private static func refusal(_ choice: Choice, _ request: HTTPRequest) -> HTTPResponse? {
        switch choice {
        case .route: nil
        case .none: HTTPResponse(.notFound("there is nothing at \(request.path)"))
        case .methods(let methods) where request.method == .options:
            HTTPResponse(.noContent, fields: ["Allow": methods])
        case .methods(let methods):
            HTTPResponse(
                HTTPError(
                    .methodNotAllowed, code: "methodNotAllowed", "\(request.path) takes \(methods)",
                    fields: ["Allow": methods]))
        }
    }
}

extension Router: HTTPService {
    package func admission(of request: HTTPRequest) -> Admission {
        for precheck in prechecks {
            if let refusal = precheck(request) { return .refused(refusal) }
        }
        let choice = choice(for: request)
        guard case .route(let route, _) = choice else {
            return Self.refusal(choice, request).map { .refused($0) } ?? .accepted(maximumBodyBytes: 0)
        }
        if let refusal = route.precheck?(request) { return .refused(refusal) }
        return .accepted(maximumBodyBytes: route.maximumBodyBytes, bodyFolder: route.bodyFolder)
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        let choice = choice(for: request)
        guard case .route(let route, let parameters) = choice else {
            return Self.refusal(choice, request) ?? HTTPResponse(.noContent)
        }
        do {
            return try await route.handler(request, parameters)
        } catch {
            return HTTPResponse(error)
        }
    }

    package func finish(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        response.finished(for: request, adding: responseFields)
    }
}
