import CVips

extension Bitmap {
    /// How pixels are weighted when a bitmap is resampled.
    public enum ResamplingKernel: Hashable, Sendable {
        /// Triangle, widened when shrinking so that every pixel counts: what networks are trained on.
        case linear
        /// Lanczos with three lobes: what people look at.
        case lanczos3
    }

    /// The bitmap resampled to `target`, colours weighted by alpha. The aspect is not kept.
    ///
    /// Blocks the calling thread; belongs on the photo executor.
    public func resized(to target: PixelSize, kernel: ResamplingKernel = .lanczos3) -> Bitmap {
        precondition(target.width > 0 && target.height > 0 && size.area > 0, "a bitmap that is resampled has pixels")
        if target == size { return self }
        let vipsKernel = kernel == .linear ? VIPS_KERNEL_LINEAR : VIPS_KERNEL_LANCZOS3
        let isOpaque = !hasTransparency
        let result: Bitmap? = withVipsImage { image in
            if isOpaque, let opaque = image.applying({ peel_vips_extract_bands($0, $1, 0, 3) }) {
                return opaque.resized(to: target, kernel: vipsKernel)?.upright(.upright)
            }
            return image.resized(to: target, kernel: vipsKernel)?.upright(.upright)
        }
        guard let result else { preconditionFailure("libvips resamples any bitmap in memory") }
        return result
    }

    /// Lends the pixels to libvips while `body` runs.
    func withVipsImage<Result>(_ body: (borrowing VipsHandle) -> Result?) -> Result? {
        guard Vips.isReady else { return nil }
        return pixels.withUnsafeBytes { buffer in
            let image = VipsHandle(peel_vips_borrow(buffer.baseAddress, CInt(width), CInt(height), 4))
            guard let image else { return nil }
            return body(image)
        }
    }
}
