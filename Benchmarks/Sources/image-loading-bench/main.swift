import FoundationEssentials
import Glibc
import ImageLoading
import Imaging

// image-loading-bench [COUNT [SIDE [WAY]]]: the four ways, or one of them, of loading COUNT images (200) of SIDE pixels
// (1024) from a server with 20 ms latency that fails for one in a hundred, each in a process of its own; then the
// loader's own cost. One line of JSON for each.

let arguments = CommandLine.arguments
let clock = ContinuousClock()

func milliseconds(_ duration: Duration) -> Double { (duration / .milliseconds(1) * 100).rounded() / 100 }

func peakMegabytes() -> Int {
    let file = fopen("/proc/self/status", "r")
    defer { if let file { fclose(file) } }
    var line = [CChar](repeating: 0, count: 256)
    while let file, fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix("VmHWM:") else { continue }
        return (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) / 1024
    }
    return 0
}

/// Starts this program once more.
func start(_ words: [String], output: CInt? = nil) -> pid_t {
    var process: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    let program = arguments[0]
    let pointers = ([program] + words).map { word in strdup(word) } + [nil]
    precondition(posix_spawnp(&process, program, &actions, nil, pointers, environ) == 0, "\(program) can be started")
    return process
}

func waitForEnd(_ process: pid_t) {
    var status: CInt = 0
    waitpid(process, &status, 0)
}

func startServer(side: Int) -> (port: Int, process: pid_t) {
    var ends: [CInt] = [0, 0]
    precondition(pipe(&ends) == 0, "a pipe can be had")
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    let process = start(["--serve", "\(side)"], output: ends[1])
    close(ends[1])
    var text = [UInt8](repeating: 0, count: 32)
    let count = read(ends[0], &text, 32)
    close(ends[0])
    return (Int(String(decoding: text[..<max(0, count)], as: UTF8.self).filter(\.isNumber)) ?? 0, process)
}

func serve(side: Int) throws -> Never {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side * 3 / 4))
    for index in bitmap.pixels.indices { bitmap.pixels[index] = index % 4 == 3 ? 255 : UInt8(index / 640 & 255) }
    let picture = try ImageEncoder(.png(compression: 1)).encode(bitmap)
    let server = PictureServer(picture: picture, latencyMilliseconds: 20, failureEvery: 100)
    print(server.port)
    fflush(nil)
    server.run()
}

/// What the server has seen: requests and connections.
func counts(_ port: Int) async -> [Int] {
    let loader = ImageLoader()
    let url = URL(string: "http://127.0.0.1:\(port)/counts")
    let bytes = if let url { try? await loader.data(from: url) } else { [UInt8]?.none }
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
}

/// One way, in this process.
func measure(_ way: Way, port: Int, count: Int) async {
    let urls = (0..<count).compactMap { URL(string: "http://127.0.0.1:\(port)/\($0)") }
    let before = await counts(port)
    let whole = await way.run(urls, cancelAfter: nil)
    let elapsed = whole.elapsed
    let after = await counts(port)
    let peak = peakMegabytes()
    let cancelled = await way.run(urls, cancelAfter: count / 4)
    // Time for what goes on in spite of the cancellation.
    sleep(1)
    let last = await counts(port)
    guard before.count == 2, after.count == 2, last.count == 2 else { return }
    print(
        """
        {"way":"\(way.rawValue)","images":\(whole.count),"failed":\(whole.failed),\
        "first_ms":\(milliseconds(whole.first)),"all_ms":\(milliseconds(elapsed)),\
        "connections":\(after[1] - before[1] - 1),"peak_mb":\(peak),\
        "seen_at_cancel":\(count / 4),"requests_in_cancelled_run":\(last[0] - after[0]),\
        "cancelled_run_ms":\(milliseconds(cancelled.elapsed - .seconds(1)))}
        """)
}

switch arguments.dropFirst().first {
case "--serve": try serve(side: Int(arguments[2]) ?? 1024)
case "--way":
    guard let way = Way(rawValue: arguments[2]) else { preconditionFailure("there is such a way") }
    await measure(way, port: Int(arguments[3]) ?? 0, count: Int(arguments[4]) ?? 0)
case "--overhead":
    var times: [Double] = []
    for _ in 0..<9 { times.append(milliseconds(await Overhead.run(5000))) }
    print(
        "{\"overhead_ms_for_5000\":\(times.sorted()[4]),\"fastest\":\(times.min() ?? 0),\"peak_mb\":\(peakMegabytes())}"
    )
default:
    let count = arguments.count > 1 ? Int(arguments[1]) ?? 200 : 200
    let server = startServer(side: arguments.count > 2 ? Int(arguments[2]) ?? 1024 : 1024)
    // Each in a process of its own, so that its peak of memory is its own.
    let ways = arguments.count > 3 ? Way(rawValue: arguments[3]).map { [$0] } ?? [] : Way.allCases
    for way in ways { waitForEnd(start(["--way", way.rawValue, "\(server.port)", "\(count)"])) }
    kill(server.process, SIGKILL)
    if ways.count > 1 { waitForEnd(start(["--overhead"])) }
}
