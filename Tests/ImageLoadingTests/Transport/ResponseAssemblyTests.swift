import HTTPMessages
import HTTPSending
import Testing

@testable import ImageLoading

@Suite struct ResponseAssemblyTests {
    private static let picture = Array(0..<UInt8(200))
    private static let tagged: HTTPFields = [
        "ETag": "\"1\"", "Content-Length": "200", "Last-Modified": "Sun, 06 Nov 1994 08:49:30 GMT",
    ]

    private func assembly(
        limit: Int = 1000, continued: PartialDownload? = nil, isConditional: Bool = false
    ) -> Subject {
        Subject(ResponseAssembly(byteLimit: limit, continued: continued, isConditional: isConditional))
    }

    /// The value in a box: the expectations' macro changes no variables.
    private final class Subject {
        private var value: ResponseAssembly

        init(_ value: ResponseAssembly) { self.value = value }
        func receive(_ event: TransportEvent) -> Bool { value.receive(event) }
        func outcome(_ error: TransportError?) -> ResponseAssembly.Outcome { value.outcome(error) }
        func partial(after outcome: ResponseAssembly.Outcome) -> ResponseAssembly.Partial {
            value.partial(after: outcome)
        }
    }

    private func partial(_ count: Int = 100) throws -> PartialDownload {
        try #require(PartialDownload(bytes: Array(Self.picture[..<count]), fields: Self.tagged))
    }

    private func head(_ status: Int, _ fields: HTTPFields = [:]) -> TransportEvent {
        .head(TransportHead(status: status, fields: fields))
    }

    private func code(_ outcome: ResponseAssembly.Outcome) -> ImageLoaderError.Code? {
        if case .failed(let code, _, _, _) = outcome { code } else { nil }
    }

    private func retry(_ outcome: ResponseAssembly.Outcome) -> ResponseAssembly.Retry? {
        if case .failed(_, _, _, let retry) = outcome { retry } else { nil }
    }

