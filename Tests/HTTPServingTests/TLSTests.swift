import CTLSClient
import Glibc
import HTTPMessages
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

@Suite struct TLSTests {
    /// Shakes hands, trusting that certificate alone, and asks for something.
    private static func ask(_ request: String, port: Int, trusting pem: String, address: String) throws -> String {
        let socket = try RawClient(port: port)
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw RawClient.Failure(reason: "no context") }
        defer { SSL_CTX_free(context) }
        let file = MemoryFile(pem)
        let certificate = PEM_read_bio_X509(file.handle, nil, nil, nil)
        defer { X509_free(certificate) }
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate)
        let ssl = SSL_new(context)
        defer { SSL_free(ssl) }
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), address)
        SSL_set_verify(ssl, SSL_VERIFY_PEER, nil)
        SSL_set_fd(ssl, socket.socket)
        guard SSL_connect(ssl) == 1 else {
            throw RawClient.Failure(reason: "no handshake: \(SSL_get_verify_result(ssl))")
        }
        let bytes = Array(request.utf8)
        guard SSL_write(ssl, bytes, CInt(bytes.count)) == bytes.count else { throw RawClient.Failure(reason: "write") }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while case let count = SSL_read(ssl, &piece, CInt(piece.count)), count > 0 { text += piece[..<Int(count)] }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func aClientThatTrustsTheCertificateIsServedForItsAddressAlone() async throws {
        let certificate = try ServerCertificate.makeSelfSigned(for: ["127.0.0.1", "localhost"])
        let other = try ServerCertificate.makeSelfSigned(for: ["127.0.0.1"])
        try await withServer(RouterTests.router, certificate: certificate) { server in
            let port = server.address.port
            #expect(server.address.url == "https://127.0.0.1:\(port)/")
            let get = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            try await blocking {
                let pem = certificate.certificatePEM
                let answer = try Self.ask(get, port: port, trusting: pem, address: "127.0.0.1")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nhome"))
                let events = "GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                #expect(try Self.ask(events, port: port, trusting: pem, address: "127.0.0.1").utf8.count > 200_000)
                #expect(throws: RawClient.Failure.self) {
                    try Self.ask(get, port: port, trusting: pem, address: "127.0.0.2")
                }
                #expect(throws: RawClient.Failure.self) {
                    try Self.ask(get, port: port, trusting: other.certificatePEM, address: "127.0.0.1")
                }
            }
        }
    }

    @Test func plainTextToAServerThatSpeaksTLSIsNotAnswered() async throws {
        let certificate = try ServerCertificate.makeSelfSigned(for: ["127.0.0.1"])
        try await withServer(RouterTests.router, certificate: certificate) { server in
            let port = server.address.port
            try await blocking {
                let client = try RawClient(port: port)
                try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = (try? client.readToEnd()) ?? []
                #expect(!String(decoding: answer, as: UTF8.self).contains("home"))
            }
        }
    }
}
