import Files
import HTTPMessages

/// The credentials and the region that sign a request.
struct StorageSigning: Sendable {
    var region: String
    /// The credentials; `nil` for requests without a signature.
    var credentials: StorageCredentials?

    /// Returns the request's fields and those that Signature Version 4 needs besides libcurl's own.
    ///
    /// The body's digest is given and not left to libcurl: 7.88 looks only at bodies of forms. No field may be taken
    /// away (`Expect:` with nothing after it): 7.88 signs it and does not send it.
    func fields(of request: StorageRequest) -> HTTPFields {
        var fields = request.fields
        if [.put, .post].contains(request.method), fields["Content-Type"] == nil {
            fields.append("Content-Type", "application/octet-stream")
        }
        guard let credentials else { return fields }
        fields.append("x-amz-content-sha256", SHA256Digest(of: request.body).hex)
        if let token = credentials.sessionToken { fields.append("x-amz-security-token", token) }
        return fields
    }
}
