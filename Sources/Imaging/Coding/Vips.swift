import CVips
import Synchronization

/// libvips, started once. Its own threads and caches are off: photos run in parallel instead, one a core.
enum Vips {
    /// Whether libvips could be started.
    static let isReady: Bool = {
        peel_vips_silence()
        let isReady = peel_vips_init() == 0
        isStarted.store(isReady, ordering: .releasing)
        return isReady
    }()

    /// Whether libvips has been initialised: a thread that never did must not ask it to clean up.
    private static let isStarted = Atomic(false)

    /// Frees what libvips keeps for the calling thread; to be called before a thread that decoded ends.
    static func threadEnds() {
        if isStarted.load(ordering: .acquiring) { vips_thread_shutdown() }
    }
}

/// Owns one reference to a libvips image. Stays in the function that made it.
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

    /// The result of an operation on this image; `nil` when it failed.
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
public enum ImagingLibraries {
    /// libvips' version as it says it itself, for example `8.14.1`.
    public static var vipsVersion: String { String(cString: vips_version_string()) }
}
