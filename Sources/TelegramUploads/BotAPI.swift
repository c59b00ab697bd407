import Files
package import HTTPSending

/// Telegram's Bot API, or your own server of it (github.com/tdlib/telegram-bot-api).
///
/// Methods are called one at a time; each may be tried several times. See core.telegram.org/bots/api.
public struct BotAPI: Sendable {
    /// The address of Telegram's servers.
    package static let standardAddress = "https://api.telegram.org"

    /// The options for a transport: a server that is silent for a minute is given up.
    package static var transportOptions: CurlTransport.Options {
        var options = CurlTransport.Options()
        options.silenceLimit = 60
        return options
    }

    /// The tries and the waits between them. A server may ask for the longest wait, each time.
    private static let backoff = Backoff(attempts: 5, delay: .seconds(1), longestDelay: .seconds(120))

    private let token: BotToken
    private let root: String
    private let transport: any HTTPTransport
    private let clock: any Clock<Duration>

    private static let answerLimit = 4 << 20

    /// Creates a client of a Bot API server.
    ///
    /// - Parameter address: the address of your own server, without a slash at its end; `nil` for Telegram's.
    public init(token: BotToken, address: String? = nil) {
        self.init(
            token: token, address: address ?? Self.standardAddress, transport: CurlTransport(Self.transportOptions))
    }

    /// - Parameter transport: must give up a server that is silent.
    package init(
        token: BotToken, address: String = standardAddress, transport: any HTTPTransport,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.token = token
        root = "\(address)/bot\(token.secret)/"
        self.transport = transport
        self.clock = clock
    }

    /// The outcome of one call.
    enum Outcome<Value: Sendable>: Sendable {
        case success(Value)
        /// The server understood the request and refused it.
        case refused(status: Int, words: String)
        /// The server asks to wait, in seconds; `nil` if it does not say how long.
        case busy(Int?)
        /// It is unknown whether the method was carried out.
        case unknown(words: String)
    }

    /// Calls a method once.
    func callOnce<Value: Decodable & Sendable>(
        _ method: String, _ form: [FormPart], returning type: Value.Type
    ) async throws(UploadError) -> Outcome<Value> {
        // An empty form is sent as a GET, which the API accepts, too.
        let request =
            form.isEmpty
            ? TransportRequest(address: root + method)
            : TransportRequest(.post, address: root + method, body: .form(form))
        let received = await transport.answer(to: request, limit: Self.answerLimit)
        switch received.error?.code {
        case nil: break
        case .cancelled: throw UploadError(.cancelled, "stopped; the same command resumes the upload")
        case .insecure:
            throw UploadError(.unreachable, "the server's certificate is not valid: nothing more was sent to it")
        case .stopped: throw UploadError(.badResponse, "the answer to \(method) is too long")
        case .unsupportedURL: throw UploadError(.badResponse, "the server's address cannot be requested")
        default: return .unknown(words: received.error?.detail.map(token.hidden) ?? "the server does not answer")
        }
        let status = received.status
        let answer = try? CheckedJSON.decode(Answer<Value>.self, from: received.body)
        if status == 200, let result = answer?.result, answer?.ok == true { return .success(result) }
        let words =
            answer?.description.map { String(token.hidden(in: $0).prefix(200)) }
            ?? ((300..<400).contains(status) ? "a redirect" : "status \(status)")
        switch answer?.errorCode ?? status {
        case 429: return .busy(answer?.parameters?.retryAfter)
        case 500...: return .unknown(words: words)
        case ..<400: throw UploadError(.badResponse, "the answer to \(method) is not one of the Bot API's: \(words)")
        case let code: return .refused(status: code, words: words)
        }
    }

    /// Calls a method that may be carried out twice without harm, until it is answered.
    func call<Value: Decodable & Sendable>(
        _ method: String, _ form: [FormPart], returning type: Value.Type,
        onWait: (Duration, String) -> Void
    ) async throws(UploadError) -> Outcome<Value> {
        var attempt = 0
        while true {
            attempt += 1
            let outcome = try await callOnce(method, form, returning: type)
            switch outcome {
            case .success, .refused: return outcome
            case .busy, .unknown: try await wait(after: outcome, attempt, onWait: onWait)
            }
        }
    }

    /// Waits before another try.
    ///
    /// - Throws: an error after too many tries, or if the server asks for too long a wait.
    func wait<Value>(
        after outcome: Outcome<Value>, _ attempt: Int, onWait: (Duration, String) -> Void
    ) async throws(UploadError) {
        var delay = Self.backoff.wait(after: attempt, jitter: 1)
        let reason: String
        switch outcome {
        case .success, .refused: return
        case .busy(let seconds):
            if let seconds { delay = .seconds(max(0, min(seconds, 1 << 30))) }
            guard attempt < Self.backoff.attempts, delay <= Self.backoff.longestDelay else {
                throw UploadError(
                    .busy,
                    "Telegram asks to wait \(delay.components.seconds) seconds: run the same command then to resume")
            }
            reason = "Telegram asks to wait"
        case .unknown(let words):
            guard attempt < Self.backoff.attempts else {
                throw UploadError(
                    .unreachable,
                    "Telegram cannot be reached (\(words)), after \(attempt) tries: run the same command later to "
                        + "resume"
                )
            }
            reason = words
        }
        onWait(delay, reason)
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw UploadError(.cancelled, "stopped; the same command resumes the upload")
        }
    }
}

/// The envelope of every answer.
private struct Answer<Value: Decodable>: Decodable {
    struct Parameters: Decodable {
        var retryAfter: Int?

        enum CodingKeys: String, CodingKey { case retryAfter = "retry_after" }
    }

    var ok: Bool
    var result: Value?
    var errorCode: Int?
    var description: String?
    var parameters: Parameters?

    enum CodingKeys: String, CodingKey {
        case ok, result, description, parameters
        case errorCode = "error_code"
    }
}
