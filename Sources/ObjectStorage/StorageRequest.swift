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
    /// The object, which errors name.
    var object: ObjectAddress
    var query: [String: String] = [:]
    var fields: HTTPFields = [:]
    var body: [UInt8] = []
    /// The most bytes of the answer.
    var limit = 1 << 20
}

/// An answer, whole or in part.
struct StorageAnswer: Sendable {
    /// The status; 0 if no answer has begun.
    var status = 0
    var fields: HTTPFields = [:]
    var body: [UInt8] = []
    /// The reason why it is not whole.
    var failure: Failure?

    enum Failure: Equatable, Sendable {
        /// The connection failed or broke off, with the library's words.
        case connection(String)
        case insecure(String)
        /// The address cannot be requested, or the answer is not HTTP.
        case badAnswer(String)
        case tooLarge
        case cancelled
    }

    /// The seconds that an overloaded server asks to wait.
    var retryAfter: Int? { fields["Retry-After"].flatMap { Int($0) } }
}
