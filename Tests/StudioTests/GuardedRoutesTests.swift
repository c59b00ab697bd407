import Files
import HTTPMessages
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// What every route of the API is behind, as the studio itself puts it there.
@MainActor
struct GuardedRoutesTests {
    private static let token = AccessToken()

    private func router(_ bench: StudioBench, hasToken: Bool) throws -> Router {
        var settings = Studio.Settings(library: FilePath("/nowhere"))
        if hasToken { settings.token = Self.token }
        let address = try #require(SocketAddress(host: "127.0.0.1", port: 4747))
        return Studio.guarded(
            try bench.routes().router, settings, ServerAddress(address, isSecure: false))
    }

    /// A request for each route of the API, with something in place of its parameters.
    private func requests(_ router: Router, _ fields: HTTPFields) throws -> [HTTPRequest] {
        var fields = fields
        fields["Host"] = "localhost:4747"
        let routes = router.routes.filter { $0.pattern.description.hasPrefix("/api/") }
        return try routes.map { route in
            let path = route.pattern.description.split(separator: "/")
                .map { $0.hasPrefix("{") ? "0123456789abcdef" : String($0) }.joined(separator: "/")
            return try HTTPRequest(route.method, "/\(path)", fields: fields)
        }
    }

    private func refusal(_ router: Router, _ request: HTTPRequest) -> HTTPStatus? {
        guard case .refused(let answer) = router.admission(of: request) else { return nil }
        return answer.status
    }

    @Test(arguments: [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] as [HTTPFields])
    func anotherSitesPageMayUseNoRoute(_ foreign: HTTPFields) async throws {
        let router = try router(try await StudioBench(), hasToken: false)
        let requests = try requests(router, foreign)
        #expect(requests.count { $0.path.hasPrefix("/api/v1/camera") && !$0.method.isSafe } >= 15)
        for request in requests {
            #expect(refusal(router, request) == .forbidden, "\(request.method.rawValue) \(request.path)")
        }
    }

    @Test func withoutTheTokenNoRouteIsUsed() async throws {
        let router = try router(try await StudioBench(), hasToken: true)
        for request in try requests(router, [:]) {
            #expect(refusal(router, request) == .unauthorized, "\(request.method.rawValue) \(request.path)")
        }
    }

    @Test func theOwnPageWithTheTokenMayUseAll() async throws {
        let router = try router(try await StudioBench(), hasToken: true)
        let own: HTTPFields = ["Origin": "http://localhost:4747", "Authorization": "Bearer \(Self.token.text)"]
        for request in try requests(router, own) {
            #expect(refusal(router, request) == nil, "\(request.method.rawValue) \(request.path)")
        }
    }
}
