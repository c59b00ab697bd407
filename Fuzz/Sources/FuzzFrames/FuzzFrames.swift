import FuzzSupport
import Imaging
import Movies

/// Small enough for an input to take milliseconds.
private let limits = MovieLimits(pixels: 1 << 18, side: 1024)

/// Decodes a JPEG frame as from a browser's camera, between two whole ones.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) { fuzz(bytes) }
    return 0
}

private func fuzz(_ bytes: [UInt8]) {
    guard let decoder = try? JPEGDecoder(name: "fuzz", limits: limits, pool: FramePool(capacity: 2)),
        let before = try? whole(decoder)
    else { preconditionFailure("a whole picture is decoded") }
    if let frame = try? decoder.decode(bytes[...], number: 1, time: 1) {
        precondition(frame.size.area > 0 && frame.size.area <= limits.pixels, "the limits hold")
        precondition(picture(frame).size == frame.size, "every sample of a frame can be read")
    }
    precondition((try? whole(decoder)) == before, "nothing of a damaged picture stays")
}

private func whole(_ decoder: JPEGDecoder) throws -> Bitmap {
    picture(try decoder.decode(wholeFrame[...], number: 0, time: 0))
}

private func picture(_ frame: VideoFrame) -> Bitmap {
    frame.bitmap(of: PixelRect(x: 0, y: 0, width: frame.size.width, height: frame.size.height))
}

private let wholeFrame: [UInt8] = {
    var picture = Bitmap(size: PixelSize(width: 48, height: 32), filledWith: SRGBColor(red: 40, green: 90, blue: 200))
    for index in stride(from: 0, to: picture.pixels.count, by: 4) { picture.pixels[index] = UInt8(index / 4 % 251) }
    return (try? JPEGEncoder(quality: 95).encode(picture)) ?? []
}()
