import Glibc
import HTTPServing
import Peel
import Synchronization

/// What a worker does, counted, as Prometheus reads it (text format, version 0.0.4). From any thread.
final class WorkerMetrics: Sendable {
    private struct State {
        var photos: [String: Int] = [:]
        var failures: [String: Int] = [:]
        var seconds: [String: Double] = [:]
        var photoCount = 0
    }

    /// Further reasons are counted together.
    private static let mostReasons = 50
    private static let longestReason = 120

    private let part: String
    private let state = Mutex(State())

    /// - Parameter part: a label of each line; empty for a manifest that is worked on as a whole.
    init(part: String?) {
        self.part = part ?? ""
    }

    /// Notes how many photos the part has.
    func begin(photoCount: Int) {
        state.withLock { $0.photoCount = photoCount }
    }

    /// Counts a photo.
    func count(_ report: PartWorker.Report) {
        let status =
            switch report.photo.outcome {
            case .made: "made"
            case .kept: "kept"
            case .leftOut: "leftOut"
            case .failed: report.isRecorded ? "failed" : "unrecorded"
            }
        state.withLock { state in
            state.photos[status, default: 0] += 1
            for timing in report.photo.timings {
                state.seconds[timing.stage, default: 0] += timing.duration / .seconds(1)
            }
            if case .failed(let reason) = report.photo.outcome {
                let reason = Self.label(reason)
                let isKnown = state.failures[reason] != nil || state.failures.count < Self.mostReasons
                state.failures[isKnown ? reason : "other", default: 0] += 1
            }
        }
    }

    /// A reason without its numbers: sizes and limits would make each a label of its own.
    private static func label(_ reason: String) -> String {
        var label = ""
        for character in reason.prefix(longestReason) {
            if character.isNumber {
                if label.last != "#" { label += "#" }
            } else {
                label.append(character)
            }
        }
        return label
    }

    /// All lines, in a fixed order.
    var text: String {
        let state = state.withLock { $0 }
        var text = metric(
            "peel_part_photos", "gauge", help: "Photos in the part.",
            values: [("", "", Double(state.photoCount))])
        text += metric(
            "peel_photos_total", "counter", help: "Finished photos, by status.",
            values: ["made", "kept", "leftOut", "failed", "unrecorded"].map {
                ("status", $0, Double(state.photos[$0] ?? 0))
            })
        text += metric(
            "peel_failures_total", "counter", help: "Photos without a sticker, by reason.",
            values: state.failures.sorted { $0.key < $1.key }.map { ("reason", $0.key, Double($0.value)) })
        text += metric(
            "peel_stage_seconds_total", "counter",
            help: "Seconds of work by stage, summed over all photos.",
            values: state.seconds.sorted { $0.key < $1.key }.map { ("stage", $0.key, $0.value) })
        let memory = Self.residentBytes.map { [("", "", Double($0))] } ?? []
        return text
            + metric("process_resident_memory_bytes", "gauge", help: "Resident memory of the worker.", values: memory)
    }

    private func metric(
        _ name: String, _ type: String, help: String, values: [(label: String, value: String, number: Double)]
    ) -> String {
        guard !values.isEmpty else { return "" }
        var text = "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for (label, value, number) in values {
            let own = label.isEmpty ? "" : ",\(label)=\"\(Self.escaped(value))\""
            let digits = Int(exactly: number).map { String($0) } ?? String(number)
            text += "\(name){part=\"\(Self.escaped(part))\"\(own)} \(digits)\n"
        }
        return text
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// `nil` where the system does not say.
    private static var residentBytes: Int? {
        guard let bytes = try? FilePath("/proc/self/statm").readBytes(limit: 4096) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }
}

/// Where a worker's metrics are served.
struct MetricsAddress: Equatable, Sendable {
    var host: String
    var port: UInt16

    /// Reads `HOST:PORT`, `[::1]:PORT` or `PORT`, which only this machine can reach.
    init(_ text: String) throws {
        let colon = text.lastIndex(of: ":")
        let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
        var host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard let port = UInt16(digits), ServerAddress.isLoopback(host) != nil else {
            throw UsageError("--metrics takes ADDRESS:PORT with an address in digits, or a port, not '\(text)'")
        }
        self.host = host
        self.port = port
    }

    /// Serves the metrics at `/metrics` from now on.
    @concurrent
    func serve(_ metrics: WorkerMetrics) async throws -> HTTPServer {
        var router = Router()
        router.add(.get, "/metrics") { _, _ in
            HTTPResponse(type: "text/plain; version=0.0.4; charset=utf-8", Array(metrics.text.utf8))
        }
        do {
            return try HTTPServer(host: host, port: port) { [router] _ in router }
        } catch {
            throw CommandFailure("--metrics: \(error)", isTemporary: error.code == .addressInUse)
        }
    }
}
