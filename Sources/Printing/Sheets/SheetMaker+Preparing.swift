import Files
import Imaging

extension SheetMaker {
    /// Returns a sticker's lines. Its picture is decoded unless all of them are kept.
    func prepare(_ sticker: SheetSticker) async throws(PrintingError) -> PreparedSticker {
        let bytes = try read(sticker)
        let source = try open(sticker, bytes)
        let digest = outlines.map { _ in SHA256Digest(of: bytes) }
        var picture: (bitmap: Bitmap, reservation: MemoryReservation)?
        defer { picture?.reservation.release() }
        func traced(by tracer: OutlineTracer) async throws(PrintingError) -> OutlineTracer.Traced {
            if let digest, let kept = outlines?.outline(of: digest, by: tracer) { return kept }
            let bitmap: Bitmap
            if let picture {
                bitmap = picture.bitmap
            } else {
                let reservation = try await reserve(for: source, of: sticker)
                bitmap = try decode(source, sticker)
                picture = (bitmap, reservation)
            }
            do throws(PrintingError) {
                guard let outlines, let digest else { return try tracer.trace(bitmap) }
                return try outlines.trace(bitmap, of: digest, by: tracer)
            } catch {
                throw PrintingError(error.code, "\(sticker.name): \(error)")
            }
        }
        let plain = try await traced(by: OutlineTracer())
        let tracer = OutlineTracer(settings, pixel: settings.pixel(of: plain.edge))
        let cut = tracer == OutlineTracer() ? plain : try await traced(by: tracer)
        return PreparedSticker(
            sticker, pixels: source.size, cut, settings, decodingMemory: source.wholeMemory)
    }

    /// Reserves the memory for decoding and tracing a sticker.
    private func reserve(
        for source: ImageSource, of sticker: SheetSticker
    ) async throws(PrintingError) -> MemoryReservation {
        let tracing = OutlineTracer.memory(for: source.size, settings)
        do throws(ImagingError) {
            return try await source.reserve(source.wholeMemory + tracing)
        } catch {
            throw PrintingError(error.code == .cancelled ? .cancelled : .memory, "\(sticker.path): \(error)")
        }
    }
}

extension SheetSettings {
    /// Returns the largest size in whole millimetres at which an inch has so many pixels.
    fileprivate func largestSize(of sticker: PreparedSticker, dotsPerInch: Double) -> Int {
        Int(2 * offset + (stickerSize - 2 * offset) * sticker.dotsPerInch / dotsPerInch)
    }

    func tooFewPixels(of sticker: PreparedSticker) -> PrintingError {
        PrintingError(
            .tooFewPixels,
            "\(sticker.sticker.name) has \(Int(sticker.dotsPerInch)) pixels an inch at \(stickerSize.short) mm, and at "
                + "least \(Int(leastDotsPerInch)) are needed: make it "
                + "\(largestSize(of: sticker, dotsPerInch: Self.sharpDotsPerInch)) mm at most, which looks sharp, or "
                + "\(largestSize(of: sticker, dotsPerInch: leastDotsPerInch)) mm")
    }

    /// Returns the report of a sticker that does not look sharp; `nil` for a sharp one.
    func coarse(_ sticker: PreparedSticker) -> SheetReport.Coarse? {
        guard sticker.dotsPerInch < Self.sharpDotsPerInch else { return nil }
        return SheetReport.Coarse(
            name: sticker.sticker.name, dotsPerInch: Int(sticker.dotsPerInch),
            largestSize: largestSize(of: sticker, dotsPerInch: Self.sharpDotsPerInch))
    }
}

extension ImageSource {
    /// The bytes for decoding all pixels.
    fileprivate var wholeMemory: Int { decodingMemory(atLeast: size.longestSide) }
}
