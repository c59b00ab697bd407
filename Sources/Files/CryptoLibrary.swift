import CCrypto

/// The library that computes hashes.
public enum CryptoLibrary {
    /// libcrypto's version, for example `3.0.17`.
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
