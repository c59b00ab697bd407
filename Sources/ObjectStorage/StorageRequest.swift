import HTTPMessages
import HTTPSending

/// A request before it is signed.
struct StorageRequest: Sendable {
    typealias Method = TransportRequest.Method

    var method: Method
    /// The object, which errors name.
    var object: ObjectAddress
    var query: [String: String] = [:]
    var fields: HTTPFields = [:]
    var body: [UInt8] = []
    /// The most bytes of the answer.
    var limit = 1 << 20

    /// Returns the request as it is sent.
    ///
    /// - Parameter url: the address from ``StorageEndpoint/url(_:query:region:)``.
    func signed(_ signing: StorageSigning, to url: String) -> TransportRequest {
        TransportRequest(
            method, address: url, fields: signing.fields(of: self, to: url), body: .bytes(body), isVerbatim: true)
    }
}

extension CollectedAnswer {
    /// The seconds that an overloaded server asks to wait.
    var retryAfter: Int? { fields["Retry-After"].flatMap { Int($0) } }
    /// The transport's words for what went wrong.
    var errorWords: String { error?.detail ?? "the transfer did not begin" }
}
