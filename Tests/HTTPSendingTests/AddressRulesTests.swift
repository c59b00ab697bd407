import Glibc
import HTTPMessages
import Testing

@testable import HTTPSending

@Suite struct AddressRulesTests {
    private func isPublic(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return AddressRules.isPublic(Array(bytes[..<4])) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else {
            Issue.record("\(text) is an address")
            return false
        }
        return AddressRules.isPublic(bytes)
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "fe80::1",
        "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "2002:c0a8:101::1",
        "64:ff9b::7f00:1", "64:ff9b::10.1.2.3", "64:ff9b:1::1", "100::1", "3fff::1", "4000::1",
    ])
    func privateAndSpecialAddressesAreNotPublic(_ address: String) {
        #expect(!isPublic(address))
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255",
        "169.253.1.1", "172.15.255.255", "172.32.0.1", "192.167.1.1", "192.169.0.1", "198.17.1.1", "198.20.0.1",
        "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
        "2002:808:808::1", "2001:4860:4860::8888",
    ])
    func addressesOfThePublicInternetAre(_ address: String) {
        #expect(isPublic(address))
    }

    @Test func whatIsNotAnInternetAddressIsNotPublic() {
        #expect(!AddressRules.isPublic([]))
        #expect(!AddressRules.isPublic([8, 8, 8]))
    }
}

@Suite struct HeaderReaderTests {
    private func events(_ lines: String...) -> [HeaderReader.Event] {
        var reader = HeaderReader(followsRedirects: true)
        return lines.map { line in Array("\(line)\r\n".utf8).withUnsafeBytes { reader.read($0) } }
            .filter { $0 != .nothing }
    }

    @Test func redirectsAndEarlyAnswersAreNotTheHead() {
        let found = events(
            "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 302 Found", "location: /b", "", "HTTP/2 200",
            "Content-Type:  image/png ", "x: a:b", "", "Trailer: 1", "")
        let head = TransportHead(
            status: 200, fields: ["Content-Type": "image/png", "x": "a:b"],
            redirects: [TransportHead(status: 302, fields: ["location": "/b"])])
        #expect(found == [.activity, .activity, .head(head)])
    }

    @Test func aRedirectThatLeadsNowhereIsTheAnswer() {
        #expect(events("HTTP/1.0 302", "") == [.head(TransportHead(status: 302))])
        #expect(
            events("HTTP/1.1 304 Not Modified", "Location: x", "").first
                == .head(TransportHead(status: 304, fields: ["Location": "x"])))
    }

    @Test func linesThatAreNotFieldsDoNoHarm() {
        #expect(events("HTTP/", "", "HTTP/1.1 200 OK", "nonsense", ":", "é\u{1}: ü", "").last != nil)
    }

    @Test func aHeaderWithoutAnEndIsTooLong() {
        var reader = HeaderReader(followsRedirects: true)
        let line = Array(("X: " + String(repeating: "a", count: 60_000) + "\r\n").utf8)
        let events = (0..<5).map { _ in line.withUnsafeBytes { reader.read($0) } }
        #expect(events.prefix(4).allSatisfy { $0 == .nothing } && events.last == .tooLong)
    }
}
