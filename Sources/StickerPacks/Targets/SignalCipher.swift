import CCrypto
import Files

/// How Signal encrypts sticker packs: a key for each pack, which its link has and Signal's servers do not. From it,
/// HKDF-SHA256 (RFC 5869) without salt gives a key for AES-256-CBC and one for HMAC-SHA256.
struct SignalCipher {
    private let encryptionKey: [UInt8]
    private let authenticationKey: [UInt8]

    static let keyLength = 32
    private static let blockLength = 16
    private static let macLength = 32

    /// - Precondition: the key has 32 bytes.
    init(packKey: [UInt8]) {
        precondition(packKey.count == Self.keyLength, "a pack's key has 32 bytes")
        let secret = Self.mac(packKey, key: [UInt8](repeating: 0, count: Self.macLength))
        let info = Array("Sticker Pack".utf8)
        encryptionKey = Self.mac(info + [1], key: secret)
        authenticationKey = Self.mac(encryptionKey + info + [2], key: secret)
    }

    /// 32 bytes of the system's own randomness.
    static func newKey() -> [UInt8] { randomBytes(keyLength) }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// The initial vector, the encrypted bytes, and the code that authenticates both.
    func seal(_ bytes: [UInt8]) -> [UInt8] {
        let vector = Self.randomBytes(Self.blockLength)
        guard let encrypted = crypt(bytes, vector: vector, encrypts: true) else {
            preconditionFailure("libcrypto can encrypt")
        }
        return vector + encrypted + Self.mac(vector + encrypted, key: authenticationKey)
    }

    /// What was sealed; `nil` when a bit of it is not as it was, or another key was used.
    func open(_ sealed: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 2 * Self.blockLength + Self.macLength else { return nil }
        let body = Array(sealed.dropLast(Self.macLength))
        let expected = Self.mac(body, key: authenticationKey)
        guard zip(expected, sealed.suffix(Self.macLength)).allSatisfy({ $0 == $1 }) else { return nil }
        return crypt(
            Array(body.dropFirst(Self.blockLength)), vector: Array(body.prefix(Self.blockLength)), encrypts: false)
    }

    private func crypt(_ bytes: [UInt8], vector: [UInt8], encrypts: Bool) -> [UInt8]? {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("libcrypto has no memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_CipherInit_ex(context, EVP_aes_256_cbc(), nil, encryptionKey, vector, encrypts ? 1 : 0) == 1 else {
            return nil
        }
        var output = [UInt8](repeating: 0, count: bytes.count + Self.blockLength)
        var count: CInt = 0
        guard EVP_CipherUpdate(context, &output, &count, bytes, CInt(bytes.count)) == 1 else { return nil }
        var rest: CInt = 0
        let isFinished = output.withUnsafeMutableBufferPointer {
            EVP_CipherFinal_ex(context, $0.baseAddress.map { $0 + Int(count) }, &rest)
        }
        guard isFinished == 1 else { return nil }
        return Array(output.prefix(Int(count + rest)))
    }

    private static func mac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        SHA256Digest(authenticating: bytes, key: key).bytes
    }
}
