import Peel
import Testing

@testable import PeelCommand

struct PathListTests {
    private func paths(_ bytes: [UInt8], endWithZero: Bool = false) throws -> [FilePath] {
        try PathList.paths(in: bytes, endWithZero: endWithZero)
    }

    private func failure(_ bytes: [UInt8]) -> String? {
        do {
            _ = try paths(bytes)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func aNameEndsWithItsLineOrWithAZeroByte() throws {
        #expect(try paths(Array("a b\n\n-c\nd".utf8)) == ["a b", "-c", "d"])
        #expect(try paths(Array("a\nb\0c\r\0".utf8), endWithZero: true) == ["a\nb", "c\r"])
        #expect(try paths([], endWithZero: true) == [])
        #expect(try paths([]) == [])
        #expect(try paths(Array("\n\n".utf8)) == [])
        #expect(try paths([0xFF, 0x0A]) == [FilePath(bytes: [0xFF])])
    }

    @Test func listsThatWereWrittenOnWindowsAreUnderstood() throws {
        #expect(try paths(Array("a.jpg\r\nb c.jpg\r\n".utf8)) == ["a.jpg", "b c.jpg"])
        #expect(try paths(Array("\u{FEFF}a.jpg\r\n\r\nb.jpg\r".utf8)) == ["a.jpg", "b.jpg"])
        #expect(try paths(Array("a.jpg\r\nb.jpg".utf8)) == ["a.jpg", "b.jpg"])
        #expect(try paths(Array("\u{FEFF}a.jpg\0".utf8), endWithZero: true) == ["a.jpg"])
        // A name may end with a carriage return where not all lines do.
        #expect(try paths(Array("a.jpg\r\nb.jpg\n".utf8)) == ["a.jpg\r", "b.jpg"])
    }

    @Test func zeroBytesInALineAreExplained() {
        #expect(
            failure(Array("a\0b\0".utf8))
                == "the list on standard input has zero bytes between its names: add --null (-0)")
        #expect(
            failure([0xFF, 0xFE, 0x61, 0, 0x0A, 0])
                == "the list on standard input is UTF-16; names are read as bytes, convert it to UTF-8")
    }
}
