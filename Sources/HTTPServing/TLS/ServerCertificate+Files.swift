package import Files

extension ServerCertificate {
    /// Reads a certificate and its key, as `--tls-cert` and `--tls-key` name them. Blocks.
    ///
    /// - Throws: ``ServerError`` with the file's name in it.
    package init(certificate: FilePath, key: FilePath) throws(ServerError) {
        do {
            try self.init(certificatePEM: Self.read(certificate), keyPEM: Self.read(key))
        } catch let error where error.code == .certificate {
            throw ServerError(.certificate, "\(certificate), \(key): \(error.description)")
        }
    }

    private static let fileName = "server.pem"
    /// The least remaining validity. A certificate that would end while a browser is open is replaced.
    private static let shortestRest = Duration.seconds(7 * 86_400)

    /// Returns the self-signed certificate in a folder, or a new one if there is none, if it is not valid for the next
    /// week, or if it is not for all of `names`. Only its owner can read the file. Blocks.
    ///
    /// - Parameter names: the addresses and names that clients use.
    package static func selfSigned(for names: [String], keptIn folder: FilePath) throws(ServerError)
        -> ServerCertificate
    {
        let path = folder.appending(FilePath(fileName))
        if let kept = try? readKept(path), isUsable(kept.certificatePEM, for: names) { return kept }
        let certificate = try makeSelfSigned(for: names)
        do throws(FileError) {
            try folder.createPrivateFolder()
            try AtomicFile.write(
                Array((certificate.keyPEM + certificate.certificatePEM).utf8), to: path, isPrivate: true)
        } catch {
            throw ServerError(error)
        }
        return certificate
    }

    /// Reads the key and the certificate as ``selfSigned(for:keptIn:)`` writes them.
    private static func readKept(_ path: FilePath) throws(ServerError) -> ServerCertificate {
        let text = try read(path)
        let begin = text.firstRange(of: "-----BEGIN CERTIFICATE-----")?.lowerBound ?? text.endIndex
        return try ServerCertificate(certificatePEM: String(text[begin...]), keyPEM: String(text[..<begin]))
    }

    private static func isUsable(_ pem: String, for names: [String]) -> Bool {
        guard let certificate = try? X509Certificate(pem: pem), certificate.isValid(for: shortestRest) else {
            return false
        }
        for name in names where !certificate.isFor(name) { return false }
        return true
    }

    private static func read(_ path: FilePath) throws(ServerError) -> String {
        do {
            return String(decoding: try path.readBytes(limit: 1 << 20, allowsPipes: true), as: UTF8.self)
        } catch {
            throw ServerError(error)
        }
    }
}
