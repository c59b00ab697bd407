import HTTPMessages
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct StoredResponseCodingTests {
    private static let response = StoredResponse(
        address: "http://a/ü?x=1", fields: ["ETag": "\"1\"", "X-Two": "1", "x-two": "2"],
        selectingFields: ["Accept": "*/*"], requestTime: 1.5, responseTime: 2.25, body: Array(0...255))

    @Test func whatIsWrittenIsRead() throws {
        let bytes = try #require(Self.response.encoded())
        #expect(StoredResponse(encoded: bytes) == Self.response)
    }

    @Test func noBodyIsABodyToo() throws {
        let empty = StoredResponse(
            address: "", fields: [:], selectingFields: [:], requestTime: 0, responseTime: 0, body: [])
        #expect(StoredResponse(encoded: try #require(empty.encoded())) == empty)
    }

    @Test func aFileThatEndsAnywhereTooSoonIsNone() throws {
        let bytes = try #require(Self.response.encoded())
        for count in 0..<bytes.count { #expect(StoredResponse(encoded: Array(bytes[..<count])) == nil) }
        #expect(StoredResponse(encoded: bytes + [0]) == nil)
    }

    @Test func aFileWithAnyBitChangedIsNone() throws {
        let bytes = try #require(Self.response.encoded())
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(StoredResponse(encoded: changed) == nil)
        }
    }

    @Test func lengthsThatAreLargerThanAnyFileAreNoReasonToCrash() throws {
        var bytes = try #require(Self.response.encoded())
        for index in 8..<20 { bytes[index] = 0xFF }
        #expect(StoredResponse(encoded: bytes) == nil)
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            for index in 8..<20 { bytes[index] = .random(in: 0...255, using: &generator) }
            #expect(StoredResponse(encoded: bytes) == nil)
        }
    }
}
