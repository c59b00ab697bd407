import Catalog
import HTTPServing
import Peel

/// `peel serve`, understood.
struct ServeRequest: Equatable, Sendable {
    var host = "127.0.0.1"
    var port: UInt16 = 4747
    /// `nil` is the standard one.
    var library: FilePath?
    /// In bytes.
    var limit = 20 << 30
    var opensBrowser = false
    /// A folder whose photos are taken as they arrive.
    var watched: FilePath?
    var proxy = ProxySettings()
    /// Both or none.
    var certificate: FilePath?
    var key: FilePath?
    var limits = ImageLimits()
    var engine = EngineSettings()
    var web = WebSettings()
    /// A feed that is a list.
    var list: CatalogSource?
    /// `nil`: nothing is recorded.
    var trace: FilePath?
}

extension OptionName {
    static let port = Self("port")
    static let host = Self("host")
    static let library = Self("library")
    static let limit = Self("limit")
    static let open = Self("open")
    static let tlsCertificate = Self("tls-cert")
    static let tlsKey = Self("tls-key")
    static let allowHost = Self("allow-host")
    static let trustProxy = Self("trust-proxy")
    static let basePath = Self("base-path")
    static let album = Self("album")
}

extension ServeRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(
                .port, letter: "p", .whole("N", 0...65535), "port to listen on; 0 for any that is free",
                default: "4747",
                in: .serving),
            OptionSpec(
                .host, .text("ADDRESS", suggestions: ["127.0.0.1", "0.0.0.0"]), "address to listen on",
                default: "127.0.0.1, this machine alone", in: .serving),
            OptionSpec(
                .library, letter: "l", .folder("DIR"), "where photos and stickers are kept",
                default: "~/.local/share/peel",
                in: .serving),
            OptionSpec(
                .limit, .amount("N"), "maximum size of the library in bytes; suffixes K, M, G", default: "20G",
                in: .serving),
            OptionSpec(
                .watch, .folder("DIR"), "add photos from this folder and its subfolders as they arrive",
                in: .serving),
            OptionSpec(.open, "open the studio in the browser", in: .serving),
            OptionSpec(.tlsCertificate, .file("FILE"), "certificate in PEM form, with its chain", in: .serving),
            OptionSpec(.tlsKey, .file("FILE"), "the certificate's key in PEM form", in: .serving),
            OptionSpec(
                .allowHost, .texts("NAME"),
                "host name under which a proxy serves the studio; may be repeated", in: .serving
            ),
            OptionSpec(
                .trustProxy, .texts("ADDRESS"),
                "trust X-Forwarded-Host, -Proto and -Prefix from this proxy; may be repeated", in: .serving),
            OptionSpec(
                .basePath, .text("PATH"), "path prefix under which a reverse proxy serves the studio, such as /peel",
                in: .serving),
        ] + OptionSpec.limits + OptionSpec.apod + [
            OptionSpec(.album, .text("URL"), "list of pictures that the catalog also shows", in: .web),
            .timeout,
        ] + OptionSpec.network + [.trace, .help]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        if let operand = operands.first {
            throw UsageError("photos are added in the studio, not here: leave out '\(operand)'")
        }
        self.init()
        host = values.word(.host) ?? host
        port = values.whole(.port).map(UInt16.init) ?? port
        library = values.path(.library)
        limit = values.whole(.limit) ?? limit
        opensBrowser = values.has(.open)
        watched = values.path(.watch)
        proxy = try ProxySettings(values)
        certificate = values.path(.tlsCertificate)
        key = values.path(.tlsKey)
        trace = values.path(.trace)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        web = try WebSettings(values)
        list = try values.word(.album).map { word in try CatalogSource(list: word) }
        if (certificate == nil) != (key == nil) { throw UsageError("--tls-cert and --tls-key go together") }
    }
}

extension ProxySettings {
    fileprivate init(_ values: OptionValues) throws {
        self.init()
        for name in values.texts(.allowHost) where !allow(host: name) {
            throw UsageError("--allow-host takes a name as browsers send it, such as studio.example.org, not '\(name)'")
        }
        for address in values.texts(.trustProxy) where !trust(address: address) {
            throw UsageError("--trust-proxy takes an address such as 127.0.0.1, not '\(address)'")
        }
        if let path = values.word(.basePath), !show(in: path) {
            throw UsageError("--base-path takes a path such as /peel, not '\(path)'")
        }
    }
}
