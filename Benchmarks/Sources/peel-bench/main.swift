import Peel

// peel-bench FOLDER [COUNT [SIDE|original]]: the pipeline in this process against the floor under it, on the same
// photos, in turns, and the median time of each step. One line of JSON.

FreedMemory.keepForNextPhoto()
let arguments = CommandLine.arguments
guard arguments.count >= 2 else { preconditionFailure("usage: peel-bench FOLDER [COUNT [SIDE|original]]") }
let limit = arguments.count > 2 ? Int(arguments[2]) ?? 40 : 40
let isOriginal = arguments.count > 3 && arguments[3] == "original"
let side = arguments.count > 3 ? Int(arguments[3]) ?? 512 : 512

let found = try FolderWalk(FilePath(arguments[1])).files.prefix(limit)
let photos = try found.map { try $0.path.readBytes() }
let executor = PhotoExecutor.shared
let segmenter = try SubjectSegmenter()
let encoder = ImageEncoder(isOriginal ? .png() : .webp())
let options = ProcessingOptions(size: isOriginal ? .original : .longestSide(side), keepsFullFrame: isOriginal)
let processor = PhotoProcessor(segmenter: segmenter, options: options, executor: executor)
let clock = ContinuousClock()

struct Made: Sendable {
    let index: Int
    let photo: ProcessedPhoto?
    let encoding: Duration
}

func pipeline() async -> (duration: Duration, made: [Made]) {
    var made: [Made] = []
    let began = clock.now
    await forEachConcurrently(photos.indices, atMost: executor.threadCount, on: executor) { index in
        guard let photo = try? await processor.process(data: photos[index]) else {
            return Made(index: index, photo: nil, encoding: .zero)
        }
        let began = ContinuousClock().now
        _ = try? encoder.encode(photo.sticker)
        return Made(index: index, photo: photo, encoding: ContinuousClock().now - began)
    } receive: {
        made.append($0)
    }
    return (clock.now - began, made)
}

let (_, warm) = await pipeline()
let floorPhotos = warm.compactMap { made in
    made.photo.map { photo in
        Floor.Photo(
            bytes: photos[made.index], sticker: photo.sticker, looks: photo.timings.looks,
            parts: photo.stickers.prefix(photo.timings.redecodedParts).map { sticker in
                (sticker.box, sticker.box.size.scaled(by: sticker.scale))
            })
    }
}
let floor = Floor(
    segmenter: segmenter, executor: executor, encoder: encoder, side: isOriginal ? nil : side + 3 * side / 4)

var ratios: [Double] = []
var ratiosToOneDecoding: [Double] = []
var own: [Double] = []
var bare: [Double] = []
var steps: [Made] = []
for _ in 0..<5 {
    let real = await pipeline()
    let least = await floor.run(floorPhotos, decodesParts: true)
    let once = await floor.run(floorPhotos, decodesParts: false)
    ratiosToOneDecoding.append(milliseconds(real.duration) / milliseconds(once))
    ratios.append(milliseconds(real.duration) / milliseconds(least))
    own.append(milliseconds(real.duration) / Double(photos.count))
    bare.append(milliseconds(least) / Double(floorPhotos.count))
    steps += real.made
}
let done = steps.filter { $0.photo != nil }
func step(_ stage: (Made) -> Duration?) -> String { rounded(median(done.compactMap(stage).map(milliseconds))) }
print(
    """
    {"photos":\(photos.count),"stickers":\(floorPhotos.count),"threads":\(executor.threadCount),\
    "ms_per_photo":\(rounded(median(own))),"floor_ms_per_photo":\(rounded(median(bare))),\
    "decoded_again":\(floorPhotos.count { !$0.parts.isEmpty }),\
    "ratio_to_floor":\(rounded(median(ratios), 3)),\
    "ratio_to_one_decoding":\(rounded(median(ratiosToOneDecoding), 3)),\
    "steps_ms":{"decoding":\(step { $0.photo?.timings.decoding }),\
    "segmentation":\(step { $0.photo?.timings.segmentation }),"stickers":\(step { $0.photo?.timings.stickers }),\
    "colors":\(step { $0.photo?.timings.colors }),"encoding":\(step { $0.encoding })}}
    """)
