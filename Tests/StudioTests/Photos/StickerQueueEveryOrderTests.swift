import Testing

@testable import Studio

/// Every order of events on a few photos, as far as a queue can get with them.
@Suite(.timeLimit(.minutes(10)))
struct StickerQueueEveryOrderTests {
    /// Two photos, or a photo and a clip.
    @Test(arguments: [(1, []), (2, []), (1, [1])] as [(Int, Set<Int>)])
    func noOrderOfEventsBreaksARule(_ places: Int, _ clips: Set<Int>) throws {
        let first = World(places: places, clips: clips)
        var seen: Set<World> = [first]
        var coming = [first]
        while let world = coming.popLast() {
            for event in world.events {
                var next = world
                try world.explaining(event) { () throws in try next.apply(event) }
                guard seen.insert(next).inserted else { continue }
                try world.explaining(event, next.check)
                coming.append(next)
            }
        }
        // All of them, or the test would say little.
        #expect(seen.count > 5_000, "\(seen.count) states")
    }
}

private struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// A queue, and what those around it know. Whatever the queue answers is done, and held against the rules.
private struct World: Hashable {
    typealias Client = StickerQueue<Int>.Client

    enum Event: Hashable {
        case want(Int, Client)
        case leave(Int, Client)
        case leaveNear
        case remove(Int)
        case add(Int)
        case end(Int, StickerQueue<Int>.Status)
        case startBatch
        case stopBatch
        case stop(Int)
        case close
    }

    private static let ids = [0, 1]
    private var queue: StickerQueue<Int>
    private var photos: Set<Int> = [0, 1]
    private var inWork: Set<Int> = []
    private var cancelled: Set<Int> = []
    private var near: Set<Int> = []
    private var named: Set<Int> = []
    /// Edited after the work on them was cancelled.
    private var editedSince: Set<Int> = []
    private let clips: Set<Int>

    init(places: Int, clips: Set<Int>) {
        self.clips = clips
        queue = StickerQueue(places: places)
        for id in Self.ids { note(id) }
    }

    private mutating func note(_ id: Int) {
        if clips.contains(id) { queue.noteClip(id) }
        queue.note(id, .open)
    }

    var events: [Event] {
        var events: [Event] = [.leaveNear, .startBatch, .stopBatch, .close]
        for id in Self.ids {
            if photos.contains(id) {
                events.append(.remove(id))
                if !near.contains(id) { events.append(.want(id, .near)) }
                // One photo that is named and edited, one that is not: that is enough to meet each other.
                if id == 0 { events += [.want(id, .name), .want(id, .edit)] }
            } else {
                events.append(.add(id))
            }
            events += [.leave(id, .near), .stop(id)]
            if id == 0 { events.append(.leave(id, .name)) }
            if inWork.contains(id) {
                events.append(.end(id, .open))
                if photos.contains(id) { events += [.end(id, .done), .end(id, .invalid)] }
            }
        }
        return events
    }

    /// Names what happened here before a rule was broken.
    func explaining(_ event: Event, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let broken as Broken {
            throw Broken(description: "\(broken) after \(event) in \(self)")
        }
    }

    mutating func apply(_ event: Event) throws {
        switch event {
        case .want(let id, let client):
            let isAnswered = queue.isClosed || queue.status(of: id) != .open
            switch client {
            case .near: if !isAnswered { near.insert(id) }
            case .name: if !isAnswered { named.insert(id) }
            case .edit: if cancelled.contains(id), !queue.isClosed { editedSince.insert(id) }
            }
            try perform(queue.want(id, client))
        case .leave(let id, let client):
            switch client {
            case .near: near.remove(id)
            case .name: named.remove(id)
            case .edit: break
            }
            try perform(queue.leave(id, client))
        case .leaveNear:
            near = []
            try perform(queue.leaveNear())
        case .remove(let id):
            photos.remove(id)
            near.remove(id)
            named.remove(id)
            editedSince.remove(id)
            try perform(queue.remove(id))
        case .add(let id):
            photos.insert(id)
            note(id)
        case .end(let id, let status):
            inWork.remove(id)
            cancelled.remove(id)
            if photos.contains(id) { queue.note(id, status) }
            if status != .open {
                near.remove(id)
                named.remove(id)
            }
            try perform(queue.ended(id))
            let isLost = editedSince.remove(id) != nil && !queue.isClosed && !queue.holds(id)
            if isLost { throw Broken(description: "the edit of \(id) is lost") }
        case .startBatch: try perform(queue.startBatch())
        case .stopBatch: try perform(queue.stopBatch())
        case .stop(let id):
            near.remove(id)
            named.remove(id)
            editedSince.remove(id)
            try perform(queue.stop(id))
            if queue.holds(id), !inWork.contains(id) { throw Broken(description: "\(id) waits") }
        case .close:
            queue.close()
            near = []
            named = []
        }
    }

    private mutating func perform(_ actions: [StickerQueue<Int>.Action]) throws {
        for action in actions {
            switch action {
            case .start(let id):
                guard inWork.insert(id).inserted else { throw Broken(description: "\(id) was begun twice") }
                if queue.isClosed { throw Broken(description: "\(id) was begun after the end") }
            case .cancel(let id):
                guard inWork.contains(id) else { throw Broken(description: "\(id) is not in work") }
                guard cancelled.insert(id).inserted else { throw Broken(description: "\(id) was cancelled twice") }
                guard !photos.contains(id) || !isWanted(id) else { throw Broken(description: "\(id) is wanted") }
            case .refillBatch: try perform(queue.refillBatch(Self.ids.filter(photos.contains)))
            }
        }
    }

    private func isWanted(_ id: Int) -> Bool {
        near.contains(id) || named.contains(id)
    }

    func check() throws {
        func hold(_ rule: Bool, _ description: @autoclosure () -> String) throws {
            if !rule { throw Broken(description: description()) }
        }
        func idlePlaces(ofClips isClip: Bool) -> Int {
            (isClip ? 1 : queue.places) - inWork.count { clips.contains($0) == isClip }
        }
        try hold(idlePlaces(ofClips: false) >= 0 && idlePlaces(ofClips: true) >= 0, "more in work than places")
        for id in Self.ids {
            let isIdle = idlePlaces(ofClips: clips.contains(id)) > 0
            let isWanted = isWanted(id)
            let isOpen = queue.status(of: id) == .open
            if isWanted, isOpen, !queue.isClosed {
                try hold(queue.holds(id), "\(id) is wanted and forgotten")
            }
            if isIdle, queue.holds(id) { try hold(inWork.contains(id), "\(id) waits beside a free place") }
            if inWork.contains(id), isWanted, isOpen, photos.contains(id), !cancelled.contains(id) {
                try hold(queue.holds(id), "\(id) is in work and not known")
            }
        }
        let progress = queue.progress
        try hold(progress.failed <= progress.finished && progress.finished <= progress.total, "\(progress)")
        try hold(progress.running == queue.hasBatch, "\(progress) and \(queue.hasBatch)")
        // The one that is never edited.
        if inWork.contains(1), !isWanted(1), !queue.hasBatch, !queue.isClosed {
            try hold(cancelled.contains(1), "1 is in work for nobody")
        }
        if queue.hasBatch {
            try hold(inWork.isEmpty == false, "a batch goes on without work")
        }
    }
}
