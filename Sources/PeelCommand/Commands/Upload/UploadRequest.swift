import FoundationEssentials
import HTTPSending
import Peel
import TelegramUploads

/// `peel upload`, understood.
struct UploadRequest: Equatable, Sendable {
    /// Where the bot's token is; never the token itself, which must not be on a command line.
    enum TokenSource: Equatable, Sendable {
        case file(FilePath)
        case variable(BotToken)
    }

    /// What `--for telegram` has written, or a folder that has it.
    var pack: FilePath
    /// A Telegram account.
    var user: Int
    /// Of the set, without the bot's end or with it.
    var name: String
    /// `nil`: the pack's own.
    var title: String?
    var token: TokenSource
    /// Of the Bot API, without a slash at its end.
    var address = BotAPI.standardAddress
    var printsJSON = false
    var isQuiet = false
}

extension OptionName {
    static let user = Self("user")
    static let name = Self("name")
    static let tokenFile = Self("token-file")
    static let api = Self("api")
}

extension UploadRequest {
    static let options: [OptionSpec] = [
        OptionSpec(
            .user, .whole("ID", 1...(1 << 52)), "number of the Telegram account that owns the set", in: .result),
        OptionSpec(.name, .text("NAME"), "of the set's address: a to z, digits and _", in: .result),
        OptionSpec(
            .title, .text("TEXT"), "the set's title, at most 64 letters", default: "the pack's",
            in: .result),
        OptionSpec(.tokenFile, .file("FILE"), "the bot's token; or PEEL_TELEGRAM_TOKEN", in: .web),
        OptionSpec(
            .api, .text("URL"), "a Bot API server; or PEEL_TELEGRAM_API",
            default: BotAPI.standardAddress, in: .web),
        .json, .quiet, .help,
    ]

    static let tokenVariable = "PEEL_TELEGRAM_TOKEN"

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard let pack = operands.first, operands.count == 1 else {
            throw UsageError("name one pack, as PACK/telegram")
        }
        guard let user = values.whole(.user) else {
            throw UsageError("say which Telegram account owns the set: --user ID")
        }
        guard let name = values.word(.name) else { throw UsageError("say what the set's address is: --name NAME") }
        self.init(pack: pack, user: user, name: name, token: try Self.tokenSource(values))
        title = values.word(.title)
        if let title, !(1...Self.longestTitle).contains(title.utf16.count) {
            throw UsageError("--title takes 1 to \(Self.longestTitle) letters, not \(title.utf16.count)")
        }
        if let option = values.word(.api) {
            address = try Self.address(option, "--api")
        } else if let variable = WebSettings.variable("PEEL_TELEGRAM_API") {
            address = try Self.address(variable, "PEEL_TELEGRAM_API")
        }
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }

    /// In units of UTF-16.
    static var longestTitle: Int { PackTarget.telegram.rules.titleLength?.upperBound ?? 64 }

    private static func tokenSource(_ values: OptionValues) throws -> TokenSource {
        if let file = values.path(.tokenFile) { return .file(file) }
        guard let text = WebSettings.variable(tokenVariable) else {
            throw UsageError(
                "the bot's token is missing: put it into \(tokenVariable), or a file and name that with --token-file")
        }
        guard let token = BotToken(text) else {
            throw UsageError("\(tokenVariable) is not a bot's token, as 123456:AAbc")
        }
        return .variable(token)
    }

    /// The token would travel in clear text over `http`: only to this machine or a network of one's own.
    private static func address(_ text: String, _ name: String) throws -> String {
        let url = try WebSettings.address(text, name)
        let host = url.host() ?? ""
        let isOwn = host == "localhost" || (!CurlTransport.isPublicAddress(host) && IPAddress.isOne(host))
        guard url.scheme?.lowercased() == "https" || isOwn else {
            throw UsageError(
                "\(name) must begin with https:, because the token is sent there: http: is allowed only for "
                    + "localhost and numeric addresses of a private network")
        }
        guard url.query() == nil, url.fragment() == nil, url.user() == nil else {
            throw UsageError("\(name) takes an address without ?, # and @")
        }
        var address = url.absoluteString
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }
}

/// Tells addresses in digits from names.
private enum IPAddress {
    static func isOne(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.contains(":") || (parts.count == 4 && parts.allSatisfy { UInt8($0) != nil })
    }
}
