import HTTPMessages
import Testing

@testable import HTTPServing
@testable import Studio

/// The routes, each request and each answer held against `openapi.json`: what a test sees of the API is what is
/// described.
struct DescribedService: HTTPService {
    let router: Router
    private let description = APIDescription.served

    func admission(of request: HTTPRequest) -> Admission {
        let admission = router.admission(of: request)
        if case .refused(let response) = admission { check(response, to: request) }
        return admission
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let response = await router.respond(to: request)
        check(response, to: request)
        return response
    }

    func finish(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        router.finish(response, for: request)
    }

    private func check(_ response: HTTPResponse, to request: HTTPRequest) {
        guard let operation = description.operation(request.method, request.path) else { return }
        let status = response.status.rawValue
        var body: [UInt8]?
        if case .bytes(let bytes) = response.body { body = bytes }
        let wrong = description.problems(
            ofStatus: status, type: response.fields["Content-Type"], body: body, operation)
        if !wrong.isEmpty {
            Issue.record("\(request.method.rawValue) \(request.path) answered \(status): \(wrong)")
        }
        guard status < 300 else { return }
        let asked = description.problems(of: request, operation)
        if !asked.isEmpty {
            Issue.record(
                "\(request.method.rawValue) \(request.path) was taken, and the description refuses it: \(asked)")
        }
    }
}

extension StudioRoutes {
    /// What tests ask: the router, with the description beside it.
    var described: DescribedService { DescribedService(router: router) }
}
