import CCrypto

/// The owner of a libcrypto file in memory.
struct MemoryFile: ~Copyable {
    let handle: OpaquePointer

    init() {
        handle = Self.made(BIO_new(BIO_s_mem()))
    }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init()
        let count = BIO_write(handle, bytes, CInt(clamping: bytes.count))
        precondition(count == bytes.count || bytes.isEmpty, "libcrypto has no memory")
    }

    deinit {
        BIO_free(handle)
    }

    var bytes: [UInt8] {
        var start: UnsafePointer<UInt8>?
        let count = peel_memory_bytes(handle, &start)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    private static func made(_ handle: OpaquePointer?) -> OpaquePointer {
        guard let handle else { preconditionFailure("libcrypto has no memory") }
        return handle
    }
}
