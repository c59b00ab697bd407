import Files
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// Stopped anywhere, the library opens again with a step either done or not begun, with all that was confirmed, and
/// without garbage.
@Suite struct CrashTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    /// Opens what a stopped run has left.
    ///
    /// - Parameter allowed: what may be in it.
    private func check(_ folder: FilePath, allowed: [CrashWorkload.LibraryState], _ comment: Comment) throws {
        let after: CrashWorkload.LibraryState
        do {
            let store = try LibraryStore(at: folder, limit: CrashWorkload.limit)
            after = try store.state()
            #expect(allowed.contains { $0 == restoringNames(after, from: $0) }, comment)
            #expect(try store.inconsistencies() == [], comment)
            // Nothing that the index knew was gone before the index forgot it.
            #expect(store.notes.filter { !$0.isHarmless } == [], comment)
            #expect(store.usage.total <= CrashWorkload.limit, comment)
        }
        // Putting things right is done once, and what was put right can be worked with.
        let store = try LibraryStore(at: folder, limit: CrashWorkload.limit)
        #expect(store.notes == [], comment)
        #expect(try store.state() == after, comment)
        #expect(try store.add([1, 2, 3], named: "new").isNew, comment)
        #expect(try folder.names().allSatisfy { !$0.description.contains("rebuilt") }, comment)
    }

    /// A photo that was taken in again has a name made of its id where the name was not kept with the file.
    private func restoringNames(
        _ found: CrashWorkload.LibraryState, from expected: CrashWorkload.LibraryState
    ) -> CrashWorkload.LibraryState {
        var found = found
        for (place, photo) in found.selection.enumerated() where photo.id.text.hasPrefix(photo.name) {
            if let name = expected.selection.first(where: { $0.id == photo.id })?.name {
                found.selection[place].name = name
            }
        }
        return found
    }

    /// The files as they are at that moment are what a program leaves that is killed then.
    @Test func stoppedAtEachPlaceOfEachStep() throws {
        let states = try CrashWorkload.states()
        let step = Mutex(0)
        let copies = Mutex<[(step: Int, point: FaultPoint, path: FilePath)]>([])
        let counter = FaultCounter()
        let folder = folder
        let place = temporary.path
        do {
            let handler = counter.handler { number, point in
                let copy = place.appending("copy-\(number)")
                do { try folder.copyTree(to: copy) } catch { Issue.record(error) }
                copies.withLock { $0.append((step.withLock { $0 }, point, copy)) }
            }
            let store = try LibraryStore(at: folder, limit: CrashWorkload.limit, fault: handler)
            for (number, run) in CrashWorkload.steps.enumerated() {
                step.withLock { $0 = number }
                try run(store)
            }
        }
        let found = copies.withLock { $0 }
        #expect(found.count > 50)
        for (step, point, path) in found {
            try check(path, allowed: [states[step], states[step + 1]], "\(point) in step \(step), \(path)")
        }
    }

    /// A step that has answered is there for good.
    @Test func stoppedBetweenTwoSteps() throws {
        let states = try CrashWorkload.states()
        let store = try LibraryStore(at: folder, limit: CrashWorkload.limit)
        for (number, run) in CrashWorkload.steps.enumerated() {
            try run(store)
            let copy = temporary.path.appending("copy-\(number)")
            try folder.copyTree(to: copy)
            try check(copy, allowed: [states[number + 1]], "after step \(number)")
        }
    }

    /// The same with a program that is really killed, at the first and at the last time it comes by.
    @Test(arguments: FaultPoint.allCases.filter { !$0.isInRebuild }, [false, true])
    func killedAtAnyPlace(_ point: FaultPoint, isLast: Bool) async throws {
        let states = try CrashWorkload.states()
        let counter = FaultCounter()
        do {
            let rehearsal = temporary.path.appending("rehearsal")
            let store = try LibraryStore(at: rehearsal, limit: CrashWorkload.limit, fault: counter.handler())
            for step in CrashWorkload.steps { try step(store) }
        }
        let hits = counter.all.enumerated().filter { $0.element == point }.map { $0.offset + 1 }
        let hit = try #require(isLast ? hits.last : hits.first)
        let steps = temporary.path.appending("steps")

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = folder.description as String, steps = steps.description as String, hit = hit as Int] in
            let handler = FaultCounter().handler { number, _ in
                if number == hit { kill(getpid(), SIGKILL) }
            }
            let store = try LibraryStore(at: FilePath(folder), limit: CrashWorkload.limit, fault: handler)
            for (number, step) in CrashWorkload.steps.enumerated() {
                try AtomicFile.write([UInt8(number)], to: FilePath(steps), durability: .deferred)
                try step(store)
            }
        }
        let step = Int((try? steps.readBytes())?.first ?? 0)
        try check(folder, allowed: [states[step], states[step + 1]], "\(point) in step \(step)")
    }

    /// A damaged index is made anew; stopped in there, it is made anew at the next start, or is there.
    @Test func stoppedAtEachPlaceWhileTheIndexIsMadeAnew() throws {
        do {
            let store = try LibraryStore(at: folder, limit: CrashWorkload.limit)
            for step in CrashWorkload.steps.prefix(9) { try step(store) }
        }
        let whole = try CrashWorkload.states()[9]
        try damageIndex(of: folder)
        let damaged = temporary.path.appending("damaged")
        try folder.copyTree(to: damaged)

        let copies = Mutex<[(point: FaultPoint, path: FilePath)]>([])
        let place = temporary.path
        let watched = folder
        let handler = FaultCounter().handler { number, point in
            let copy = place.appending("copy-\(number)")
            do { try watched.copyTree(to: copy) } catch { Issue.record(error) }
            copies.withLock { $0.append((point, copy)) }
        }
        do { _ = try LibraryStore(at: folder, limit: CrashWorkload.limit, fault: handler) }
        let found = copies.withLock { $0 }
        #expect(Set(found.map(\.point)).isSuperset(of: FaultPoint.allCases.filter(\.isInRebuild)))
        for (point, path) in found {
            // What was read of the damaged one is everything: only the version of its format was overwritten.
            try check(path, allowed: [whole], "\(point)")
            #expect(try path.names().contains("library.sqlite.damaged-1"), "\(point)")
            #expect(
                try path.appending("library.sqlite.damaged-1").readBytes()
                    == damaged.appending("library.sqlite").readBytes())
        }
    }
}

extension RecoveryNote {
    fileprivate var isHarmless: Bool {
        switch code {
        case .originalAdopted, .leftoversRemoved, .indexRebuilt: true
        case .originalDamaged, .originalMissing, .resultIncomplete: false
        }
    }
}

extension FaultPoint {
    var isInRebuild: Bool {
        [.rebuiltIndexWritten, .damagedIndexSetAside, .damagedLogSetAside, .rebuiltIndexNamed].contains(self)
    }
}
