import Files
import Glibc
import Imaging
import Movies
import SlitScan

// The filter alone, without decoding and encoding: a line of JSON for one mode, axis and size.
//
//     scan-bench MODE AXIS WIDTH HEIGHT FRAMES picture|movie
//
// `picture` filters each frame; `movie` also draws what the movie shows after each.

let arguments = CommandLine.arguments
guard arguments.count == 7, let mode = ScanConfig.Mode(rawValue: arguments[1]),
    let axis = ScanConfig.Axis(rawValue: arguments[2]), let width = Int(arguments[3]), let height = Int(arguments[4]),
    let frameCount = Int(arguments[5])
else {
    print("usage: scan-bench MODE AXIS WIDTH HEIGHT FRAMES picture|movie")
    exit(2)
}
let drawsMovie = arguments[6] == "movie"
let format = VideoFormat(size: PixelSize(width: width, height: height))

// Different frames, made before the clock starts, that come again and again.
let source = FramePool(capacity: 8)
var frames: [VideoFrame] = []
for n in 0..<8 { frames.append(try makeFrame(17 * n, format, from: source)) }

var config = ScanConfig(mode: mode)
config.axis = axis
var scanner = try SlitScanner(format, config: config)
let pool = FramePool(capacity: 1)
let start = ContinuousClock.now
for n in 0..<frameCount {
    _ = try scanner.take(frames[n % frames.count])
    guard drawsMovie else { continue }
    var frame = try pool.makeFrame(format)
    scanner.render(into: &frame)
}
let elapsed = start.duration(to: .now) / .seconds(1)
print("{\"framesPerSecond\":\(Double(frameCount) / elapsed)}")

/// A frame whose samples differ from those around them and from those of other frames.
func makeFrame(_ n: Int, _ format: VideoFormat, from pool: FramePool) throws(MovieError) -> VideoFrame {
    var frame = try pool.makeFrame(format)
    for plane in 0..<format.planeCount {
        let size = format.planeSize(plane)
        frame.withPlane(plane) { samples, stride in
            for y in 0..<size.height {
                for x in 0..<size.width { samples[y * stride + x] = UInt8(truncatingIfNeeded: 7 * n + 3 * x + 5 * y) }
            }
        }
    }
    return frame.freeze(number: n, time: Int64(n) * 16_666_667)
}
