import Files
import Glibc
import TestSupport
import Testing

@testable import HTTPServing

@Suite struct CertificateTests {
    let temporary = TemporaryFolder()

    @Test func aCertificateIsForTheNamesAndAddressesThatItWasMadeFor() throws {
        let names = ["127.0.0.1", "::1", "192.168.1.7", "localhost", "a-b.local"]
        let made = try ServerCertificate.makeSelfSigned(for: names)
        let parsed = try X509Certificate(pem: made.certificatePEM)
        for name in ["127.0.0.1", "::1", "0:0:0:0:0:0:0:1", "192.168.1.7", "localhost", "A-B.local"] {
            let isFor = parsed.isFor(name)
            #expect(isFor, "\(name)")
        }
        for name in ["192.168.1.8", "::2", "b.local", "example.org", "Peel"] {
            let isFor = parsed.isFor(name)
            #expect(!isFor, "\(name)")
        }
        let isValid = [800, 830].map { days in parsed.isValid(for: .seconds(days * 86_400)) }
        #expect(isValid == [true, false])
        let pairs = made.fingerprint.split(separator: ":")
        #expect(pairs.count == 32 && pairs.allSatisfy { $0.count == 2 && $0 == $0.uppercased() })
        #expect(try ServerCertificate.makeSelfSigned(for: ["::1"]).fingerprint != made.fingerprint)
    }

    @Test(arguments: ["", "a b", "a,DNS:b", "a\nb", "é", "1.2.3.4/24"])
    func aCertificateIsNotMadeForWhatIsNotAName(_ name: String) {
        let error = #expect(throws: ServerError.self) { try ServerCertificate.makeSelfSigned(for: ["::1", name]) }
        #expect(error?.code == .certificate)
    }

    @Test func aCertificateIsKeptForItsOwnerAloneAndMadeAnewWhenItNoLongerFits() throws {
        let folder = temporary.path.appending("a/b")
        let first = try ServerCertificate.selfSigned(for: ["127.0.0.1", "localhost"], keptIn: folder)
        let path = folder.appending("server.pem")
        var status = stat()
        #expect(path.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try ServerCertificate.selfSigned(for: ["localhost"], keptIn: folder) == first)
        let second = try ServerCertificate.selfSigned(for: ["10.0.0.1"], keptIn: folder)
        #expect(second != first)
        #expect(try folder.names() == ["server.pem"])
        try temporary.write("nonsense", to: "a/b/server.pem")
        let third = try ServerCertificate.selfSigned(for: ["10.0.0.1"], keptIn: folder)
        #expect(third != second)
        #expect(try ServerCertificate.selfSigned(for: ["10.0.0.1"], keptIn: folder) == third)
    }

    @Test func aFolderThatCannotBeWrittenIsNamed() throws {
        let file = try temporary.write("x", to: "file")
        let error = #expect(throws: ServerError.self) { try ServerCertificate.selfSigned(for: ["::1"], keptIn: file) }
        #expect(error?.description.contains("\(file)") == true)
    }

    @Test func aCertificateAndAKeyAreReadFromFiles() throws {
        let made = try ServerCertificate.makeSelfSigned(for: ["::1"])
        let certificate = try temporary.write(made.certificatePEM, to: "cert.pem")
        let key = try temporary.write(made.keyPEM, to: "key.pem")
        #expect(try ServerCertificate(certificate: certificate, key: key) == made)

        func words(_ certificate: FilePath, _ key: FilePath) -> String {
            let error = #expect(throws: ServerError.self) { try ServerCertificate(certificate: certificate, key: key) }
            return error?.description ?? ""
        }
        let pair = "\(certificate), \(key): "
        #expect(words(key, certificate) == "\(key), \(certificate): there is no certificate in PEM")
        #expect(
            words(certificate, certificate)
                == "\(certificate), \(certificate): there is no private key in PEM, or it needs a password")
        let none = temporary.path.appending("none")
        #expect(words(none, key) == "cannot read \(none): there is no such file or folder")
        #expect(words(certificate, none) == "cannot read \(none): there is no such file or folder")
        try temporary.write(try ServerCertificate.makeSelfSigned(for: ["::1"]).keyPEM, to: "key.pem")
        #expect(words(certificate, key) == pair + "the key is not that of the certificate")
    }
}
