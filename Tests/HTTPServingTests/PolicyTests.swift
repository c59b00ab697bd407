import HTTPMessages
import Testing

@testable import HTTPServing

@Suite struct PolicyTests {
    private func status(
        _ precheck: (HTTPRequest) -> HTTPResponse?, _ method: HTTPMethod, _ target: String, fields: HTTPFields
    ) throws -> Int? {
        precheck(try HTTPRequest(method, target, fields: fields))?.status.rawValue
    }

    private func status(_ precheck: (HTTPRequest) -> HTTPResponse?, _ fields: HTTPFields) throws -> Int? {
        try status(precheck, .get, "/api", fields: fields)
    }

    @Test(arguments: [
        "localhost:4747", "LOCALHOST:4747", "localhost.:4747", "peel.localhost:4747", "127.0.0.1:4747", "[::1]:4747",
        "192.168.1.7:4747", "desk.local:4747",
        // A tunnel or a proxy of this machine has a port of its own.
        "localhost", "localhost:80", "localhost:4748", "peel.localhost:1", "127.0.0.9:4748", "[::1]",
    ])
    func aHostOfThisServerIsAllowed(_ host: String) throws {
        let policy = HostPolicy(names: ["Desk.local"], port: 4747, isSecure: false)
        #expect(try status(policy.precheck, ["Host": host]) == nil)
    }

    @Test(arguments: [
        "evil.example:4747", "localhost.evil.example:4747", "evil-localhost:4747", "127.0.0.1.evil.example:4747",
        "evil.example", "192.168.1.7:4748", "192.168.1.7", "desk.local:4748",
    ])
    func anotherHostIsRefused(_ host: String) throws {
        let policy = HostPolicy(names: ["desk.local"], port: 4747, isSecure: false)
        #expect(try status(policy.precheck, ["Host": host]) == 421)
    }

    @Test(arguments: [
        "", ":4747", "a b:4747", "localhost:x", "localhost:4747:1", "[::1", "[x]:4747", "a@localhost:4747",
    ])
    func whatIsNotAHostIsRefused(_ host: String) throws {
        let policy = HostPolicy(port: 4747, isSecure: false)
        #expect(try status(policy.precheck, ["Host": host]) == 400)
    }

    @Test func exactlyOneHostIsNamedAndItsPortMayBeLeftOutWhereItIsTheSchemes() throws {
        #expect(try status(HostPolicy(port: 80, isSecure: false).precheck, [:]) == 400)
        #expect(try status(HostPolicy(port: 80, isSecure: false).precheck, ["Host": "[::1]", "host": "[::1]"]) == 400)
        #expect(try status(HostPolicy(port: 80, isSecure: false).precheck, ["Host": "[::1]"]) == nil)
        #expect(try status(HostPolicy(port: 443, isSecure: true).precheck, ["Host": "10.0.0.1"]) == nil)
        #expect(try status(HostPolicy(port: 443, isSecure: true).precheck, ["Host": "10.0.0.1:80"]) == 421)
        #expect(try status(HostPolicy(port: nil, isSecure: true).precheck, ["Host": "10.0.0.1:80"]) == nil)
    }

    @Test(
        arguments: [
            [:], ["Origin": "http://localhost:4747"],
            ["Origin": "http://LOCALHOST:4747", "Sec-Fetch-Site": "same-origin"],
            ["Sec-Fetch-Site": "none"],
        ] as [HTTPFields])
    func theOwnPageAndProgramsMayChangeThings(_ fields: HTTPFields) throws {
        var fields = fields
        fields["Host"] = "localhost:4747"
        #expect(try status(OriginPolicy(isSecure: false).precheck, .post, "/api", fields: fields) == nil)
        #expect(try status(OriginPolicy(isSecure: false).precheck, .get, "/api/v1/events", fields: fields) == nil)
    }

