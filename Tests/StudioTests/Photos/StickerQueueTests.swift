import Testing

@testable import Studio

/// One after the other, as they happen in a studio.
struct StickerQueueTests {
    private typealias Queue = StickerQueue<Character>

    private func queue(_ ids: String, places: Int = 2) -> Queue {
        var queue = Queue(places: places)
        for id in ids { queue.note(id, .open) }
        return queue
    }

    @Test func aPhotoThatTwoWantIsWorkedOnOnce() {
        var queue = queue("a")
        #expect(queue.want("a", .near) == [.start("a")])
        #expect(queue.want("a", .name) == [])
        #expect(queue.leave("a", .near) == [])
        queue.note("a", .done)
        #expect(queue.ended("a") == [])
        #expect(queue.want("a", .near) == [])
        #expect(!queue.holds("a"))
    }

    @Test func theLastWhoLeavesCancelsIt() {
        var queue = queue("a")
        _ = queue.want("a", .name)
        _ = queue.want("a", .near)
        _ = queue.want("a", .near)
        #expect(queue.leave("a", .name) == [])
        #expect(queue.leave("a", .near) == [])
        #expect(queue.leave("a", .near) == [.cancel("a")])
        // Who comes before the end of what was cancelled is served then.
        #expect(queue.want("a", .name) == [])
        #expect(queue.ended("a") == [.start("a")])
        #expect(queue.evicts("a"))
    }

    @Test func photosTakeTheirTurnsInTheOrderInWhichTheyWereAskedFor() {
        var queue = queue("abcd", places: 1)
        #expect(queue.want("a", .name) == [.start("a")])
        #expect(queue.want("b", .near) == [])
        #expect(queue.want("c", .name) == [])
        #expect(queue.leaveNear() == [])
        queue.note("a", .invalid)
        #expect(queue.ended("a") == [.start("c")])
        #expect(!queue.holds("b"))
    }

    @Test(arguments: [false, true]) func anEditGoesOnWhoeverLeaves(afterARemoval isRestored: Bool) {
        var queue = queue("a")
        queue.note("a", .done)
        #expect(queue.want("a", .edit) == [.start("a")])
        if isRestored {
            #expect(queue.remove("a") == [.cancel("a")])
            // Restored before the end of what was cancelled, with an edit that was not rendered.
            queue.note("a", .done)
            #expect(queue.want("a", .edit) == [])
            #expect(queue.ended("a") == [.start("a")])
            // Of an edit that comes while it is in work, the work itself takes note.
            #expect(queue.want("a", .edit) == [])
        }
        #expect(queue.evicts("a"))
        #expect(queue.leaveNear() == [])
        #expect(queue.ended("a") == [])
        #expect(!queue.holds("a"))
    }

    @Test func anEditKeepsWhatWasOnlyNear() {
        var queue = queue("a")
        #expect(queue.want("a", .near) == [.start("a")])
        #expect(queue.want("a", .edit) == [])
        #expect(queue.leaveNear() == [])
    }

    @Test func whatIsRemovedIsNotMadeForAnybody() {
        var queue = queue("ab", places: 1)
        _ = queue.want("a", .name)
        _ = queue.want("b", .name)
        #expect(queue.remove("b") == [])
        #expect(!queue.holds("b"))
        #expect(queue.remove("a") == [.cancel("a")])
        #expect(queue.ended("a") == [])
        #expect(!queue.holds("a"))
        #expect(queue.want("a", .name) == [])
    }

    @Test func whatAPersonStopsIsWantedByNobody() {
        var queue = queue("abc", places: 1)
        _ = queue.startBatch()
        #expect(queue.refillBatch(Array("abc")) == [.start("a")])
        _ = queue.want("a", .near)
        _ = queue.want("a", .name)
        // "Make all" goes on with the others.
        #expect(queue.stop("a") == [.cancel("a")])
        #expect(queue.stop("c") == [])
        #expect(queue.progress == .init(total: 1, running: true))
        #expect(queue.ended("a") == [.start("b")])
        #expect(!queue.holds("a"))
        #expect(queue.stop("b") == [.cancel("b"), .refillBatch])
    }

