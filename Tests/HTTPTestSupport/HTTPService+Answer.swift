import Files
import HTTPMessages

@testable import HTTPServing

extension HTTPService {
    /// Answers a request in memory as a client sees it: no body for `HEAD`, but its length.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        var head = request
        head.body = []
        var response =
            switch admission(of: head) {
            case .refused(let response): response
            case .accepted(let limit, _) where request.body.count > limit:
                HTTPResponse(.bodyTooLarge(limit: limit))
            case .accepted(_, let folder?) where !request.body.isEmpty:
                await respond(to: request, storingBodyIn: folder)
            case .accepted: await respond(to: request)
            }
        response = finish(response, for: head)
        if request.method == .head {
            response.fields["Content-Length"] = response.body.count.map(String.init)
            response.body = .empty
        }
        return response
    }

    private func respond(to request: HTTPRequest, storingBodyIn folder: FilePath) async -> HTTPResponse {
        var stored = request
        stored.body = []
        do throws(FileError) {
            let file = try BodyFile(in: folder)
            try request.body.span.withUnsafeBytes { bytes throws(FileError) in try file.append(bytes) }
            stored.bodyFile = file
        } catch {
            return HTTPResponse(.bodyNotStored(error))
        }
        return await respond(to: stored)
    }
}
