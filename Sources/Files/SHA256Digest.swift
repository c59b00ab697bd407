import CCrypto

/// The SHA-256 digest (FIPS 180-4) of some bytes.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the digest.
    package let bytes: [UInt8]

    init(finished bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Computes the digest of some bytes.
    package init(of bytes: [UInt8]) {
        var hasher = SHA256Hasher()
        hasher.update(bytes[...])
        self = hasher.finish()
    }

    /// The code that authenticates bytes to those who have the key: HMAC-SHA256 (RFC 2104).
    package init(authenticating bytes: [UInt8], key: [UInt8]) {
        var code = [UInt8](repeating: 0, count: 32)
        guard HMAC(EVP_sha256(), key, CInt(key.count), bytes, bytes.count, &code, nil) != nil else {
            preconditionFailure("libcrypto has no memory or no SHA-256")
        }
        self.init(finished: code)
    }

    /// Computes the digest of a file, read piece by piece. Blocks.
    package init(ofFileAt path: FilePath) throws(FileError) {
        let file = try OpenFile.readingFile(path)
        var hasher = SHA256Hasher()
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        while case let count = try file.read(into: &buffer), count > 0 {
            hasher.update(buffer[..<count])
        }
        self = hasher.finish()
    }

    /// Reads 64 hexadecimal digits; `nil` for anything else.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// The digest as 64 lower-case hexadecimal digits.
    package var hex: String { bytes.hex }

    package var description: String { hex }
}

/// The owner of libcrypto's state while bytes are hashed piece by piece.
package struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer

    /// Creates a hasher without bytes.
    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto has no memory or no SHA-256")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Adds bytes to those that are digested.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        let result = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        precondition(result == 1, "libcrypto cannot add bytes to a SHA-256")
    }

    /// Returns the digest of all bytes.
    package consuming func finish() -> SHA256Digest {
        let bytes = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let result = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(result == 1, "libcrypto cannot finish a SHA-256")
            count = 32
        }
        return SHA256Digest(finished: bytes)
    }
}

/// The library that computes hashes.
package enum CryptoLibrary {
    /// libcrypto's version, for example `3.0.17`.
    package static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
