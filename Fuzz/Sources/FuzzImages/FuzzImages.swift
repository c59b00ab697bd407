import FuzzSupport
import Peel

/// Small enough for an input to take milliseconds, because fuzzing looks for crashes.
private let limits = ImageLimits(bytes: 1 << 20, pixels: 1 << 16)

/// Reads the header, the whole photo and a part of it, and reads what is encoded of it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) { fuzz(bytes) }
    return 0
}

private func fuzz(_ bytes: [UInt8]) {
    if let moving = MovingPicture(bytes), moving.decodingMemory() <= 8 * limits.pixels { _ = try? moving.frames() }
    guard let source = try? ImageSource(bytes, limits: limits) else { return }
    precondition(source.size.area > 0 && source.size.area <= limits.pixels, "the limits hold")
    if let whole = try? source.decode() { precondition(whole.size == source.size, "the header says what is decoded") }
    guard let small = try? source.decode(atLeast: 40) else { return }
    let part = PixelRect(
        x: source.size.width / 3, y: source.size.height / 4, width: (source.size.width + 1) / 2,
        height: (source.size.height + 1) / 2)
    _ = try? source.decode(part, resizedTo: part.size.scaled(by: 0.3))
    for format in [ImageEncoder.Format.png(), .webp(effort: 0)] {
        guard let encoded = try? ImageEncoder(format).encode(small) else {
            preconditionFailure("what is decoded is encoded")
        }
        guard let again = try? ImageSource(encoded).decode() else { preconditionFailure("what is encoded is decoded") }
        precondition(again.size == small.size, "the size is kept")
    }
}
