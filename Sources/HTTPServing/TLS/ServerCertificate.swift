/// The certificate of a server, with its chain if it has one, and its key, both as PEM texts.
package struct ServerCertificate: Hashable, Sendable {
    package let certificatePEM: String
    let keyPEM: String
    /// The SHA-256 of the certificate, as browsers show it: 32 pairs of capital hexadecimal digits between colons.
    package let fingerprint: String

    /// Reads a certificate and its key.
    ///
    /// - Throws: ``ServerError/Code/certificate`` when one is not PEM, the key needs a password, or they do not belong
    ///   together.
    package init(certificatePEM: String, keyPEM: String) throws(ServerError) {
        let parsed = try X509Certificate(pem: certificatePEM)
        let key = try PrivateKey(pem: keyPEM)
        guard parsed.belongs(to: key) else {
            throw ServerError(.certificate, "the key is not that of the certificate")
        }
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
        fingerprint = parsed.fingerprint
    }
}

extension ServerCertificate {
    /// Whether a browser accepts it for that host, by its subject's alternative names.
    package func isFor(_ host: String) -> Bool {
        (try? X509Certificate(pem: certificatePEM))?.isFor(host) ?? false
    }
}