    @Test func piecesBecomeTheWhole() {
        let assembly = assembly()
        #expect(assembly.receive(head(200, Self.tagged)))
        for piece in [Self.picture[..<3], Self.picture[3...]] { #expect(assembly.receive(.body(Array(piece)))) }
        #expect(assembly.outcome(nil) == .complete(Self.picture, Self.tagged))
        #expect(assembly.partial(after: assembly.outcome(nil)) == .replaced(nil))
    }

    @Test func aBodyThatIsShorterOrLongerThanItsLengthIsALostConnection() {
        for count in [0, 199, 201] {
            let assembly = assembly()
            _ = assembly.receive(head(200, Self.tagged))
            _ = assembly.receive(.body([UInt8](repeating: 1, count: count)))
            #expect(code(assembly.outcome(nil)) == .connectionLost)
        }
        let packed = assembly()
        _ = packed.receive(head(200, ["Content-Encoding": "gzip", "Content-Length": "200"]))
        #expect(packed.outcome(nil) == .complete([], ["Content-Encoding": "gzip", "Content-Length": "200"]))
    }

    @Test func aHeadThatComesOnceMoreBeginsAnew() {
        let assembly = assembly(limit: 300)
        _ = assembly.receive(head(200, ["Content-Encoding": "gzip", "Content-Length": "9"]))
        _ = assembly.receive(head(200, ["Content-Length": "1"]))
        _ = assembly.receive(.body([7]))
        #expect(assembly.outcome(nil) == .complete([7], ["Content-Length": "1"]))
    }

    @Test func tooLargeIsToldByTheHeaderAndWithoutOneByTheBytes() {
        let told = assembly(limit: 199)
        #expect(!told.receive(head(200, Self.tagged)))
        #expect(code(told.outcome(TransportError(.stopped))) == .tooLarge)
        let endless = assembly(limit: 199)
        #expect(endless.receive(head(200)))
        #expect(endless.receive(.body(Array(Self.picture[..<199]))))
        #expect(!endless.receive(.body([1])))
        let outcome = endless.outcome(TransportError(.stopped))
        #expect(code(outcome) == .tooLarge && retry(outcome) == .never)
        #expect(endless.partial(after: outcome) == .replaced(nil), "it would only be too large again")
    }

    @Test func aClaimedLengthTakesNoMemory() {
        let assembly = assembly(limit: .max)
        #expect(assembly.receive(head(200, ["Content-Length": "\(Int.max)"])))
        #expect(code(assembly.outcome(nil)) == .connectionLost)
    }

    @Test func whatBrokeOffIsKeptWhereTheServerCanContinueIt() throws {
        for (fields, isKept) in [
            (Self.tagged, true), (["ETag": "W/\"1\""], false), ([:], false),
            (["ETag": "\"1\"", "Accept-Ranges": "none"], false),
            (["ETag": "\"1\"", "Content-Encoding": "gzip"], false),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:51:37 GMT"], true),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:39 GMT"], false),
        ] as [(HTTPFields, Bool)] {
            let assembly = assembly()
            _ = assembly.receive(head(200, fields))
            _ = assembly.receive(.body([1, 2, 3]))
            let outcome = assembly.outcome(TransportError(.connectionLost))
            #expect(code(outcome) == .connectionLost && retry(outcome) == .afterDelay)
            #expect(assembly.partial(after: outcome) == .replaced(PartialDownload(bytes: [1, 2, 3], fields: fields)))
            #expect((PartialDownload(bytes: [1, 2, 3], fields: fields) != nil) == isKept)
        }
    }

    @Test func whatWasKeptStaysKeptWhenTheNextRequestEndsBeforeItsHeader() throws {
        let assembly = assembly(continued: try partial())
        for error in [TransportError(.connectionLost), TransportError(.cancelled)] {
            #expect(assembly.partial(after: assembly.outcome(error)) == .unchanged)
        }
    }

    @Test func status206ContinuesAndWhatIsWholeHasTheHeaderOfBoth() throws {
        let assembly = assembly(continued: try partial())
        #expect(assembly.receive(head(206, ["Content-Range": "bytes 100-199/200", "ETag": "\"1\"", "X": "2"])))
        #expect(assembly.receive(.body(Array(Self.picture[100...]))))
        guard case .complete(let bytes, let fields) = assembly.outcome(nil) else {
            Issue.record("it is whole")
            return
        }
        #expect(bytes == Self.picture)
        #expect(fields["Content-Length"] == "200" && fields["X"] == "2")
    }

    @Test func status206OfUnknownLengthIsAsLongAsTheWholeWas() throws {
        for (end, isWhole) in [(150, false), (200, true)] {
            let assembly = assembly(continued: try partial())
            #expect(assembly.receive(head(206, ["Content-Range": "bytes 100-\(end - 1)/*"])))
            #expect(assembly.receive(.body(Array(Self.picture[100..<end]))))
            #expect(code(assembly.outcome(nil)) == (isWhole ? nil : .connectionLost))
        }
    }

    @Test func status206ThatBreaksOffAgainIsKeptWithAllItHas() throws {
        let assembly = assembly(continued: try partial())
        _ = assembly.receive(head(206, ["Content-Range": "bytes 100-199/200"]))
        _ = assembly.receive(.body(Array(Self.picture[100..<150])))
        let kept = assembly.partial(after: assembly.outcome(TransportError(.connectionLost)))
        #expect(kept == .replaced(PartialDownload(bytes: Array(Self.picture[..<150]), fields: Self.tagged)))
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 99-199/200"], ["Content-Range": "bytes 101-199/200"], [:],
            ["Content-Range": "bytes 100-199/200", "ETag": "\"2\""], ["Content-Range": "bytes */200"],
            ["Content-Range": "bytes 100-299/300"],
            ["Content-Range": "bytes 100-199/200", "Last-Modified": "Mon, 07 Nov 1994 08:49:30 GMT"],
        ] as [HTTPFields])
    func status206WithAnotherPartOrOfAnotherVersionIsAskedForAsAWhole(_ fields: HTTPFields) throws {
        let assembly = assembly(continued: try partial())
        #expect(!assembly.receive(head(206, fields)))
        let outcome = assembly.outcome(TransportError(.stopped))
        #expect(retry(outcome) == .atOnce)
        #expect(assembly.partial(after: outcome) == .replaced(nil))
    }

    @Test func status200StartsAnew416AsksForTheWholeAnd206ThatNobodyAskedForIsWrong() throws {
        let whole = assembly(continued: try partial())
        _ = whole.receive(head(200, ["Content-Length": "2"]))
        _ = whole.receive(.body([8, 9]))
        #expect(whole.outcome(nil) == .complete([8, 9], ["Content-Length": "2"]))
        let beyond = assembly(continued: try partial())
        _ = beyond.receive(head(416))
        #expect(retry(beyond.outcome(nil)) == .atOnce)
        #expect(beyond.partial(after: beyond.outcome(nil)) == .replaced(nil))
        let unasked = assembly()
        #expect(!unasked.receive(head(206, ["Content-Range": "bytes 0-1/2"])))
        let outcome = unasked.outcome(TransportError(.stopped))
        #expect(code(outcome) == .badResponse && retry(outcome) == .never)
    }

    @Test func status304CountsOnlyWhereItWasAskedFor() {
        let asked = assembly(isConditional: true)
        _ = asked.receive(head(304, ["X": "1"]))
        #expect(asked.outcome(nil) == .notModified(["X": "1"]))
        let unasked = assembly()
        _ = unasked.receive(head(304))
        #expect(code(unasked.outcome(nil)) == .http(304))
    }

    @Test(
        arguments: [
            (404, .never), (403, .never), (204, .never), (500, .afterDelay), (503, .afterDelay), (429, .afterDelay),
            (408, .afterDelay), (501, .never),
        ] as [(Int, ResponseAssembly.Retry)])
    func aStatusSaysWhetherToTryAgain(_ status: Int, _ expected: ResponseAssembly.Retry) {
        let assembly = assembly()
        _ = assembly.receive(head(status))
        let outcome = assembly.outcome(nil)
        #expect(code(outcome) == .http(status) && retry(outcome) == expected)
    }

    @Test func retryAfterIsReadAsSecondsAndAsADate() {
        for (fields, expected) in [
            (["Retry-After": "7"], .after(7)), (["Retry-After": "-7"], .after(0)),
            (["Retry-After": "nan"], .afterDelay), (["Retry-After": "1e30"], .after(1e9)),
            (["Retry-After": "99999999999999999"], .after(1e9)),
            (["Retry-After": "soon"], .afterDelay),
            (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:30 GMT"], .after(7)),
        ] as [(HTTPFields, ResponseAssembly.Retry)] {
            let assembly = assembly()
            _ = assembly.receive(head(503, fields))
            #expect(retry(assembly.outcome(nil)) == expected)
        }
    }

    @Test func anErrorKeepsWhatTheServerSaysUpTo64KiB() {
        let assembly = assembly()
        _ = assembly.receive(head(404, ["X": "1"]))
        #expect(assembly.receive(.body(Array("no such day".utf8))))
        guard case .failed(_, _, let response, _) = assembly.outcome(nil) else {
            Issue.record("it is another case")
            return
        }
        #expect(response == .init(status: 404, fields: ["X": "1"], body: Array("no such day".utf8)))
        #expect(!assembly.receive(.body([UInt8](repeating: 0, count: 1 << 17))))
        guard case .failed(let code, _, let cut, _) = assembly.outcome(TransportError(.stopped)) else {
            Issue.record("it is another case")
            return
        }
        #expect(code == .http(404) && cut?.body.count == 64 << 10)
    }

    @Test func anAnswerWithoutAHeaderIsALostConnection() {
        #expect(code(assembly().outcome(nil)) == .connectionLost)
    }

    @Test func contentRange() {
        #expect(ContentRange("bytes 1-2/3") == ContentRange("Bytes 1-2/3"))
        #expect(ContentRange("bytes 1-2/*")?.total == nil)
        for text in ["bytes 2-1/3", "bytes 1-3/3", "bytes 1-/3", "items 1-2/3", "bytes 1-2", "bytes -1-2/3", ""] {
            #expect(ContentRange(text) == nil)
        }
    }
}
