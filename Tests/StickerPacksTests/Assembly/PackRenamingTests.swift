import Files
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

/// A photo is known by its content: whatever it is called by now, its sticker is kept under the name that it has now.
@Suite struct PackRenamingTests {
    /// What the photos were called, and what they are called now. The names of stickers follow from those.
    struct Change: CustomTestStringConvertible {
        let testDescription: String
        let before: [(FilePath, String)]
        let after: [(FilePath, String)]
        /// The contents that are new.
        var new: [String] = []
    }

    static let changes = [
        Change(
            testDescription: "renamed", before: [("a.jpg", "a"), ("b.jpg", "b")],
            after: [("b.jpg", "b"), ("z.jpg", "a")]),
        Change(
            testDescription: "one added whose name shifts all others",
            before: [("1/p.jpg", "a"), ("2/p.jpg", "b"), ("3/p.jpg", "c")],
            after: [("0/p.jpg", "new"), ("1/p.jpg", "a"), ("2/p.jpg", "b"), ("3/p.jpg", "c")], new: ["new"]),
        Change(
            testDescription: "one taken away", before: [("1/p.jpg", "a"), ("2/p.jpg", "b"), ("3/p.jpg", "c")],
            after: [("2/p.jpg", "b"), ("3/p.jpg", "c")]),
        Change(
            testDescription: "exchanged", before: [("a.jpg", "a"), ("b.jpg", "b")],
            after: [("a.jpg", "b"), ("b.jpg", "a")]),
        Change(
            testDescription: "exchanged in a circle, and one new",
            before: [("a.jpg", "a"), ("b.jpg", "b"), ("c.jpg", "c")],
            after: [("a.jpg", "c"), ("b.jpg", "a"), ("c.jpg", "b"), ("d.jpg", "d")], new: ["d"]),
        Change(
            testDescription: "copied", before: [("a.jpg", "a")],
            after: [("a.jpg", "a"), ("b.jpg", "a"), ("c.jpg", "a")]),
        Change(
            testDescription: "one of two copies renamed", before: [("a.jpg", "a"), ("b.jpg", "a")],
            after: [("a.jpg", "a"), ("c.jpg", "a")]),
        Change(
            testDescription: "another one has the name now", before: [("a.jpg", "a")],
            after: [("a.jpg", "new"), ("b.jpg", "a")], new: ["new"]),
    ]

    /// From each place on, forwards and backwards: of up to three places these are all orders.
    private static func orders(_ count: Int) -> [[Int]] {
        let forwards = (0..<count).map { start in (0..<count).map { (start + $0) % count } }
        return forwards + forwards.map { $0.reversed() }
    }

    private func fresh(_ change: Change, instances: Int?) throws -> [FilePath: [UInt8]] {
        let fresh = PackFixture()
        try fresh.make(change.after.map(\.0), change.after.map(\.1), instances: instances)
        return try fresh.contents()
    }

    @Test(arguments: changes, [nil, 3])
    func inWhateverOrderPhotosAreReached(_ change: Change, _ instances: Int?) throws {
        let expected = try fresh(change, instances: instances)
        for order in Self.orders(change.after.count) {
            let fixture = PackFixture()
            try fixture.make(change.before.map(\.0), change.before.map(\.1), instances: instances)
            let writer = try fixture.writer(
                change.after.map(\.0), start: .resuming, numbersInstances: instances != nil)
            let done = try PackFixture.work(writer, change.after.map(\.1), instances: instances, order: order)
            try writer.finish()
            #expect(done.map { change.after[$0].1 } == change.new)
            #expect(try fixture.contents() == expected)
        }
    }

    @Test(arguments: changes)
    func killedAfterAnyPhotoAgainAndAgainNothingIsMadeTwice(_ change: Change) throws {
        let expected = try fresh(change, instances: nil)
        let count = change.after.count
        for order in Self.orders(count) {
            let fixture = PackFixture()
            try fixture.make(change.before.map(\.0), change.before.map(\.1))
            var done: [Int] = []
            for reached in 0..<count {
                let writer = try fixture.writer(change.after.map(\.0), start: .resuming)
                done += try PackFixture.work(writer, change.after.map(\.1), order: order, upTo: reached)
            }
            let writer = try fixture.writer(change.after.map(\.0), start: .resuming)
            done += try PackFixture.work(writer, change.after.map(\.1), order: order.reversed())
            try writer.finish()
            #expect(done.map { change.after[$0].1 } == change.new)
            #expect(try fixture.contents() == expected)
        }
    }

    @Test(arguments: changes)
    func stoppedAfterAnyPhotoWhatWasNotReachedIsNotMadeAgain(_ change: Change) throws {
        let expected = try fresh(change, instances: nil)
        for reached in 0...change.after.count {
            for order in Self.orders(change.after.count).suffix(2) {
                let fixture = PackFixture()
                try fixture.make(change.before.map(\.0), change.before.map(\.1))
                let first = try fixture.writer(change.after.map(\.0), start: .resuming)
                var done = try PackFixture.work(first, change.after.map(\.1), order: order, upTo: reached)
                let manifest = try first.finish()
                #expect(manifest.stickers.allSatisfy(fixture.folder.holdsFile(of:)))
                let names = try fixture.folder.stickers.names().map(\.description)
                #expect(manifest.stickers.map(\.fileName).sorted() == names)

                let second = try fixture.writer(change.after.map(\.0), start: .resuming)
                done += try PackFixture.work(second, change.after.map(\.1))
                try second.finish()
                #expect(change.new.allSatisfy { content in done.contains { change.after[$0].1 == content } })
                #expect(try fixture.contents() == expected)
                // A name that another photo has taken may cost a sticker whose photo has a new name as well.
                if !Self.exchanges.contains(change.testDescription) {
                    #expect(done.map { change.after[$0].1 } == change.new)
                }
            }
        }
    }

    private static let exchanges: Set<String> = [
        "exchanged", "exchanged in a circle, and one new", "another one has the name now",
    ]

    @Test func aStickerThatSomebodyChangedIsMadeAgainNotKeptUnderAnotherName() throws {
        let fixture = PackFixture()
        try fixture.make(["a.jpg", "b.jpg"], ["a", "b"])
        try AtomicFile.write(Array("x 0".utf8), to: fixture.folder.stickers.appending("a.png"))
        let writer = try fixture.writer(["b.jpg", "z.jpg"], start: .resuming)
        #expect(try PackFixture.work(writer, ["b", "a"]) == [1])
        try writer.finish()
        #expect(try fixture.folder.stickers.appending("z.png").readBytes() == Array("a 0".utf8))
        #expect(try fixture.folder.stickers.names() == ["b.png", "z.png"])
    }

    @Test func whatIsLessSureThanIsAskedForIsNotKept() throws {
        let fixture = PackFixture()
        let digest = Samples.digest("a")
        let writer = try fixture.writer(["a.jpg"])
        try writer.add(Samples.photo(confidence: 0.5), source: 0, digest: digest, files: [[1]])
        #expect(try writer.finish().stickers.map(\.confidence) == [0.5])
        for (minimum, count) in [(0.51, nil), (0.5, 1)] {
            let next = try fixture.writer(["a.jpg"], start: .resuming, minimumConfidence: minimum)
            #expect(try next.keep(source: 0, digest: digest)?.count == count)
        }
    }
}
