import Clips
import Peel

// clip-bench FOLDER [OUTPUT]: clips whose alpha is known (Benchmarks/clip_composites.py makes them), cut frame by frame
// as photos are, and as clips. FOLDER/CLIP has frames 000.png, 001.png, … and their alpha, 000-alpha.png. A line of
// JSON for all clips, and one for those whose names end with -behind or -still.

let arguments = CommandLine.arguments
guard arguments.count >= 2 else { preconditionFailure("usage: clip-bench FOLDER [OUTPUT]") }
let segmenter = try SubjectSegmenter()
let executor = PhotoExecutor.shared
var options = ProcessingOptions(size: .original, keepsFullFrame: true)
options.drawsSubjectAlone = true
let stills = PhotoProcessor(segmenter: segmenter, options: options)
let clips = ClipProcessor(segmenter: segmenter)
let clock = ContinuousClock()

func stream(_ frames: [ClipFrame]) -> AsyncStream<ClipFrame> {
    AsyncStream { continuation in
        for frame in frames { continuation.yield(frame) }
        continuation.finish()
    }
}

/// Intersection over union at one half, the mean of all frames, and dtSSD (Erofeev et al. 2015), of alpha in 0…1.
struct Score {
    var overlap = 0.0
    var flicker = 0.0
    /// How long all frames took.
    var seconds = 0.0

    init(_ alphas: [Plane], _ truths: [Plane]) {
        for (alpha, truth) in zip(alphas, truths) {
            var (both, either) = (0, 0)
            for (a, b) in zip(alpha.samples, truth.samples) {
                if a > 0.5 && b > 0.5 { both += 1 }
                if a > 0.5 || b > 0.5 { either += 1 }
            }
            overlap += either == 0 ? 1 : Double(both) / Double(either)
        }
        overlap /= Double(alphas.count)
        var sum = 0.0
        for index in alphas.indices.dropFirst() {
            for place in alphas[index].samples.indices {
                let step = alphas[index].samples[place] - alphas[index - 1].samples[place]
                let right = truths[index].samples[place] - truths[index - 1].samples[place]
                sum += Double((step - right) * (step - right))
            }
        }
        flicker = 100 * (sum / Double((alphas.count - 1) * alphas[0].samples.count)).squareRoot()
    }
}

func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

extension Bitmap {
    var alpha: Plane { Plane(size: size, samples: (0..<size.area).map { Float(pixels[4 * $0 + 3]) / 255 }) }
    var red: Plane { Plane(size: size, samples: (0..<size.area).map { Float(pixels[4 * $0]) / 255 }) }
}

var (before, after): ([Score], [Score]) = ([], [])
var names: [String] = []
for name in try FilePath(arguments[1]).names().sorted(by: { $0.description < $1.description }) {
    let folder = FilePath(arguments[1]).appending(name)
    let files = ((try? folder.names()) ?? []).map(\.description).sorted()
    let pictures = files.filter { $0.hasSuffix(".png") && !$0.hasSuffix("-alpha.png") }
    guard pictures.count > 1 else { continue }
    var (frames, data, truths): ([ClipFrame], [[UInt8]], [Plane]) = ([], [], [])
    for (index, picture) in pictures.enumerated() {
        let bytes = try folder.appending(FilePath(picture)).readBytes()
        let truth = try folder.appending(FilePath("\(picture.dropLast(4))-alpha.png")).readBytes()
        data.append(bytes)
        frames.append(
            ClipFrame(try ImageSource(bytes).decode(atLeast: 4096), time: Int64(index) * 40_000_000))
        truths.append(try ImageSource(truth).decode(atLeast: 4096).red)
    }
    var began = clock.now
    var alphas: [Plane] = []
    for bytes in data {
        let made = try? await stills.process(data: bytes)
        alphas.append(made?.stickers.first?.bitmap.alpha ?? Plane(size: truths[0].size))
    }
    var score = Score(alphas, truths)
    score.seconds = (clock.now - began) / .seconds(1)
    before.append(score)
    began = clock.now
    alphas = []
    for try await frame in clips.cut(stream(frames)) {
        if arguments.count > 2 {
            let output = FilePath(arguments[2])
            try output.createFolder()
            try AtomicFile.write(
                try ImageEncoder(.png()).encode(frame.picture),
                to: output.appending(FilePath("\(name)-\(alphas.count).png")))
        }
        alphas.append(frame.picture.alpha)
    }
    score = Score(alphas, truths)
    score.seconds = (clock.now - began) / .seconds(1)
    after.append(score)
    names.append(name.description)
    print(
        "\(name): IoU \(rounded(before.last?.overlap ?? 0)) \(rounded(score.overlap)), dtSSD "
            + "\(rounded(before.last?.flicker ?? 0)) \(rounded(score.flicker)), s "
            + "\(rounded(before.last?.seconds ?? 0)) \(rounded(score.seconds))")
}
for kind in ["", "-behind", "-still"] {
    let indices = names.indices.filter { names[$0].hasSuffix(kind) }
    guard !indices.isEmpty else { continue }
    let (stills, clips) = (indices.map { before[$0] }, indices.map { after[$0] })
    let ratios = zip(stills, clips).map { $1.flicker / max($0.flicker, 1e-9) }.sorted()
    print(
        """
        {"kind": "\(kind)", "clips": \(clips.count), "stills_iou": \(rounded(mean(stills.map(\.overlap)))), "iou": \
        \(rounded(mean(clips.map(\.overlap)))), "stills_dtssd": \(rounded(mean(stills.map(\.flicker)))), "dtssd": \
        \(rounded(mean(clips.map(\.flicker)))), "median_ratio": \(rounded(ratios[ratios.count / 2])), \
        "stills_seconds": \(rounded(stills.map(\.seconds).reduce(0, +))), "seconds": \
        \(rounded(clips.map(\.seconds).reduce(0, +)))}
        """)
}
