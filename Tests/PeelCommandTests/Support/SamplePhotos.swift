import Peel
import TestSupport

/// Files that a person might hand over.
enum SamplePhotos {
    static let ball: [UInt8] = file { try SyntheticPhoto.ball().png() }
    static let twoBalls: [UInt8] = file { try SyntheticPhoto.twoBalls().png() }
    static let ballAsWebP: [UInt8] = file { try ImageEncoder(.webp()).encode(SyntheticPhoto.ball().bitmap) }

    /// A PNG of a kilobyte that claims 50,000 × 50,000 pixels.
    static let huge: [UInt8] = {
        let claimed: [UInt8] = [0, 0, 0xC3, 0x50]
        let header = Array("IHDR".utf8) + claimed + claimed + [8, 2, 0, 0, 0]
        let data = Array("IDAT".utf8) + [0x78, 0x9C] + [UInt8](repeating: 0, count: 1000)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk(header) + chunk(data)
    }()

    private static func file(_ make: () throws -> [UInt8]) -> [UInt8] {
        do { return try make() } catch { preconditionFailure("a photo for the tests: \(error)") }
    }

    private static func chunk(_ typeAndData: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(typeAndData.count - 4)) + typeAndData + bigEndian(crc32(typeAndData))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// PNG specification, annex D.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return ~crc
    }
}
