import Testing

@testable import ImageLoading

@Suite struct DataURLTests {
    @Test(
        arguments: [
            ("data:,A%20b%C3%bc", Array("A bü".utf8)), ("data:text/plain;base64,QUI=", [65, 66]),
            ("DATA:;BASE64,QUI", [65, 66]), ("data:image/png;charset=x;base64,-_%2B/", [0xFB, 0xFF, 0xBF]),
            ("data:;base64,Q%0AU%20I=", [65, 66]), ("data:,", []), ("data:;base64,", []), ("data:,a,b", [97, 44, 98]),
        ] as [(String, [UInt8])])
    func whatIsInTheAddressComesOut(_ address: String, _ bytes: [UInt8]) throws {
        #expect(try DataURL.bytes(of: address, limit: 100) == bytes)
    }

    @Test(arguments: [
        "data:", "data:;base64", "data:,%4", "data:,%zz", "data:;base64,Q", "data:;base64,Q=Q", "data:;base64,§§",
    ])
    func whatIsMalformedIsRefused(_ address: String) {
        #expect(throws: DataURL.Failure.malformed) { try DataURL.bytes(of: address, limit: 100) }
    }

    @Test func theLimitCountsBytes() throws {
        #expect(try DataURL.bytes(of: "data:,abc", limit: 3).count == 3)
        #expect(throws: DataURL.Failure.tooLarge) { try DataURL.bytes(of: "data:,abcd", limit: 3) }
        #expect(throws: DataURL.Failure.tooLarge) { try DataURL.bytes(of: "data:;base64,QUJDRA==", limit: 3) }
        let long = "data:," + String(repeating: "a", count: 1000)
        #expect(throws: DataURL.Failure.tooLarge) { try DataURL.bytes(of: long, limit: 3) }
    }
}
