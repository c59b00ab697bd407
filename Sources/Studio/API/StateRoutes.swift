import HTTPServing
import StudioPages
import Tracing

/// What the studio shows as a whole, and whether it is there.
struct StateRoutes: RouteCollection {
    let model: StickerViewModel
    let catalog: CatalogModel
    let events: EventLog
    let maker: ReadyMaker

    func add(to router: inout Router) {
        router.addAPI(.get, "/health") { _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
        router.addAPI(.get, "/ready") { _, _ in
            _ = try maker.ready()
            return .json(Array(#"{"status":"ready"}"#.utf8))
        }
        router.addAPI(.get, "/api/v1/state") { _, _ in
            let snapshot = await MainActor.run { Trace.span("snapshot") { StudioSnapshot(model, catalog) } }
            return .json(Trace.span("write JSON") { events.writer.bytes(snapshot) })
        }
        router.addAPI(.get, "/api/v1/events") { request, _ in .events(events.events(after: request.lastEventID)) }
        router.addAPI(.get, "/api/v1/openapi.json") { _, _ in .json(StudioAPIDescription.json) }
    }
}
