import Glibc
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

@Suite struct StreamFeedTests {
    private func read(_ feed: StreamFeed, _ count: Int) -> String {
        var buffer = [UInt8](repeating: 0, count: count)
        return buffer.withUnsafeMutableBytes { bytes in
            switch feed.read(into: bytes) {
            case .bytes(let count): String(decoding: bytes[..<count], as: UTF8.self)
            case .nothingYet: "-"
            case .end(.finished): "end"
            case .end(.broken): "broken"
            case .end(.cut): "cut"
            }
        }
    }

    @Test func `What was written is read, then the end`() throws {
        let feed = try #require(StreamFeed(capacity: 10, socket: -1))
        #expect(read(feed, 4) == "-")
        #expect(feed.write(Array("abcdef".utf8)))
        #expect(feed.write(Array("ghij".utf8)))
        #expect(read(feed, 4) == "abcd")
        #expect(feed.write(Array("klmn".utf8)))
        feed.end(.finished)
        #expect(!feed.write(Array("x".utf8)))
        #expect(read(feed, 100) == "efghijklmn")
        #expect(read(feed, 4) == "end")
        feed.end(.broken)
        #expect(read(feed, 4) == "end", "the first end stays")
        feed.end(.cut)
        #expect(read(feed, 4) == "cut")
    }

    @Test func `More than may wait cuts the stream`() throws {
        let feed = try #require(StreamFeed(capacity: 3, socket: -1))
        #expect(feed.write(Array("abc".utf8)))
        #expect(!feed.write(Array("d".utf8)))
        #expect(read(feed, 4) == "cut")
    }

    @Test func `A source waits for room`() async throws {
        let feed = try #require(StreamFeed(capacity: 4, socket: -1))
        let ended = Gate()
        feed.start { feed in
            for piece in ["abc", "def", "ghi"] { #expect(await feed.writeWaiting(Array(piece.utf8))) }
            feed.end(.finished)
            ended.open()
        }
        var text = ""
        while true {
            let piece = read(feed, 2)
            if piece == "end" { break }
            if piece == "-" { await Task.yield() } else { text += piece }
        }
        #expect(text == "abcdefghi")
        await ended.wait()
    }

    @Test func `A source that waits for room is freed when the client leaves`() async throws {
        let feed = try #require(StreamFeed(capacity: 1, socket: -1))
        let ended = Gate()
        feed.start { feed in
            #expect(!(await feed.writeWaiting([1, 2, 3])))
            #expect(Task.isCancelled)
            ended.open()
        }
        while read(feed, 1) == "-" { await Task.yield() }
        feed.close()
        await ended.wait()
    }

    @Test func `A load is held against its limits`() {
        var limits = ServerLimits.patient
        (limits.requestsInFlight, limits.eventStreams, limits.bufferedBodyBytes) = (1, 1, 10)
        var load = ServerLoad(limits: limits)
        var answers = [load.beginRequest(), load.beginRequest()]
        load.endRequest()
        answers.append(load.beginRequest())
        #expect(answers == [true, false, true])
        answers = [load.beginEventStream(), load.beginEventStream()]
        load.endEventStream()
        answers.append(load.beginEventStream())
        #expect(answers == [true, false, true])
        answers = [load.reserveBody(6), load.reserveBody(5), load.reserveBody(4)]
        load.releaseBody(10)
        answers.append(load.reserveBody(10))
        #expect(answers == [true, false, true, true])
    }
}
