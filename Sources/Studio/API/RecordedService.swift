import HTTPServing
import Profiling

/// A service whose requests are in the trace, each with what it does on the main actor and elsewhere.
struct RecordedService: HTTPService {
    let service: any HTTPService
    let trace: TraceFile

    func admission(of request: HTTPRequest) -> Admission { service.admission(of: request) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await Trace.recording(to: trace) {
            await Trace.request("\(request.method.rawValue) \(request.path)") { await service.respond(to: request) }
        }
    }

    func finish(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        service.finish(response, for: request)
    }
}
