import CCrypto
import Files
import Glibc

/// The owner of a certificate.
struct X509Certificate: ~Copyable {
    private let handle: OpaquePointer

    /// Reads the first certificate in the text.
    ///
    /// - Throws: ``ServerError/Code/certificate``
    init(pem: String) throws(ServerError) {
        let file = MemoryFile(pem)
        guard let handle = PEM_read_bio_X509(file.handle, nil, { _, _, _, _ in -1 }, nil) else {
            ERR_clear_error()
            throw ServerError(.certificate, "there is no certificate in PEM")
        }
        self.handle = handle
    }

    init(taking handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        X509_free(handle)
    }

    var pem: String {
        let file = MemoryFile()
        let result = PEM_write_bio_X509(file.handle, handle)
        precondition(result == 1, "libcrypto cannot write a certificate")
        return String(decoding: file.bytes, as: UTF8.self)
    }

    var fingerprint: String {
        let file = MemoryFile()
        let result = i2d_X509_bio(file.handle, handle)
        precondition(result == 1, "libcrypto cannot write a certificate")
        let digits = Array(SHA256Digest(of: file.bytes).hex.uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...$0 + 1]) }.joined(separator: ":")
    }

    func belongs(to key: borrowing PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(handle, key.handle) == 1
    }

    /// Whether it is valid now and for the time `rest`.
    func isValid(for rest: Duration) -> Bool {
        var end = time(nil) + Int(rest.components.seconds)
        return X509_cmp_current_time(X509_get0_notBefore(handle)) < 0
            && X509_cmp_time(X509_get0_notAfter(handle), &end) > 0
    }

    /// Returns whether the certificate is for a host's name, or for an address in digits.
    func isFor(_ name: String) -> Bool {
        let isAddress = SocketAddress.isIPv4(name) || SocketAddress.isIPv6(name)
        return (isAddress ? X509_check_ip_asc(handle, name, 0) : X509_check_host(handle, name, 0, 0, nil)) == 1
    }
}
