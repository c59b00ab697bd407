import Files
import TestSupport
import Testing

@Suite struct SHA256Tests {
    /// NIST's examples for FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func knownAnswers(_ text: String, _ hex: String) throws {
        let digest = SHA256Digest(of: Array(text.utf8))
        #expect(digest.hex == hex)
        #expect(digest.bytes.count == 32)
        #expect(SHA256Digest(hex: hex) == digest)
        let temporary = TemporaryFolder()
        #expect(try SHA256Digest(ofFileAt: temporary.write(text, to: "file")) == digest)
    }

    @Test(arguments: ["", "ba7816", String(repeating: "g", count: 64), String(repeating: "ä", count: 32)])
    func otherTextIsNotADigest(_ text: String) {
        #expect(SHA256Digest(hex: text) == nil)
    }

    @Test func aFileThatCannotBeReadHasNoDigest() {
        #expect(throws: FileError("read", "/nowhere", errorNumber: 2)) { try SHA256Digest(ofFileAt: "/nowhere") }
    }
}
