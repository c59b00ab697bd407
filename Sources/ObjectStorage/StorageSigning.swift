import CCrypto
import Files
import Glibc
import HTTPMessages

/// What a request is signed with: Signature Version 4 for S3 (Amazon, "Create a signed AWS API request").
///
/// libcurl could sign, too. But each of its versions signs something else than a server reads: 7.88 forms alone, 8.14 no plus
/// sign in a query, and no path that is to be sent as it stands.
struct StorageSigning: Sendable {
    var region: String
    /// `nil`: the request is not signed.
    var credentials: StorageCredentials?

    /// All fields that the request is sent with; libcurl adds only what is not signed.
    ///
    /// - Parameters:
    ///   - url: as ``StorageEndpoint/url(_:query:region:)`` gives it: path and query in the form of `CanonicalEncoding`.
    ///   - seconds: when it is signed, since 1970.
    func fields(of request: StorageRequest, to url: String, at seconds: Int = time(nil)) -> HTTPFields {
        var fields = request.fields
        if [.put, .post].contains(request.method), fields["Content-Type"] == nil {
            fields.append("Content-Type", "application/octet-stream")
        }
        guard let credentials else { return fields }
        let target = Target(url)
        let time = Self.timestamp(seconds)
        let digest = SHA256Digest(of: request.body).hex
        fields.append("Host", target.host)
        fields.append("x-amz-content-sha256", digest)
        fields.append("x-amz-date", time)
        if let token = credentials.sessionToken { fields.append("x-amz-security-token", token) }

        let signed = fields.pairs.map { (name: $0.lowercased(), value: $1) }.sorted { $0.name < $1.name }
        let names = signed.map(\.name).joined(separator: ";")
        let canonical = [
            request.method.rawValue, target.path, CanonicalEncoding.query(request.query),
            signed.map { "\($0.name):\($0.value)\n" }.joined(), names, digest,
        ].joined(separator: "\n")
        let scope = [String(time.prefix(8)), region, "s3", "aws4_request"]
        let text = [
            "AWS4-HMAC-SHA256", time, scope.joined(separator: "/"), SHA256Digest(of: Array(canonical.utf8)).hex,
        ].joined(separator: "\n")
        let key = scope.reduce(Array("AWS4\(credentials.secretKey)".utf8)) { Self.code(of: $1, $0) }
        fields.append(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope.joined(separator: "/")),SignedHeaders=\(names),"
                + "Signature=\(Self.hex(Self.code(of: text, key)))")
        return fields
    }

    /// The parts of an address that are signed.
    private struct Target {
        let host: String
        let path: String

        init(_ url: String) {
            let rest = url.prefix { $0 != "?" }
            let start = rest.firstRange(of: "://")?.upperBound ?? rest.startIndex
            host = String(rest[start...].prefix { $0 != "/" })
            let path = String(rest[start...].dropFirst(host.count))
            self.path = path.isEmpty ? "/" : path
        }
    }

    /// As in `20260524T000000Z`.
    private static func timestamp(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var date = tm()
        gmtime_r(&seconds, &date)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.tm_year + 1900)\(digits(date.tm_mon + 1))\(digits(date.tm_mday))"
            + "T\(digits(date.tm_hour))\(digits(date.tm_min))\(digits(date.tm_sec))Z"
    }

    /// HMAC-SHA256 (RFC 2104): 32 bytes.
    private static func code(of text: String, _ key: [UInt8]) -> [UInt8] {
        let bytes = Array(text.utf8)
        var code = [UInt8](repeating: 0, count: 32)
        guard HMAC(EVP_sha256(), key, CInt(key.count), bytes, bytes.count, &code, nil) != nil else {
            preconditionFailure("libcrypto has no memory or no SHA-256")
        }
        return code
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
