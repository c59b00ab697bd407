import Peel

// stroke-bench FOLDER TOOL [COUNT [--from-nothing] [--pictures FOLDER]]: simulated people mend cuts on photos whose
// masks are known, as interactive segmentation is measured: each stroke lies along the middle of the largest error,
// until the intersection over union is 0.95, at most 20 of them. FOLDER holds im/ and gt/ with the same stems, or
// folders that do. Prints a line for each photo and a table in Markdown.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let tool = Tool(rawValue: arguments[2]) else {
    preconditionFailure("usage: stroke-bench FOLDER TOOL [COUNT [--from-nothing] [--pictures FOLDER]]")
}
let count = arguments.count > 3 ? Int(arguments[3]) ?? 100 : 100
let pictures = arguments.firstIndex(of: "--pictures").map { FilePath(arguments[$0 + 1]) }

FreedMemory.keepForNextPhoto()
let session = Session(
    processor: PhotoProcessor(segmenter: try SubjectSegmenter()), tool: tool,
    startsFromNothing: arguments.contains("--from-nothing"), pictures: pictures)
var results: [Session.Result] = []
for (number, sample) in try Sample.all(in: FilePath(arguments[1])).enumerated() {
    guard results.count < count else { break }
    guard let result = try await session.mend(sample, number: number) else { continue }
    results.append(result)
    let steps = result.steps.map { rounded($0) }.joined(separator: " ")
    print("\(number) \(sample.photo): \(result.counted) strokes, \(steps)")
}
print(Report(results).table)
