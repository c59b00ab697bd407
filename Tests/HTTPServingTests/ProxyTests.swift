import HTTPMessages
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

/// What a server behind a proxy or a tunnel takes, and what DNS rebinding makes of it.
@Suite struct ProxyTests {
    private func settings(hosts: [String] = [], trusted: [String] = []) -> ProxySettings {
        var settings = ProxySettings()
        for host in hosts { _ = settings.allow(host: host) }
        for address in trusted { _ = settings.trust(address: address) }
        return settings
    }

    /// How a studio on 127.0.0.1:4747 answers a change from this address.
    private func refusal(_ proxy: ProxySettings, from address: String = "127.0.0.1", _ fields: HTTPFields) throws
        -> HTTPResponse?
    {
        let request = try HTTPRequest(.post, "/api/v1/process", fields: fields, remoteAddress: address)
        return HostPolicy(port: 4747, isSecure: false, proxy: proxy).precheck(request)
            ?? OriginPolicy(isSecure: false, proxy: proxy).precheck(request)
    }

    private func status(_ proxy: ProxySettings, from address: String = "127.0.0.1", _ fields: HTTPFields) throws -> Int?
    {
        try refusal(proxy, from: address, fields)?.status.rawValue
    }

    private func message(_ response: HTTPResponse?) -> String {
        guard case .bytes(let bytes)? = response?.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aTunnelToAnotherPortOfThisMachineNeedsNothingSaid() throws {
        for host in ["localhost:9000", "127.0.0.1:9000", "[::1]:9000"] {
            #expect(try status(ProxySettings(), ["Host": host, "Origin": "http://\(host)"]) == nil)
            // Another server of this machine has another port.
            #expect(try status(ProxySettings(), ["Host": host, "Origin": "http://localhost:4747"]) == 403)
        }
    }

    @Test func aProxyThatKeepsHostNeedsItsNameAllowedAndTheAnswerWithoutSaysSo() throws {
        let own: HTTPFields = ["Host": "studio.example.org", "Origin": "https://studio.example.org"]
        let refused = try refusal(ProxySettings(), own)
        #expect(refused?.status == .misdirectedRequest && message(refused).contains("--allow-host studio.example.org"))
        let proxy = settings(hosts: ["Studio.example.org", "two.example:8443"])
        #expect(try status(proxy, own) == nil)
        #expect(
            try status(proxy, ["Host": "studio.example.org:8443", "Origin": "http://studio.example.org:8443"]) == nil)
        #expect(try status(proxy, ["Host": "two.example:8443", "Origin": "https://two.example:8443"]) == nil)
        for host in ["two.example", "a.studio.example.org", "studio.example.org.evil.example", "example.org"] {
            #expect(try status(proxy, ["Host": host, "Origin": "https://\(host)"]) == 421)
        }
        for origin in [
            "https://evil.example", "https://studio.example.org:8443", "null", "https://two.example:8443",
            "https://studio.example.org.evil.example", "ftp://studio.example.org",
        ] {
            #expect(try status(proxy, ["Host": "studio.example.org", "Origin": origin]) == 403)
        }
        // Loopback names are many servers' own: none speaks for another's TLS.
        #expect(try status(proxy, ["Host": "localhost", "Origin": "https://localhost"]) == 403)
    }

    @Test(arguments: ["studio.example.org:8443", "[fd00::5]:8443", "[::ffff:127.0.0.1]"])
    func whatTheAnswerAdvisesIsTaken(_ host: String) throws {
        let own: HTTPFields = ["Host": host, "Origin": "http://\(host)"]
        let words = message(try refusal(ProxySettings(), own))
        let advice = try #require(words.firstMatch(of: /--allow-host ([^"]+)/)?.1, "\(words)")
        #expect(try status(settings(hosts: [String(advice)]), own) == nil)
    }

    @Test func aProxyThatChangesHostIsBelievedOnlyFromItsAddressAndTheAnswerWithoutSaysSo() throws {
        let own: HTTPFields = [
            "Host": "127.0.0.1:4747", "Origin": "https://studio.example.org", "Sec-Fetch-Site": "same-origin",
            "X-Forwarded-Host": "studio.example.org", "X-Forwarded-Proto": "https",
        ]
        let refused = try refusal(settings(hosts: ["studio.example.org"]), own)
        #expect(refused?.status == .forbidden && message(refused).contains("--trust-proxy 127.0.0.1"))
        let unnamed = try refusal(settings(trusted: ["127.0.0.1"]), own)
        #expect(unnamed?.status == .misdirectedRequest && message(unnamed).contains("--allow-host studio.example.org"))
        let proxy = settings(hosts: ["studio.example.org"], trusted: ["127.0.0.1", "::1", "10.0.0.2"])
        for address in ["127.0.0.1", "::1", "10.0.0.2", "::ffff:10.0.0.2"] {
            #expect(try status(proxy, from: address, own) == nil)
        }
        for address in ["127.0.0.2", "10.0.0.3", "::ffff:127.0.0.3"] {
            #expect(try status(proxy, from: address, own) == 403)
        }
        var plain = own
        plain["X-Forwarded-Proto"] = "http"
        #expect(try status(proxy, plain.replacing("Origin", "http://studio.example.org")) == nil)
        // Of several, the trusted proxy's own is the last.
        #expect(try status(proxy, own.replacing("X-Forwarded-Host", "evil.example, studio.example.org")) == nil)
        #expect(try status(proxy, own.replacing("X-Forwarded-Host", "studio.example.org, evil.example")) == 421)
        #expect(try status(proxy, own.replacing("X-Forwarded-Host", "a b")) == 400)
        #expect(try status(proxy, own.replacing("X-Forwarded-Host", "localhost:4747")) == 403)
    }

