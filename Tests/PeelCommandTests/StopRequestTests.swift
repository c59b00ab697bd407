import Testing

@testable import PeelCommand

struct StopRequestTests {
    @Test func beforeWorkItEndsAtOnce() {
        let ends = Recorded<Void>()
        let stop = StopRequest { ends.append(()) }
        stop.request()
        #expect(ends.all.count == 1)
    }

    @Test func duringWorkTheFirstIsNotedAndTheSecondEnds() {
        let ends = Recorded<Void>()
        let notes = Recorded<Void>()
        let stop = StopRequest { ends.append(()) }
        stop.beginWork { notes.append(()) }
        #expect(!stop.isRequested)
        stop.request()
        #expect(stop.isRequested)
        #expect(notes.all.count == 1)
        #expect(ends.all.isEmpty)
        stop.request()
        #expect(ends.all.count == 1)
        #expect(notes.all.count == 1)
    }

    @Test func afterWorkItEndsAtOnceAgain() {
        let ends = Recorded<Void>()
        let stop = StopRequest { ends.append(()) }
        stop.beginWork()
        stop.endWork()
        stop.request()
        #expect(ends.all.count == 1)
    }
}
