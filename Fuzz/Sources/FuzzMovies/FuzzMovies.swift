import Dispatch
import FuzzSupport
import Imaging
import Movies

/// Small enough for an input to take milliseconds, because fuzzing looks for crashes.
private let limits = MovieLimits(
    bytes: 1 << 20, pixels: 1 << 16, side: 512, tracks: 8, seconds: 3_600, probedBytes: 1 << 18, fruitlessPackets: 64)
private let longestMovie = 50

/// Reads the header, every track, pictures and sound, and a picture as it is shown.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMovies(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            await read(bytes)
            isDone.signal()
        }
        isDone.wait()
    }
    return 0
}

private func read(_ bytes: [UInt8]) async {
    let options = ReadingOptions(
        wantsAlpha: true, limits: limits, pool: FramePool(capacity: 4), decodingThreads: 1)
    guard let reader = try? await MovieReader.open(.bytes(bytes), options) else { return }
    let scaler = FrameScaler()
    var last: Int64?
    var frames = 0
    var samples = reader.makeIterator()
    while frames < longestMovie, let sample = try? await samples.next() {
        guard case .picture(let frame) = sample else { continue }
        frames += 1
        precondition(frame.size.area > 0 && frame.size.area <= limits.pixels, "the limits hold")
        precondition(last.map { frame.time > $0 } ?? (frame.time == 0), "times start at 0 and run forwards")
        last = frame.time
        _ = try? scaler.bitmap(of: frame, longestSide: 32, keepsAlpha: true)
        let slit = PixelRect(x: frame.size.width / 2, y: 0, width: 1, height: frame.size.height)
        precondition(frame.bitmap(of: slit).size == slit.size, "a slit is as high as its frame")
    }
    await reader.stop()
}
