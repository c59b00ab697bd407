import HTTPMessages
import HTTPSending
import Testing

@testable import ObjectStorage

/// The examples of Amazon's documentation, "Signature Calculations for the Authorization Header".
@Suite struct StorageSigningTests {
    private let signing = StorageSigning(
        region: "us-east-1",
        credentials: StorageCredentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", sessionToken: nil)
    )
    /// 24 May 2013, midnight.
    private let time = 1_369_353_600

    private func authorization(
        _ method: StorageRequest.Method, _ key: String, query: [String: String] = [:], fields: HTTPFields = [:]
    ) -> String? {
        let object = ObjectAddress(bucket: "examplebucket", key: key)
        let request = StorageRequest(method: method, object: object, query: query, fields: fields)
        // The examples are older than the region in the host's name.
        let path = StorageEndpoint.amazon.url(object, query: query, region: "us-east-1").split(
            separator: "/", maxSplits: 2)[2]
        let url = "https://examplebucket.s3.amazonaws.com/\(path)"
        return signing.fields(of: request, to: url, at: time)["Authorization"]
    }

    @Test func aPartOfAnObject() {
        #expect(
            authorization(.get, "test.txt", fields: ["Range": "bytes=0-9"])
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func aQueryWithoutAValue() throws {
        let signed = try #require(authorization(.get, "", query: ["lifecycle": ""]))
        #expect(signed.hasSuffix("=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
    }

    @Test func aListOfObjects() throws {
        let signed = try #require(authorization(.get, "", query: ["prefix": "J", "max-keys": "2"]))
        #expect(signed.hasSuffix("=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test func withoutCredentialsNothingIsSigned() {
        let signing = StorageSigning(region: "us-east-1", credentials: nil)
        let request = StorageRequest(method: .put, object: ObjectAddress(bucket: "b", key: "k"))
        #expect(signing.fields(of: request, to: "https://b.example/k").pairs.map(\.0) == ["Content-Type"])
    }
}