    @Test(
        arguments: [
            ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "https://localhost:4747"],
            ["Origin": "http://localhost:4748"], ["Origin": "http://localhost"], ["Origin": ""],
            ["Origin": "http://localhost:4747", "Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Origin": "http://localhost:4747", "origin": "http://evil.example"],
        ] as [HTTPFields])
    func otherPagesMayOnlyLookAndNotAtTheAPI(_ fields: HTTPFields) throws {
        var fields = fields
        fields["Host"] = "localhost:4747"
        let policy = OriginPolicy(isSecure: false)
        for method in [HTTPMethod.post, .put, .delete, .patch, HTTPMethod(rawValue: "X")] {
            #expect(try status(policy.precheck, method, "/api", fields: fields) == 403)
        }
        for method in [HTTPMethod.get, .head, .options] {
            for path in ["/", "/health", "/app.js", "/apis"] {
                #expect(try status(policy.precheck, method, path, fields: fields) == nil)
            }
            for path in ["/api", "/api/v1/stickers.zip", "/%61pi/v1/events", "/api/"] {
                #expect(try status(policy.precheck, method, path, fields: fields) == 403)
            }
        }
    }

    @Test func tokensAreLongDifferAndAreToldApartInEachPlace() throws {
        let token = AccessToken()
        #expect(token.text.utf8.count == 32 && AccessToken(token.text) == token && AccessToken() != token)
        #expect(token.matches(token.text))
        for index in token.text.indices {
            var other = token.text
            other.replaceSubrange(index...index, with: other[index] == "A" ? "B" : "A")
            #expect(!token.matches(other))
        }
        #expect(!token.matches("") && !token.matches(token.text + token.text) && !token.matches(token.text + "A"))
        #expect(AccessToken("tooShort") == nil && AccessToken(String(repeating: "!", count: 32)) == nil)
    }

    @Test func theTokenOpensTheServerAsAHeaderACookieOrALink() throws {
        let token = AccessToken()
        let policy = AccessPolicy(token: token, isSecure: true)
        #expect(try status(policy.precheck, [:]) == 401)
        #expect(try status(policy.precheck, .get, "/health", fields: [:]) == nil)
        #expect(try status(policy.precheck, .post, "/health", fields: [:]) == 401)
        #expect(try status(policy.precheck, ["Authorization": "Bearer \(token.text)"]) == nil)
        #expect(try status(policy.precheck, ["Authorization": "bearer \(token.text)"]) == nil)
        #expect(try status(policy.precheck, ["Authorization": "Basic \(token.text)"]) == 401)
        #expect(try status(policy.precheck, ["Authorization": "Bearer \(token.text)x"]) == 401)
        #expect(try status(policy.precheck, ["Cookie": "peel=\(token.text)"]) == nil)
        #expect(try status(policy.precheck, ["Cookie": "peel=x"]) == 401)
        #expect(try status(policy.precheck, .get, "/api?token=\(token.text)", fields: [:]) == 401)
        #expect(try status(policy.precheck, .get, "/?token=x", fields: ["Cookie": "peel=\(token.text)"]) == 401)
        #expect(try status(policy.precheck, .post, "/?token=\(token.text)", fields: [:]) == 401)
        let showingThePage = AccessPolicy(token: token, isSecure: true, openPaths: ["/"])
        #expect(try status(showingThePage.precheck, .get, "/?token=x", fields: [:]) == nil)
        #expect(try status(showingThePage.precheck, .get, "/api", fields: [:]) == 401)
        let welcome = try #require(policy.precheck(try HTTPRequest(.get, "/?token=\(token.text)")))
        #expect(welcome.status == .seeOther && welcome.fields["Location"] == "./")
        let cookie = try #require(welcome.fields["Set-Cookie"])
        #expect(cookie.hasPrefix("peel=\(token.text); Path=/; "))
        for word in ["HttpOnly", "SameSite=Strict", "Secure"] { #expect(cookie.contains("; \(word)")) }
        let plain = AccessPolicy(token: token, isSecure: false)
        let plainCookie = plain.precheck(try HTTPRequest(.get, "/?token=\(token.text)"))?.fields["Set-Cookie"]
        #expect(plainCookie?.contains("Secure") == false)
    }
}
