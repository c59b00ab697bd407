import CVips
import Synchronization

/// libvips, started once, without its own threads and caches: photos run in parallel instead, one a core.
enum Vips {
    /// Whether libvips could be started.
    static let isReady: Bool = {
        peel_vips_silence()
        let isReady = peel_vips_init() == 0
        isStarted.store(isReady, ordering: .releasing)
        return isReady
    }()

    /// Whether libvips is initialised. A thread that never did it must not clean up.
    private static let isStarted = Atomic(false)

    /// Frees what libvips keeps for the calling thread. Call it before a thread that decoded ends.
    static func threadEnds() {
        if isStarted.load(ordering: .acquiring) { vips_thread_shutdown() }
    }
}

/// The owner of one reference to a libvips image. It stays in the function that made it.
struct VipsHandle: ~Copyable {
    let image: UnsafeMutablePointer<VipsImage>

    init?(_ image: UnsafeMutablePointer<VipsImage>?) {
        guard let image else {
            vips_error_clear()
            return nil
        }
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    var size: PixelSize { PixelSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize)) }
    var bands: Int { Int(image.pointee.Bands) }

    /// Returns the result of an operation on this image; `nil` if it failed.
    borrowing func applying(
        _ operation: (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> CInt
    ) -> VipsHandle? {
        var result: UnsafeMutablePointer<VipsImage>?
        guard operation(image, &result) == 0 else {
            if let result { g_object_unref(result) }
            vips_error_clear()
            return nil
        }
        return VipsHandle(result)
    }
}

/// The versions of the libraries that read and write pictures.
package enum ImagingLibraries {
    /// The version of libvips, such as `8.14.1`.
    package static var vipsVersion: String { String(cString: vips_version_string()) }
}
