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

extension ServeRequest {
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
        proxy = try ProxySettings(values)
        certificate = values.path(.tlsCertificate)
        key = values.path(.tlsKey)
        trace = values.path(.trace)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        web = try WebSettings(values)
        list = try values.word(.album).map { word in try CatalogSource(list: word) }
        if (certificate == nil) != (key == nil) {
            throw UsageError("--tls-cert and --tls-key go together")
        }
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
