import Glibc
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

@Suite struct StreamBufferTests {
    private func read(_ buffer: StreamBuffer, _ count: Int) -> String {
        var target = [UInt8](repeating: 0, count: count)
        return target.withUnsafeMutableBytes { bytes in
            switch buffer.read(into: bytes) {
            case .bytes(let count): String(decoding: bytes[..<count], as: UTF8.self)
            case .nothingYet: "-"
            case .end(.finished): "end"
            case .end(.broken): "broken"
            case .end(.cut): "cut"
            }
        }
    }

    /// As a connection's thread does: waits for the buffer's signal where there is nothing yet.
    private func readWaiting(_ buffer: StreamBuffer, _ count: Int) async throws -> String {
        try await blocking {
            while true {
                let piece = read(buffer, count)
                if piece != "-" { return piece }
                #expect(buffer.signal.wait(orHangupOf: -1, timeout: nil) == .raised)
            }
        }
    }

    @Test func whatWasWrittenIsReadThenTheEnd() throws {
        let buffer = try #require(StreamBuffer(capacity: 10, socket: -1))
        #expect(read(buffer, 4) == "-")
        #expect(buffer.write(Array("abcdef".utf8)))
        #expect(buffer.write(Array("ghij".utf8)))
        #expect(read(buffer, 4) == "abcd")
        #expect(buffer.write(Array("klmn".utf8)))
        buffer.end(.finished)
        #expect(!buffer.write(Array("x".utf8)))
        #expect(read(buffer, 100) == "efghijklmn")
        #expect(read(buffer, 4) == "end")
        buffer.end(.broken)
        #expect(read(buffer, 4) == "end", "the first end stays")
        buffer.end(.cut)
        #expect(read(buffer, 4) == "cut")
    }

    @Test func moreThanMayWaitCutsTheStream() throws {
        let buffer = try #require(StreamBuffer(capacity: 3, socket: -1))
        #expect(buffer.write(Array("abc".utf8)))
        #expect(!buffer.write(Array("d".utf8)))
        #expect(read(buffer, 4) == "cut")
    }

    @Test func aSourceWaitsForRoom() async throws {
        let buffer = try #require(StreamBuffer(capacity: 4, socket: -1))
        let ended = Gate()
        buffer.start { buffer in
            for piece in ["abc", "def", "ghi"] { #expect(await buffer.writeWaiting(Array(piece.utf8))) }
            buffer.end(.finished)
            ended.open()
        }
        var text = ""
        while true {
            let piece = try await readWaiting(buffer, 2)
            if piece == "end" { break }
            text += piece
        }
        #expect(text == "abcdefghi")
        await ended.wait()
    }

    @Test func aSourceThatWaitsForRoomIsFreedWhenTheClientLeaves() async throws {
        let buffer = try #require(StreamBuffer(capacity: 1, socket: -1))
        let ended = Gate()
        buffer.start { buffer in
            #expect(!(await buffer.writeWaiting([1, 2, 3])))
            #expect(Task.isCancelled)
            ended.open()
        }
        #expect(try await readWaiting(buffer, 1) == "\u{1}")
        buffer.close()
        await ended.wait()
    }

    @Test func noClientHasAllEventStreams() {
        var limits = ServerLimits()
        #expect(limits.eventStreamsPerClient < limits.eventStreams)
        (limits.eventStreams, limits.eventStreamsPerClient) = (4, 2)
        var load = ServerLoad(limits: limits)
        #expect(
            ["a", "a", "a", "b", "c", "d"].map { load.beginEventStream(of: $0) } == [
                true, true, false, true, true, false,
            ])
        load.endEventStream(of: "a")
        #expect(["a", "a"].map { load.beginEventStream(of: $0) } == [true, false])
    }

    @Test func aLoadIsHeldAgainstItsLimits() {
        var limits = ServerLimits.patient
        (limits.requestsInFlight, limits.eventStreams, limits.bufferedBodyBytes) = (1, 1, 10)
        var load = ServerLoad(limits: limits)
        var answers = [load.beginRequest(), load.beginRequest()]
        load.endRequest()
        answers.append(load.beginRequest())
        #expect(answers == [true, false, true])
        answers = [load.beginEventStream(of: "a"), load.beginEventStream(of: "b")]
        load.endEventStream(of: "a")
        answers.append(load.beginEventStream(of: "a"))
        #expect(answers == [true, false, true])
        answers = [load.reserveBody(6), load.reserveBody(5), load.reserveBody(4)]
        load.releaseBody(10)
        answers.append(load.reserveBody(10))
        #expect(answers == [true, false, true, true])
    }
}
