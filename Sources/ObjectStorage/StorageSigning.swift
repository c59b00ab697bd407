import Files
import Glibc
import HTTPMessages
import HTTPSending

/// Signs requests with Signature Version 4 for S3 (Amazon, "Create a signed AWS API request").
///
/// libcurl's own signing is not used, because it signs other bytes than the server reads. 7.88 signs only bodies of
/// forms. 8.14 signs a plus sign in a query as a space, and signs nothing if the path is sent unchanged.
struct StorageSigning: Sendable {
    var region: String
    /// The keys; `nil` if requests are not signed.
    var credentials: StorageCredentials?

    /// Returns all fields to send with the request. libcurl adds only fields that are not signed.
    ///
    /// - Parameters:
    ///   - url: The address from ``StorageEndpoint/url(_:query:region:)``: path and query in the form of
    ///     `CanonicalEncoding`.
    ///   - seconds: The time of signing, in seconds since 1970.
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
        let key = scope.reduce(Array("AWS4\(credentials.secretKey)".utf8)) { Self.code(of: $1, $0).bytes }
        fields.append(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope.joined(separator: "/")),"
                + "SignedHeaders=\(names),Signature=\(Self.code(of: text, key))")
        return fields
    }

    /// The parts of an address that are signed: the host with its port, and the path, `/` if empty.
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

    /// Returns a time in UTC as `20260524T000000Z`.
    private static func timestamp(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var date = tm()
        gmtime_r(&seconds, &date)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.tm_year + 1900)\(digits(date.tm_mon + 1))\(digits(date.tm_mday))"
            + "T\(digits(date.tm_hour))\(digits(date.tm_min))\(digits(date.tm_sec))Z"
    }

    private static func code(of text: String, _ key: [UInt8]) -> SHA256Digest {
        SHA256Digest(authenticating: Array(text.utf8), key: key)
    }
}
