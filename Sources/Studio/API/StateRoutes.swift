import HTTPMessages
import HTTPServing
import Profiling
import StudioPages

/// What the studio shows as a whole, and whether it is there.
struct StateRoutes: RouteCollection {
    let events: EventLog
    let maker: StickerMakerProvider

    func add(to router: inout Router) {
        router.addAPI(.get, "/health") { _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
        router.addAPI(.get, "/ready") { _, _ in
            _ = try maker.ready()
            return .json(Array(#"{"status":"ready"}"#.utf8))
        }
        router.addAPI(.get, "/api/v1/state") { _, _ in
            let (snapshot, id) = await events.state()
            var answer = HTTPResponse.json(Trace.span("write JSON") { SnapshotWriter.bytes(snapshot) })
            answer.fields["Last-Event-ID"] = id
            return answer
        }
        router.addAPI(.get, "/api/v1/events", query: ["after"]) { request, _ in
            let after = request.query("after")
            // A browser that reconnects names the newest in the field, and asks for the address of before.
            return .events(events.events(after: request.lastEventID ?? after, asksForState: after != nil))
        }
        router.addAPI(.get, "/api/v1/openapi.json") { _, _ in .json(StudioAPIDescription.json) }
    }
}
