import CCrypto

extension ServerCertificate {
    /// The longest validity that every browser accepts, in days.
    private static let days = 825

    /// Creates a key on P-256 and a self-signed certificate for it.
    ///
    /// - Parameter names: addresses in digits and hosts' names, at least one.
    /// - Throws: ``ServerError/Code/certificate`` when a name is neither.
    package static func makeSelfSigned(for names: [String]) throws(ServerError) -> ServerCertificate {
        let key = try PrivateKey.make()
        guard let handle = X509_new() else { throw failure("has no memory") }
        let certificate = X509Certificate(taking: handle)
        let alternatives = try names.map(alternative).joined(separator: ",")
        let extensions = [
            (NID_basic_constraints, "critical,CA:FALSE"),
            (NID_key_usage, "critical,digitalSignature"),
            (NID_ext_key_usage, "serverAuth"),
            (NID_subject_alt_name, alternatives),
            (NID_subject_key_identifier, "hash"),
        ]
        guard
            X509_set_version(handle, 2) == 1,
            // Some clients' clocks are slow.
            X509_gmtime_adj(X509_getm_notBefore(handle), -86_400) != nil,
            X509_gmtime_adj(X509_getm_notAfter(handle), (days - 1) * 86_400) != nil,
            setSerialNumber(handle), setNames(handle),
            X509_set_pubkey(handle, key.handle) == 1,
            extensions.allSatisfy({ peel_add_extension(handle, $0.0, $0.1) == 1 }),
            X509_sign(handle, key.handle, EVP_sha256()) > 0
        else {
            ERR_clear_error()
            throw failure("makes no certificate for \(names.joined(separator: ", "))")
        }
        return try ServerCertificate(certificatePEM: certificate.pem, keyPEM: key.pem)
    }

    private static func failure(_ words: String) -> ServerError {
        ServerError(.certificate, "libcrypto \(words)")
    }

    private static func alternative(_ name: String) throws(ServerError) -> String {
        if SocketAddress.isIPv4(name) || SocketAddress.isIPv6(name) { return "IP:\(name)" }
        let isName = name.utf8.allSatisfy { byte in
            Character(UnicodeScalar(byte)).isLetter && byte < 0x80 || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        guard isName, !name.isEmpty else {
            throw ServerError(.certificate, "'\(name)' is neither an address in digits nor a host's name")
        }
        return "DNS:\(name)"
    }

    /// Sets 127 random bits as a positive serial number, so that no two certificates of this issuer have the same.
    private static func setSerialNumber(_ handle: OpaquePointer) -> Bool {
        guard let number = BN_new() else { return false }
        defer { BN_free(number) }
        return BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
            && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(handle)) != nil
    }

    private static func setNames(_ handle: OpaquePointer) -> Bool {
        let name = X509_get_subject_name(handle)
        let text = Array("Peel".utf8)
        return X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, text, CInt(text.count), -1, 0) == 1
            && X509_set_issuer_name(handle, name) == 1
    }
}
