import FoundationEssentials
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

extension StudioRoutesTests {
    @Test func everyRouteIsDescribedAndEveryDescriptionIsARoute() async throws {
        let bench = try await StudioBench()
        let router = try bench.routes().router
        let pages = Set(router.routes.map(\.pattern.description).filter { !$0.hasPrefix("/api") })
            .subtracting(["/health", "/ready"])
        let routes = router.routes.filter { !pages.contains($0.pattern.description) }
            .map { "\($0.method.rawValue.lowercased()) \($0.pattern)" }
        #expect(routes.sorted() == OpenAPI.operations.map { "\($0.method) \($0.path)" }.sorted())
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(OpenAPI.document))
        guard case .object(let top) = document, case .object(let paths)? = top["paths"] else {
            Issue.record("no paths")
            return
        }
        #expect(top["openapi"] == .string("3.1.0"))
        #expect(Set(paths.keys) == Set(OpenAPI.operations.map(\.path)))
        // Whatever is referred to is there.
        let text = String(decoding: OpenAPI.document, as: UTF8.self)
        for part in text.split(separator: "#/components/schemas/").dropFirst() {
            #expect(text.contains("\"\(part.prefix { $0.isLetter })\":{\"type\""))
        }
    }
}
