import HTTPMessages

/// A request before it is signed.
struct StorageRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    var method: Method
    /// What it is about; names it in errors.
    var object: ObjectAddress
    var query: [String: String] = [:]
    var fields: HTTPFields = [:]
    var body: [UInt8] = []
    /// How many bytes the answer may have.
    var limit = 1 << 20
}

/// What came back, whole or in part.
struct StorageAnswer: Sendable {
    /// 0 when no answer has begun.
    var status = 0
    var fields: HTTPFields = [:]
    var body: [UInt8] = []
    /// Why it is not whole.
    var failure: Failure?

    enum Failure: Equatable, Sendable {
        /// No connection, or it broke off; with the library's words.
        case connection(String)
        case insecure(String)
        /// The address cannot be asked for, or the answer is not HTTP.
        case badAnswer(String)
        case tooLarge
        case cancelled
    }

    /// In seconds, as a server that is overloaded says it.
    var retryAfter: Int? { fields["Retry-After"].flatMap { Int($0) } }
}
