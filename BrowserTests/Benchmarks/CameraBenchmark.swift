import Foundation
import Testing

/// A camera of 1280 x 720 at 30 frames a second, whose picture turns from black to white and back every second.
private let blinkingCamera = """
    window.flips = [];
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const pen = canvas.getContext('2d');
    let count = 0;
    const draw = () => {
      const isWhite = Math.floor(count / 30) % 2 === 1;
      if (count % 30 === 0) window.flips.push({ isWhite, at: performance.now() });
      pen.fillStyle = isWhite ? '#fff' : '#000';
      pen.fillRect(0, 0, 1280, 720);
      pen.fillStyle = '#888';
      for (let at = 0; at < 40; at += 1) pen.fillRect((at * 97 + count * 5) % 1280, (at * 53) % 300, 60, 20);
      count += 1;
    };
    if (navigator.mediaDevices) MediaDevices.prototype.getUserMedia = async () => {
      setInterval(draw, 1000 / 30);
      return canvas.captureStream(30);
    };
    """

/// For ten seconds: the frames that arrived, those that were left out, and how long each change of the camera's picture
/// took to be seen in the scan.
private let measure = """
    const canvas = document.getElementById('scan-picture');
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    const ask = async () => (await fetch('/api/v1/camera')).json();
    const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const isWhite = () => {
      probe.drawImage(canvas, canvas.width / 2, canvas.height * 0.75, 1, 1, 0, 0, 1, 1);
      return probe.getImageData(0, 0, 1, 1).data[0] > 127;
    };
    const before = await ask();
    const begin = performance.now();
    const delays = [];
    let shown = isWhite();
    while (performance.now() - begin < 10000) {
      await new Promise(requestAnimationFrame);
      const seen = isWhite();
      if (seen === shown) continue;
      shown = seen;
      const flip = window.flips.filter((one) => one.isWhite === seen).at(-1);
      delays.push(performance.now() - flip.at);
    }
    const after = await ask();
    const seconds = (performance.now() - begin) / 1000;
    return {
      frames: (after.frames - before.frames) / seconds,
      size: `${after.camera.width} x ${after.camera.height}`, dropped: after.droppedFrames - before.droppedFrames,
      delays: delays.sort((a, b) => a - b),
    };
    """

extension StudioTests {
    /// Frames a second of the browser's camera, and how late the scan's preview is: `make bench-camera`.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["PEEL_BENCH_CAMERA"] != nil), .timeLimit(.minutes(10)))
    struct CameraBenchmark {
        @Test func framesAndDelayOfTheBrowsersCameraOnAPhonesScreen() async throws {
            print("| sent as | mode | frames a second | left out by the studio | delay: median | longest |")
            print("| --- | --- | --- | --- | --- | --- |")
            var phone = BrowserOptions.phone
            phone.beforePage = blinkingCamera
            for side in [640, 960, 1280] {
                try await withStudio(.empty, phone) { studio in
                    try await studio.server.send(
                        "PUT", "/camera/config", ["mode": "delay", "length": 1, "blend": false])
                    try await studio.server.send("POST", "/camera/release")
                    try await studio.turn(to: "camera")
                    try await studio.browser.run(
                        """
                        const menu = document.getElementById('camera-size');
                        menu.value = String(arguments[0]);
                        menu.dispatchEvent(new Event('change'));
                        """, .number(Double(side)))
                    try await studio.beginScanning("delay")
                    let found = try await studio.browser.run(measure)
                    let delays = found["delays"].list.compactMap(\.double)
                    func shown(_ value: Double?) -> String { value.map { String(format: "%.0f", $0) } ?? "none" }
                    print(
                        "| \(found["size"].text ?? "") | delay | \(shown(found["frames"].double))"
                            + " | \(found["dropped"].int ?? -1)"
                            + " | \(shown(FrameTimes.quantile(0.5, of: delays))) ms | \(shown(delays.last)) ms |")
                    #expect(delays.count >= 5)
                }
            }
        }
    }
}