    @Test func allAreMadeAFewAtOnceAndOthersFindPlacesBetweenThem() {
        var queue = queue("abcde", places: 2)
        queue.note("b", .invalid)
        #expect(queue.startBatch() == [.refillBatch])
        #expect(queue.refillBatch(Array("abcde")) == [.start("a"), .start("c")])
        #expect(queue.startBatch() == [])
        #expect(queue.want("e", .near) == [])
        #expect(queue.progress == .init(total: 4, running: true))
        queue.note("a", .done)
        // The photo that came near is before the rest of "make all".
        #expect(queue.ended("a") == [.start("e")])
        queue.note("e", .done)
        #expect(queue.ended("e") == [.start("d")])
        queue.note("d", .invalid)
        #expect(queue.ended("d") == [])
        #expect(queue.remove("c") == [.cancel("c")])
        #expect(queue.ended("c") == [.refillBatch])
        #expect(queue.progress == .init(total: 3, finished: 3, failed: 1, running: true))
        queue.note("f", .open)
        #expect(queue.refillBatch(Array("abdef")) == [.start("f")])
        queue.note("f", .done)
        #expect(queue.ended("f") == [.refillBatch])
        #expect(queue.refillBatch(Array("abdef")) == [])
        #expect(queue.progress == .init(total: 4, finished: 4, failed: 1, running: false))
    }

    /// Upper case: clips.
    private func mixed(_ ids: String, places: Int) -> Queue {
        var queue = Queue(places: places)
        for id in ids {
            if id.isUppercase { queue.noteClip(id) }
            queue.note(id, .open)
        }
        return queue
    }

    @Test func oneClipAtATimeIsInWorkAndHoldsUpNoPhoto() {
        var queue = mixed("ABcd", places: 1)
        #expect(queue.want("A", .name) == [.start("A")])
        #expect(queue.want("B", .name) == [])
        #expect(queue.want("c", .near) == [.start("c")])
        #expect(queue.want("d", .near) == [])
        queue.note("c", .done)
        #expect(queue.ended("c") == [.start("d")])
        // One that was cancelled keeps its place until it has ended.
        #expect(queue.leave("A", .name) == [.cancel("A")])
        #expect(queue.ended("A") == [.start("B")])
    }

    @Test func clipsOfABatchLeaveThePlacesToPhotos() {
        var queue = mixed("ABCde", places: 1)
        _ = queue.startBatch()
        #expect(queue.refillBatch(Array("ABCde")) == [.start("A"), .start("d")])
        queue.note("d", .done)
        #expect(queue.ended("d") == [.start("e")])
        queue.note("A", .done)
        #expect(queue.ended("A") == [.start("B")])
        #expect(Set(queue.stopBatch()) == [.cancel("B"), .cancel("e")])
    }

    @Test func stoppingCancelsWhatNobodyElseWants() {
        var queue = queue("abc", places: 2)
        _ = queue.startBatch()
        _ = queue.refillBatch(Array("abc"))
        _ = queue.want("a", .name)
        #expect(queue.stopBatch() == [.cancel("b")])
        #expect(!queue.progress.running)
        #expect(queue.ended("b") == [])
    }

    @Test func closingBeginsNothingMoreAndLeavesWhatIsInWork() {
        var queue = queue("ab", places: 1)
        _ = queue.startBatch()
        _ = queue.refillBatch(Array("ab"))
        _ = queue.want("b", .name)
        queue.close()
        #expect(!queue.holds("b"))
        #expect(queue.want("b", .name) == [])
        queue.note("a", .done)
        #expect(queue.ended("a") == [.refillBatch])
        #expect(queue.progress.running)
        #expect(queue.refillBatch(Array("ab")) == [])
        #expect(!queue.progress.running)
    }
}
