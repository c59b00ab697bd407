import Glibc
import Peel
import Testing

@testable import PeelCommand

@MainActor
struct OutputSinkTests {
    @Test func aReaderThatWentAwayIsNoFailure() {
        let sink = OutputSink { _ in EPIPE }
        sink.line("a")
        #expect(!sink.isOpen)
        #expect(sink.failure == nil)
    }

    @Test func afterAFailureNothingIsWritten() {
        var writes = 0
        let sink = OutputSink { _ in
            writes += 1
            return ENOSPC
        }
        sink.line("a")
        sink.line("b")
        #expect(writes == 1)
        #expect(sink.failure?.description == "cannot write standard output: the disk is full")
    }

    @Test func aPipeGetsAllBytes() {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        OutputSink(descriptor: ends[1]).write(bytes: [1, 2, 0, 255])
        close(ends[1])
        var buffer = [UInt8](repeating: 9, count: 8)
        #expect(read(ends[0], &buffer, 8) == 4)
        #expect(buffer.prefix(4) == [1, 2, 0, 255])
        close(ends[0])
    }

    @Test func aPipeThatIsFullAndDoesNotBlockIsWaitedFor() async {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let reading = ends[0]
        // More than a pipe holds, so that the writer finds it full unless the reader is always faster.
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let count = Task.detached {
            var buffer = [UInt8](repeating: 0, count: 4096)
            var total = 0
            while total < 1 << 20 {
                let count = read(reading, &buffer, buffer.count)
                if count <= 0 { break }
                total += count
            }
            return total
        }
        let sink = OutputSink(descriptor: ends[1])
        sink.write(bytes: bytes)
        close(ends[1])
        #expect(await count.value == 1 << 20)
        #expect(sink.isOpen)
        close(ends[0])
    }

    @Test func json() {
        let value = JSONText.object([
            "a": .string("\"\\\n\t\u{1B}é\u{85}"), "b": .array([1, true, .null]), "c": .number(0.5, digits: 4),
            "d": .number(2, digits: 3), "e": .number(.infinity, digits: 1), "f": .members([]),
        ])
        #expect(
            value.text
                == #"{"a":"\"\\\n\t\u001bé\u0085","b":[1,true,null],"c":0.5,"d":2,"e":null,"f":{}}"#)
    }
}
