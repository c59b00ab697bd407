import Peel
import TestSupport
import Testing

@testable import PeelCommand

struct PathPatternTests {
    @Test(arguments: [
        ("*.png", "a.png", true), ("*.png", "x/y/a.png", true), ("*.png", "a.png.jpg", false), ("*.png", ".png", true),
        ("a", "a", true), ("a", "b/a", true), ("a", "ab", false), ("A", "a", false), ("*", "", true),
        ("?.jpg", "ä.jpg", true), ("?.jpg", "ab.jpg", false), ("[a-c]?[!x].jpg", "bzy.jpg", true),
        ("[a-c]?[!x].jpg", "bzx.jpg", false), ("[^x].jpg", "x.jpg", false), ("[]a].jpg", "].jpg", true),
        ("[a-].jpg", "-.jpg", true), ("\\*.jpg", "*.jpg", true), ("\\*.jpg", "a.jpg", false),
        ("old/*.jpg", "old/a.jpg", true), ("old/*.jpg", "x/old/a.jpg", false), ("old/*.jpg", "old/b/a.jpg", false),
        ("/a.jpg", "a.jpg", true), ("/a.jpg", "b/a.jpg", false), ("**/old/*", "old/a", true),
        ("**/old/*", "x/y/old/a", true), ("**/old/*", "xold/a", false), ("a/**", "a/b/c", true),
        ("a/**", "b/a/c", false),
        ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/xb", false), ("a**b/c", "a/x/b/c", true),
        ("raw/", "raw", false), ("a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ])
    func matches(pattern: String, path: String, isMatching: Bool) throws {
        #expect(try #require(PathPattern(FilePath(pattern))).matches(FilePath(path)) == isMatching)
    }

    @Test func aSlashAtTheEndMeansFolders() throws {
        let pattern = try #require(PathPattern("raw/"))
        #expect(pattern.matches("x/raw", isFolder: true))
        #expect(!pattern.matches("x/raw", isFolder: false))
        #expect(!pattern.matches("x/raws", isFolder: true))
    }

    @Test func bytesThatAreNoTextAreCharactersToo() throws {
        let path = FilePath(bytes: [0x61, 0xFF, 0xFE])
        #expect(try #require(PathPattern("a??")).matches(path))
        #expect(try #require(PathPattern(FilePath(bytes: [0x2A, 0xFE]))).matches(path))
        #expect(try !#require(PathPattern(FilePath(bytes: [0x2A, 0xFF]))).matches(path))
    }

    @Test(arguments: ["", "/", "[", "[a", "a[!", "[]", "[z-a]", "a\\"])
    func isRefused(pattern: String) {
        #expect(PathPattern(FilePath(pattern)) == nil)
    }

    /// Against what the C library says, where both mean the same.
    @Test func agreesWithTheCLibrary() throws {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("ab/*?")
        for _ in 0..<5_000 {
            func text(_ letters: [Character]) -> String {
                String(
                    (0..<Int.random(in: 1...7, using: &generator)).map { _ in
                        letters[Int.random(in: letters.indices, using: &generator)]
                    })
            }
            let pattern = text(alphabet)
            let path = text(Array("ab/"))
            // Without a slash the name alone is compared; ** and slashes at the ends have no meaning in the C library.
            guard pattern.contains("/"), !pattern.contains("**"), !pattern.hasPrefix("/"), !pattern.hasSuffix("/")
            else {
                continue
            }
            let own = try #require(PathPattern(FilePath(pattern))).matches(FilePath(path))
            #expect(own == cLibraryMatches(pattern, path), "\(pattern) \(path)")
        }
    }
}
