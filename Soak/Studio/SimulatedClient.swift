import Glibc
import HTTPTestClient
import TestSupport

/// A client of the studio. It repeats what its kind does, with pauses, until the log says that the run is over. It
/// blocks its thread.
struct SimulatedClient {
    enum Kind: String, CaseIterable {
        case uploader, editor, viewer, worker, catalogReader, eventReader, slowReader, misbehaving, healthCheck
        case photographer, clipEditor, packMaker
    }

    let kind: Kind
    let api: StudioAPI
    let log: ClientLog
    let photos: SoakPhotos
    /// Movies of less than a second.
    let clips: [[UInt8]]
    var random: SeededGenerator
    /// The day of the catalog that it looks at.
    var day = "2025-06-10"
    /// The clip that it edits.
    var clip: String?
    /// The longest pause between two actions.
    let pause: Duration

    mutating func run() {
        while !log.isOver {
            do {
                try act()
            } catch let failure as RawClient.Failure {
                log.note("\(kind.rawValue)'s connection", 0, failure.reason)
            } catch {
                log.faults.add("\(kind.rawValue): \(error)")
            }
            rest(atMost: kind == .healthCheck ? .seconds(2) : pause)
        }
    }

    private mutating func act() throws {
        switch kind {
        case .uploader: try upload()
        case .editor: try edit()
        case .viewer: try view()
        case .worker: try work()
        case .catalogReader: try readCatalog()
        case .eventReader: try readEvents()
        case .slowReader: try readSlowly()
        case .misbehaving: try misbehave()
        case .photographer: try useCamera()
        case .clipEditor: try editClip()
        case .packMaker: try arrangePacks()
        case .healthCheck:
            let start = ContinuousClock.now
            let answer = try api.ask("GET", "/health")
            log.noteHealth(.now - start)
            log.note("health", answer.status, answer.text)
        }
    }

    mutating func rest(atMost most: Duration) {
        let microseconds = most / .microseconds(1)
        usleep(UInt32(Double.random(in: 0...microseconds, using: &random)))
    }

    /// Returns a photo that existed a moment ago, or an unknown id if there is none.
    mutating func someID() -> String {
        log.ids.randomElement(using: &random) ?? String(repeating: "0", count: 64)
    }

    /// Returns a few photos as ``someID()`` does, as JSON.
    mutating func someIDs(_ count: Int) -> String { Self.list(log.ids.shuffled(using: &random).prefix(count)) }

    static func list(_ ids: some Sequence<String>) -> String {
        "[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]"
    }

    @discardableResult
    func ask(_ what: String, _ method: String, _ path: String, json: String? = nil) throws -> RawClient.Answer {
        let answer = try api.ask(method, "/api/v1" + path, json.map { Array($0.utf8) })
        log.note(what, answer.status, answer.text)
        return answer
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
