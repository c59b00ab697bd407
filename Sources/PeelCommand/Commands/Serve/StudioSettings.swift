import Execution
import Glibc
import HTTPServing
import Peel
import Studio

extension Studio.Settings {
    /// On a thread of its own: makes or reads the certificate and the token.
    init(_ request: ServeRequest) async throws {
        self = try await OwnThread.run { try Self.read(request) }
    }

    private static func read(_ request: ServeRequest) throws -> Studio.Settings {
        let library = try (request.library ?? standardLibrary()).absolute
        var settings = Studio.Settings(library: library)
        settings.host = request.host
        settings.port = request.port
        settings.proxy = request.proxy
        settings.libraryLimit = request.limit
        settings.imageLimits = request.limits
        settings.version = peelVersion
        settings.catalog.service = request.web.service
        settings.catalog.key = request.web.key
        settings.catalog.lists = request.list.map { [$0] } ?? []
        settings.catalog.cache = WebSettings.cache
        settings.catalog.timeout = request.web.timeout
        let isLoopback = request.host == "localhost" || (ServerAddress.isLoopback(request.host) ?? false)
        if let certificate = request.certificate, let key = request.key {
            settings.certificate = try ServerCertificate(certificate: certificate, key: key)
        } else if !isLoopback {
            settings.certificate = try ServerCertificate.selfSigned(
                for: ["localhost", "127.0.0.1", "::1"] + NetworkAddresses.reachable(byListeningOn: request.host),
                keptIn: standardSettings())
        }
        if !isLoopback { settings.token = try keptToken() }
        return settings
    }

    /// `$XDG_DATA_HOME/peel`, or `~/.local/share/peel`.
    static func standardLibrary() throws -> FilePath {
        guard let folder = FilePath.userFolder("XDG_DATA_HOME", or: ".local/share") else {
            throw CommandFailure("there is no home folder to keep the library in: name one with --library DIR")
        }
        return folder
    }

    /// Where the certificate is kept: `$XDG_CONFIG_HOME/peel`, or `~/.config/peel`.
    private static func standardSettings() throws -> FilePath {
        guard let folder = FilePath.userFolder("XDG_CONFIG_HOME", or: ".config") else {
            throw CommandFailure("there is no home folder to keep a certificate in: give --tls-cert and --tls-key")
        }
        return folder
    }

    /// The token of earlier starts, so that phones stay signed in; a new one when there is none that can be read. Only
    /// its owner can read the file.
    private static func keptToken() throws -> AccessToken {
        let path = try standardSettings().appending("token")
        if let bytes = try? path.readBytes(limit: 1 << 10),
            let token = AccessToken(String(decoding: bytes, as: UTF8.self))
        {
            return token
        }
        let token = AccessToken()
        try path.parent.createPrivateFolder()
        try AtomicFile.write(Array(token.text.utf8), to: path, isPrivate: true)
        return token
    }
}

extension FilePath {
    /// From the root on.
    var absolute: FilePath {
        guard bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return self }
        defer { free(folder) }
        return FilePath(cString: folder).appending(self)
    }
}
