import CMicroHTTPD
import Glibc

/// Bytes that libmicrohttpd reads piece by piece.
final class BodyReader {
    private let bytes: [UInt8]
    /// The size up to which a body is copied and sent together with the header fields.
    static let shortest = 65_536

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns a response with these bytes; `nil` if there is no memory.
    static func response(_ bytes: [UInt8]) -> OpaquePointer? {
        if bytes.count <= shortest {
            return bytes.withUnsafeBytes { buffer in
                MHD_create_response_from_buffer(
                    buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
            }
        }
        let reader = Unmanaged.passRetained(BodyReader(bytes))
        let response = MHD_create_response_from_callback(
            UInt64(bytes.count), 65_536,
            { reader, position, buffer, count in
                guard let reader, let buffer else { return -2 }
                return Unmanaged<BodyReader>.fromOpaque(reader).takeUnretainedValue()
                    .read(UnsafeMutableRawBufferPointer(start: buffer, count: count), from: Int(position))
            }, reader.toOpaque(),
            { reader in
                if let reader { Unmanaged<BodyReader>.fromOpaque(reader).release() }
            })
        if response == nil { reader.release() }
        return response
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, from position: Int) -> Int {
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        return count
    }
}
