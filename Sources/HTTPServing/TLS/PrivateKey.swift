import CCrypto

/// The owner of a private key.
struct PrivateKey: ~Copyable {
    let handle: OpaquePointer

    /// Reads a key.
    ///
    /// - Throws: ``ServerError/Code/certificate``
    init(pem: String) throws(ServerError) {
        let file = MemoryFile(pem)
        // Prevents OpenSSL from asking for the password in a terminal.
        guard let handle = PEM_read_bio_PrivateKey(file.handle, nil, { _, _, _, _ in -1 }, nil) else {
            ERR_clear_error()
            throw ServerError(.certificate, "there is no private key in PEM, or it needs a password")
        }
        self.handle = handle
    }

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        EVP_PKEY_free(handle)
    }

    /// Creates a key on the curve P-256.
    static func make() throws(ServerError) -> PrivateKey {
        guard let handle = peel_new_p256_key() else {
            throw ServerError(.certificate, "libcrypto cannot create a key on P-256")
        }
        return PrivateKey(handle: handle)
    }

    var pem: String {
        let file = MemoryFile()
        let result = PEM_write_bio_PrivateKey(file.handle, handle, nil, nil, 0, nil, nil)
        precondition(result == 1, "libcrypto cannot write a key")
        return String(decoding: file.bytes, as: UTF8.self)
    }
}
