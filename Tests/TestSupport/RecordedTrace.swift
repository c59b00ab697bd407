public import Files
import FoundationEssentials

/// A trace file, read again.
public struct RecordedTrace {
    public struct Event: Decodable {
        public struct Arguments: Decodable {
            public let name: String?
            public let photo: String?
            public let task: Int?
            public let parent: Int?
            public let reason: String?
            public let ms: Double?
            public let beats: Int?
            private let doing1: String?
            private let doing2: String?
            private let doing3: String?
            private let doing4: String?

            /// What the main actor was in during a hang, in the first samples of it.
            public var doing: [String] { [doing1, doing2, doing3, doing4].compactMap(\.self) }

            private enum CodingKeys: String, CodingKey {
                case name, photo, task, parent, reason, ms, beats
                case doing1 = "doing 1"
                case doing2 = "doing 2"
                case doing3 = "doing 3"
                case doing4 = "doing 4"
            }
        }

        public let name: String
        public let cat: String?
        public let ph: String
        public let pid: Int
        public let tid: Int
        /// In microseconds.
        public let ts: Double?
        public let dur: Double?
        public let id: Int?
        public let args: Arguments?

        public var begin: Double { ts ?? 0 }
        public var end: Double { begin + (dur ?? 0) }

        func holds(_ time: Double) -> Bool { begin <= time && time <= end }
    }

    public let events: [Event]

    /// - Throws: when it is not strictly JSON.
    public init(_ bytes: [UInt8]) throws {
        events = try JSONDecoder().decode([Event].self, from: Data(bytes))
    }

    public init(contentsOf path: FilePath) throws {
        try self.init(path.readBytes())
    }

    public var spans: [Event] { events.filter { $0.ph == "X" } }

    public func spans(of photo: String) -> [Event] { spans.filter { $0.args?.photo == photo } }

    /// What the threads are called.
    public var threads: [Int: String] {
        Dictionary(
            events.filter { $0.name == "thread_name" }.map { ($0.tid, $0.args?.name ?? "") }, uniquingKeysWith: { $1 })
    }

    /// Pairs of spans on one thread that overlap and neither holds the other: a viewer could not draw them.
    public var crossings: [(Event, Event)] {
        var crossings: [(Event, Event)] = []
        for (_, spans) in Dictionary(grouping: spans, by: \.tid) {
            var open: [Event] = []
            for span in spans.sorted(by: { ($0.begin, -$0.end) < ($1.begin, -$1.end) }) {
                open.removeAll { $0.end <= span.begin }
                for around in open where span.end > around.end { crossings.append((around, span)) }
                open.append(span)
            }
        }
        return crossings
    }

    /// Ends of arrows that lie in no span, or have no other end.
    public var looseArrows: [Event] {
        let ends = events.filter { $0.ph == "s" || $0.ph == "f" }
        let pairs = Dictionary(grouping: ends) { $0.id ?? -1 }
        return ends.filter { end in
            let pair = pairs[end.id ?? -1] ?? []
            let isPaired = pair.count == 2 && pair[0].ph != pair[1].ph
            return !isPaired || !spans.contains { $0.tid == end.tid && $0.holds(end.begin) }
        }
    }

    /// Tasks that began and did not end, or the other way round.
    public var looseTasks: [Event] {
        let ends = events.filter { $0.ph == "b" || $0.ph == "e" }
        let pairs = Dictionary(grouping: ends) { $0.id ?? -1 }
        return ends.filter { (pairs[$0.id ?? -1] ?? []).map(\.ph) != ["b", "e"] }
    }
}
