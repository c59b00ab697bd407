import HTTPMessages

/// Which hosts a request may be meant for. A page of another site whose name was made to lead here (DNS rebinding)
/// sends that name: it is refused with 421.
///
/// Addresses in digits and `localhost` are allowed: no DNS server can make them lead here.
package struct HostPolicy: Hashable, Sendable {
    /// In small letters, such as the machine's own name in the network.
    package let names: Set<String>
    /// What the server listens on; a request that names another is refused. `nil` when something in between, such as a
    /// container's port mapping, changes it.
    package let port: Int?
    let defaultPort: Int

    package init(names: Set<String> = [], port: Int?, isSecure: Bool) {
        self.names = Set(names.map { $0.lowercased() })
        self.port = port
        defaultPort = isSecure ? 443 : 80
    }

    /// - Returns: 400 without exactly one host, 421 for another's, else `nil`.
    package func precheck(_ request: HTTPRequest) -> HTTPResponse? {
        let fields = request.fields.values("Host")
        guard fields.count == 1, let authority = Authority(fields[0]) else {
            return HTTPResponse(.badRequest("a request names one host"))
        }
        return allows(authority)
            ? nil
            : HTTPResponse(HTTPError(.misdirectedRequest, code: "wrongHost", "this server is not \(fields[0])"))
    }

    private func allows(_ authority: Authority) -> Bool {
        guard port == nil || (authority.port ?? defaultPort) == port else { return false }
        return authority.isAddress || authority.host == "localhost" || authority.host.hasSuffix(".localhost")
            || names.contains(authority.host)
    }
}
