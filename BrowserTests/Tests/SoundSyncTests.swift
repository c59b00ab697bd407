import Foundation
import Testing

/// A camera and a microphone that flash and click together: white, and a tone, for the first fifth of each second.
private let flashAndClick = """
    const { mediaDevices } = navigator;
    if (mediaDevices) MediaDevices.prototype.getUserMedia = async ({ audio }) => {
      const second = () => (performance.now() / 1000) % 1;
      if (audio) {
        const context = new AudioContext();
        await context.resume();
        const tone = new OscillatorNode(context, { frequency: 1000 });
        const gain = new GainNode(context, { gain: 0 });
        const ear = context.createMediaStreamDestination();
        tone.connect(gain).connect(ear);
        tone.start();
        const ahead = () => {
          // The next two seconds, in the sound's own time.
          gain.gain.cancelScheduledValues(context.currentTime);
          const start = context.currentTime + 1 - second();
          for (const at of [start, start + 1]) {
            gain.gain.setValueAtTime(0.8, at);
            gain.gain.setValueAtTime(0, at + 0.2);
          }
        };
        setInterval(() => { if (second() > 0.4 && second() < 0.7) ahead(); }, 100);
        return ear.stream;
      }
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
      const pen = canvas.getContext('2d');
      setInterval(() => {
        pen.fillStyle = second() < 0.2 ? '#fff' : '#000';
        pen.fillRect(0, 0, 320, 240);
      }, 10);
      return canvas.captureStream(30);
    };
    """

extension StudioTests {
    @Suite struct SoundSync {
        @Test func aFlashIsSeenInTheMovieWhenItsClickIsHeard() async throws {
            // Its sound stands still where nothing plays it.
            if !FileManager.default.fileExists(atPath: "/proc/asound/pcm") {
                try BrowserEngine.firefox.cannot("make a sound without a sound card")
            }
            try await withStudio(.empty, BrowserOptions(hasCameras: true, beforePage: flashAndClick)) { studio in
                try await studio.server.send("PUT", "/camera/config", ["mode": "delay", "length": 1, "blend": false])
                try await studio.server.send("POST", "/camera/release")
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=delay]")
                try await studio.choose("#camera-sound")
                try await studio.browser.click("#camera-start")
                try await studio.expectPhase("live")
                try await studio.expectCamera("hears") { $0["camera"]["hasSound"] == true }
                try await studio.browser.click("#record")
                try await studio.expectCamera("records") { ($0["recording"]["seconds"].double ?? 0) > 8 }
                try await studio.browser.click("#record")
                try await studio.expectResult()

                let movie = try await studio.camera["movies"][0]
                let file = try await studio.server.file("/camera/movies/\(movie["id"].text ?? "")")
                let flashes = try starts(of: file.flashes())
                let clicks = try starts(of: file.clicks())
                #expect(flashes.count >= 6 && clicks.count >= 6)
                let apart = flashes.compactMap { flash in
                    clicks.map { $0 - flash }.min { abs($0) < abs($1) }
                }
                print("clicks after their flashes, in milliseconds:", apart.map { Int((1000 * $0).rounded()) })
                let median = apart.sorted()[apart.count / 2]
                #expect(abs(median) < 0.06, "apart by \(apart)")
            }
        }

        /// When what was off is on, in seconds. What is on from the first moment began before.
        private func starts(of course: [(time: Double, isOn: Bool)]) -> [Double] {
            zip(course, course.dropFirst()).filter { !$0.isOn && $1.isOn }.map { $1.time }
        }
    }
}

extension Data {
    /// Of each frame of a movie its time in seconds, and whether it is bright.
    fileprivate func flashes() throws -> [(time: Double, isOn: Bool)] {
        let text = try decoded(by: [
            "-vf", "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-f", "null", "-",
        ])
        var course: [(Double, Bool)] = []
        var time: Double?
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if let range = line.range(of: "pts_time:") {
                time = Double(line[range.upperBound...].trimmingCharacters(in: .whitespaces))
            } else if let luma = Double(line.split(separator: "=").last ?? ""), let seen = time {
                course.append((seen, luma > 128))
                time = nil
            }
        }
        return course
    }

    /// Of each millisecond of a movie's sound its time in seconds, and whether it is loud.
    fileprivate func clicks() throws -> [(time: Double, isOn: Bool)] {
        let samples = try decoded(by: ["-af", "aresample=8000:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-"])
        let louds = samples.withUnsafeBytes { bytes in
            (0..<bytes.count / 16).map { millisecond in
                (0..<8).contains { at in
                    abs(Int(bytes.loadUnaligned(fromByteOffset: 16 * millisecond + 2 * at, as: Int16.self))) > 6000
                }
            }
        }
        // A tone crosses zero: it is over when ten milliseconds are silent.
        return louds.indices.map { at in
            (Double(at) / 1000, louds[Swift.max(0, at - 10)...at].contains(true))
        }
    }

    /// What `ffmpeg` writes of it to its standard output.
    private func decoded(by arguments: [String]) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "movie")
        try write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-i", file.path()] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "ffmpeg reads the movie")
        return data
    }
}
