import Files
import Testing

/// Texts compared as file systems compare names.
struct ByteComparisonTests {
    @Test func aMarkAfterAPrefixIsNotPartOfIt() {
        #expect("a/\u{301}b".rest(after: "a/").map { Array($0.utf8) } == Array("\u{301}b".utf8))
        #expect("a/b".rest(after: "a/b") == "" && "a/b".rest(after: "b") == nil && "a".rest(after: "a/") == nil)
    }

    @Test func aLetterThatBelongsToTheDotAfterItIsNotPartOfTheEnding() {
        #expect("\u{D4E}.png".endsWithBytes(of: ".png") && !"png".endsWithBytes(of: ".png"))
        #expect("\u{D4E}.png".beforeLastDot == "\u{D4E}" && "a.b.c".beforeLastDot == "a.b" && "a".beforeLastDot == "a")
        #expect("a/\u{301}".hasSlash && !"a".hasSlash)
    }

    @Test func aSchemeIsKnownInAnyCase() {
        #expect(Array("S3://Cats".utf8).rest(afterScheme: "s3://").map { Array($0) } == Array("Cats".utf8))
        #expect("LAVFI:".utf8.rest(afterScheme: "lavfi:")?.isEmpty == true)
        #expect("s3:/".utf8.rest(afterScheme: "s3://") == nil && "t3://".utf8.rest(afterScheme: "s3://") == nil)
    }
}
