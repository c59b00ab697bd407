import HTTPMessages
import Testing

@testable import HTTPServing

@Suite struct RequestTests {
    @Test func aTargetIsAPathAndAQueryEachPartDecodedByItself() throws {
        let request = try HTTPRequest(
            .get, "/photos/a%2Fb/caf%C3%A9+x?name=cat%20one.jpg&name=two+words&empty&x=%3D%26")
        #expect(request.segments == ["photos", "a/b", "café+x"])
        #expect(request.path == "/photos/a/b/café+x")
        #expect(request.query.map(\.name) == ["name", "name", "empty", "x"])
        #expect(request.query.map(\.value) == ["cat one.jpg", "two words", "", "=&"])
        #expect(request.query("name") == "cat one.jpg")
        #expect(request.query("missing") == nil)
        #expect(try HTTPRequest(.get, "/").segments == [""])
        #expect(try HTTPRequest(.get, "/a/").segments == ["a", ""])
        #expect(try HTTPRequest(.get, "/?").query == [])
    }

    @Test(arguments: [
        "", "a", "*", "http://localhost/", "/%", "/%4", "/%zz", "/%+1", "/%00", "/%ff", "/?a=%ff", "/?%=1", "/../a",
        "/%2e%2E/a", "/a/./b",
    ])
    func whatIsNotATargetIsRefused(_ target: String) {
        let error = #expect(throws: HTTPError.self) { try HTTPRequest(.get, target) }
        #expect(error?.status == .badRequest)
    }

    @Test func aRangeIsForGETAlone() throws {
        var answer = HTTPResponse(.ok, fields: ["Accept-Ranges": "bytes"])
        answer.body = .bytes(Array("0123456789".utf8))
        for (method, status, length) in [(HTTPMethod.get, HTTPStatus.partialContent, 2), (.head, .ok, 10)] {
            let request = try HTTPRequest(method, "/", fields: ["Range": "bytes=0-1"])
            let sent = answer.finished(for: request, adding: [:])
            #expect(sent.status == status && sent.body.count == length)
        }
    }

    @Test func aCookieIsFoundAmongOthers() throws {
        func cookie(_ fields: HTTPFields) throws -> String? {
            try HTTPRequest(.get, "/", fields: fields).cookie("peel")
        }
        #expect(try cookie([:]) == nil)
        #expect(try cookie(["Cookie": "a=1; peel=x=y; b=2"]) == "x=y")
        #expect(try cookie(["Cookie": "xpeel=1; peelx=2; peel"]) == nil)
        #expect(try cookie(["Cookie": "a=1", "cookie": "peel=2"]) == "2")
    }

    @Test func fieldsHaveNamesInAnyCaseAndValuesWithoutEndsOfLines() {
        var fields: HTTPFields = ["Content-Type": "a", "X": "1"]
        fields.append("x", "2, 3,,")
        #expect(fields["CONTENT-TYPE"] == "a")
        #expect(fields.values("X") == ["1", "2, 3,,"])
        #expect(fields.list("x") == ["1", "2", "3"])
        fields["x"] = "4\r\nSet-Cookie: evil"
        #expect(fields.values("X") == ["4Set-Cookie: evil"])
        fields["x"] = nil
        #expect(fields.fields == [HTTPFields.Field("Content-Type", "a")])
        fields["N\r\n: ame"] = "é\u{0}\t"
        #expect(fields.fields.last == HTTPFields.Field("Name", "é\t"))
        fields.setMissing(["content-type": "b", "New": "c"])
        #expect(fields["Content-Type"] == "a" && fields["New"] == "c")
    }

    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)),
            ("bytes=90-1000", .part(90..<100)),
            ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)), ("Bytes= 5-5 ", .part(5..<6)),
            ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=9-5", .whole), ("bytes=0-1,5-6", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
            ("bytes=+1-5", .whole), ("items=0-1", .whole), ("bytes=99999999999999999999-", .whole),
        ] as [(String?, ByteRange)])
    func aRangeIsAPartOfWhatIsThere(_ field: String?, _ range: ByteRange) {
        #expect(ByteRange(field, of: 100) == range)
    }

    @Test func nothingHasNoPart() {
        #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", of: 0) == .unsatisfiable)
    }

    @Test func anErrorIsJSON() async throws {
        let response = HTTPResponse(
            HTTPError(.conflict, code: "a\"b", "line\nnext\u{1}\\ é", fields: ["Retry-After": "2"]))
        guard case .bytes(let bytes) = response.body else { throw HTTPError.badRequest("no bytes") }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"error":{"code":"a\"b","message":"line\nnext\u0001\\ é"}}"#)
        #expect(response.fields["Content-Type"] == "application/json" && response.fields["Retry-After"] == "2")
    }

    @Test(arguments: [
        ("gzip", true), ("deflate, GZIP;q=0.5", true), ("*", true), ("br, *;q=0.1", true), ("gzip;q=0, *", false),
        ("identity", false), ("gzip; q=0.000", false), ("gzip;q=much", false), ("x-gzip", false), ("", false),
    ])
    func aCodingIsTakenByAClientThatNamesIt(_ field: String, _ isTaken: Bool) throws {
        let request = try HTTPRequest(.get, "/", fields: ["Accept-Encoding": field])
        #expect(request.accepts(coding: "gzip") == isTaken)
        #expect(try !HTTPRequest(.get, "/").accepts(coding: "gzip"))
    }
}
