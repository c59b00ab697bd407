/// A service in a folder of the server. The folder is removed from each path before the service sees it.
package struct MountedService: HTTPService {
    private let service: any HTTPService
    private let folder: [String]

    /// Serves another service below a folder.
    ///
    /// - Parameter folder: `/peel`; empty for the root.
    package init(_ service: any HTTPService, in folder: String) {
        self.service = service
        self.folder = folder.split(separator: "/").map(String.init)
    }

    package func admission(of request: HTTPRequest) -> Admission {
        if let inner = request.inside(folder) { return service.admission(of: inner) }
        guard let name = folder.last, request.segments == folder else {
            let place = "/\(folder.joined(separator: "/"))/"
            return .refused(HTTPResponse(.notFound("there is nothing at \(request.path), only in \(place)")))
        }
        // Without the slash, relative addresses would lead outside the folder.
        return .refused(.seeOther("\(name)/" + (request.rawQuery.map { "?\($0)" } ?? "")))
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let inner = request.inside(folder) else { return HTTPResponse(.notFound("there is nothing")) }
        return await service.respond(to: inner)
    }

    package func finish(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        service.finish(response, for: request)
    }
}

extension HTTPRequest {
    /// - Returns: the request as the folder sees it; `nil` for what lies elsewhere.
    fileprivate func inside(_ folder: [String]) -> HTTPRequest? {
        guard segments.count > folder.count, segments.starts(with: folder) else { return nil }
        var inner = self
        inner.segments.removeFirst(folder.count)
        return inner
    }
}
