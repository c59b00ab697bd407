import Peel

// responsiveness-bench PHOTOS OUTPUT [COUNT]: the same photos in four ways of using Swift's concurrency, and what each
// does to the main actor. Writes a trace of each into the folder OUTPUT; prints a line of JSON for each.

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { preconditionFailure("usage: responsiveness-bench PHOTOS OUTPUT [COUNT]") }
let limit = arguments.count > 3 ? Int(arguments[3]) ?? 40 : 40
let output = FilePath(arguments[2])
try output.createFolder()
let photos = try FolderWalk(FilePath(arguments[1])).files.prefix(limit).map(\.path)

let processor = PhotoProcessor(segmenter: try SubjectSegmenter(), options: ProcessingOptions(size: .longestSide(512)))
// The first inference is slower than the rest, and files come from the disk.
for path in photos.prefix(2) { _ = try? processor.processBlocking(data: path.readBytes()) }
for path in photos { _ = try path.readBytes() }

for variant in Variant.allCases {
    let measured = try await variant.measure(photos, processor, into: output)
    print(measured.json)
}
try await measureSilence()