    /// The page of a rebound name may send any field but Host and Origin, from a browser at the proxy's own address.
    @Test(arguments: ["evil.example", "evil.example:4747", "studio.example.org.evil.example"])
    func aReboundPageIsRefusedWhateverItForwards(_ host: String) throws {
        let proxy = settings(hosts: ["studio.example.org"], trusted: ["127.0.0.1"])
        for forwarded in ["localhost:4747", "127.0.0.1", "studio.example.org", host] {
            for proto in ["http", "https"] {
                let fields: HTTPFields = [
                    "Host": host, "Origin": "http://\(host)", "Sec-Fetch-Site": "same-origin",
                    "X-Forwarded-Host": forwarded, "X-Forwarded-Proto": proto,
                ]
                #expect(try status(proxy, fields) == 421)
                let reading = try HTTPRequest(.get, "/api/v1/state", fields: fields)
                let policy = HostPolicy(port: 4747, isSecure: false, proxy: proxy)
                #expect(policy.precheck(reading)?.status == .misdirectedRequest)
            }
        }
    }

    @Test func theCookieIsForTheFolderInWhichTheBrowserSeesTheServerAndSecureWhereItSpeaksTLS()
        throws
    {
        var proxy = settings(trusted: ["127.0.0.1"])
        let token = AccessToken()
        func cookie(_ fields: HTTPFields = [:]) throws -> String {
            let policy = AccessPolicy(token: token, isSecure: false, proxy: proxy)
            let welcome = policy.precheck(try HTTPRequest(.get, "/?token=\(token.text)", fields: fields))
            #expect(welcome?.fields["Location"] == "./")
            return try #require(welcome?.fields["Set-Cookie"])
        }
        #expect(try cookie().contains("; Path=/; "))
        let forwarded: HTTPFields = ["X-Forwarded-Prefix": "/tools/peel", "X-Forwarded-Proto": "https"]
        #expect(try cookie(forwarded).contains("; Path=/tools/peel/; "))
        #expect(try cookie(forwarded).hasSuffix("; Secure"))
        #expect(try !cookie(["X-Forwarded-Proto": "http"]).contains("Secure"))
        for prefix in ["peel", "/a;b", "/../x", "//evil.example"] {
            #expect(try cookie(["X-Forwarded-Prefix": prefix]).contains("; Path=/; "))
        }
        _ = proxy.show(in: "/peel/")
        #expect(try cookie().contains("; Path=/peel/; "))
    }

    /// A proxy's own password comes with each request of the page.
    @Test func anotherKindOfPasswordDoesNotHideTheCookie() throws {
        let token = AccessToken()
        let policy = AccessPolicy(token: token, isSecure: true)
        let request = try HTTPRequest(
            .get, "/api", fields: ["Authorization": "Basic eDp5", "Cookie": "peel=\(token.text)"])
        #expect(policy.precheck(request) == nil)
    }

    @Test(arguments: [
        ("/peel", "/peel"), ("/peel/", "/peel"), ("/tools/my-peel_1", "/tools/my-peel_1"), ("/", ""), ("peel", nil),
        ("", nil), ("//peel", nil), ("/peel//", nil), ("/./peel", nil), ("/peel/..", nil), ("/a b", nil),
        ("/a%20b", nil),
        ("/é", nil), ("/a?b", nil),
    ])
    func aFolderIsAPlainPath(_ text: String, _ folder: String?) {
        var settings = ProxySettings()
        let isTaken = settings.show(in: text)
        #expect(isTaken == (folder != nil))
        #expect(settings.folder == folder ?? "")
    }

    @Test func whatIsNotAHostOrAnAddressIsRefused() {
        var settings = ProxySettings()
        for host in [
            "", "https://studio.example.org", "a b", "studio.example.org/peel", "*.example.org", "café.example",
        ] {
            let isTaken = settings.allow(host: host)
            #expect(!isTaken, "\(host)")
        }
        for address in ["", "localhost.example", "10.0.0.0/8", "*"] {
            let isTaken = settings.trust(address: address)
            #expect(!isTaken, "\(address)")
        }
        #expect(settings == ProxySettings())
    }

    @Test(arguments: Transport.allCases)
    func aServiceInAFolderHasItsPathsBelowItAndAPathWithoutTheLastSlashLeadsThere(
        _ transport: Transport
    ) async throws {
        var router = Router()
        router.add(.get, "/") { _, _ in .text("page") }
        router.add(.post, "/api/echo") { request, _ in HTTPResponse(type: "text/plain", request.body) }
        try await transport.with(MountedService(router, in: "/tools/peel")) { ask in
            #expect(try await ask("GET", "/tools/peel/", [:], []).text == "page")
            #expect(try await ask("POST", "/tools/peel/api/echo", [:], Array("x".utf8)).text == "x")
            let bare = try await ask("GET", "/tools/peel", [:], [])
            #expect(bare.status == 303 && bare.fields["Location"] == "peel/")
            let link = try await ask("GET", "/tools/peel?token=b%20c", [:], [])
            #expect(link.status == 303 && link.fields["Location"] == "peel/?token=b%20c")
            for path in ["/", "/api/echo", "/tools", "/tools/peelx/", "/tools/peel%2F"] {
                let other = try await ask("GET", path, [:], [])
                #expect(other.status == 404 && other.text.contains("/tools/peel/"), "\(path)")
            }
        }
        try await transport.with(MountedService(router, in: "")) { ask in
            let page = try await ask("GET", "/", [:], [])
            #expect(page.text == "page")
        }
    }
}

extension HTTPFields {
    fileprivate func replacing(_ name: String, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}
