import Foundation
import Testing

/// A camera whose left half is black and whose right half is white, and that can be turned as a phone is.
private let halvedCamera = """
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const pen = canvas.getContext('2d');
    const draw = () => {
      pen.fillStyle = '#000';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = '#fff';
      pen.fillRect(canvas.width / 2, 0, canvas.width / 2, canvas.height);
    };
    window.turnCamera = () => {
      [canvas.width, canvas.height] = [canvas.height, canvas.width];
      draw();
    };
    if (navigator.mediaDevices) MediaDevices.prototype.getUserMedia = async () => {
      setInterval(draw, 1000 / 30);
      return canvas.captureStream(30);
    };
    """

/// As a page that is not from a secure context sees its browser.
private let insecure = """
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
    """

/// The page is told of a camera on the machine, and gets a test source of the studio in its place. What the page asks
/// for is kept.
private let machineCamera = """
    window.asked = [];
    const send = window.fetch;
    const locks = { exposure: false, focus: null, whiteBalance: false };
    window.fetch = async (address, options = {}) => {
      const path = String(address);
      if (path.includes('/camera/sources')) {
        const formats = [{ width: 320, height: 240, code: 'YUYV', frameRates: [30, 15] },
          { width: 640, height: 480, code: 'MJPG', frameRates: [30] }];
        const cameras = [{ path: '/dev/video7', name: 'Bench camera', formats }];
        return new Response(JSON.stringify({ cameras, microphones: [{ id: 'alsa:default', name: 'Default' }] }));
      }
      const body = /camera\\/(start|switch)/.test(path) ? JSON.parse(options.body) : null;
      if (body?.source.kind !== 'device') return send(address, options);
      window.asked.push(body.source);
      const { width = 320, height = 240, frameRate = 30 } = body.source;
      body.source = { kind: 'test', width, height, frameRate };
      return send(address, { ...options, body: JSON.stringify(body) });
    };
    const Events = window.EventSource;
    window.EventSource = class extends Events {
      addEventListener(type, listener, ...rest) {
        if (type !== 'camera') return super.addEventListener(type, listener, ...rest);
        super.addEventListener(type, ({ data }) => {
          const state = JSON.parse(data);
          for (const name of window.asked.at(-1)?.locks ?? []) locks[name] = true;
          if (state.source?.kind === 'test') state.locks = locks;
          listener({ data: JSON.stringify(state) });
        });
      }
    };
    """

extension StudioTests {
    /// What changes while a scan runs.
    @Suite struct ScanChanges {
        @Test func aPhoneIsTurnedWhileItScansAndRecords() async throws {
            var phone = BrowserOptions.phone
            phone.beforePage = halvedCamera
            try await withStudio(.empty, phone) { studio in
                try await studio.beginScanning()
                try await studio.reach("#shutter")
                try await studio.reach("#record")
                let before = try await studio.expectCamera("scans and records") {
                    ($0["result"]["width"].int ?? 0) > 5 && ($0["recording"]["frames"].int ?? 0) > 5
                }
                #expect(before["result"]["height"] == 480)
                try await studio.browser.run("window.turnCamera()")
                try await studio.browser.resize(844, 390, isPhone: true)
                let after = try await studio.expectCamera("goes on in the other size") {
                    $0["result"]["height"] == 640 && ($0["result"]["width"].int ?? 0) > 5
                }
                #expect(after["state"] == "recording" && after["result"]["isScanning"] == true)
                #expect(after["recordingError"] == .null && after["result"]["error"] == .null)
                let page = try await studio.browser.run(
                    """
                    const { clientWidth, scrollWidth } = document.getElementById('camera-panel');
                    return [clientWidth, scrollWidth];
                    """)
                #expect(page[0] == page[1], "nothing overflows")
                try await studio.reach("#record")
                try await studio.expectResult()
                try await studio.browser.press(.escape)
                try await studio.expectCamera("has a movie of each way up") { $0["movies"].list.count == 2 }
                try await studio.reach("#shutter")
                try await studio.expectResult()
                // Nothing of the scan is lost: it has a part of each way up, too.
                let heights = try await studio.camera["pictures"].list.compactMap(\.["height"].int)
                #expect(heights.sorted() == [480, 640])
            }
        }

        @Test func theOtherCameraGoesOnWithTheSamePictureAndTheSameMovie() async throws {
            try BrowserEngine.firefox.cannot("have two cameras")
            try await withStudio(.empty, BrowserOptions(hasCameras: true, beforeUse: keepTracks)) { studio in
                try await studio.beginScanning()
                try await studio.browser.click("#shutter")
                try await studio.browser.click("#record")
                let before = try await studio.expectCamera("scans and records") {
                    ($0["result"]["width"].int ?? 0) > 5 && ($0["recording"]["frames"].int ?? 0) > 5
                }
                try await studio.browser.click("#switch-camera")
                try await studio.expectTracks(live: 1, of: 2)
                let labels = try await studio.browser.run("return window.tracks.map(({ label }) => label)")
                #expect(labels[0] != labels[1])
                let frames = before["frames"].int ?? 0
                let width = before["result"]["width"].int ?? 0
                let after = try await studio.expectCamera("goes on") { ($0["frames"].int ?? 0) > frames + 20 }
                #expect(after["state"] == "recording")
                #expect((after["result"]["width"].int ?? 0) > width + 10)
                try await studio.browser.click("#record")
                try await studio.expectResult()
                let movies = try await studio.camera["movies"].list
                #expect(movies.count == 1)
                #expect((movies[0]["frames"].int ?? 0) >= (before["recording"]["frames"].int ?? 0) + 15)
            }
        }

        @Test func eachSettingChangesTheScanThatRuns() async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true)) { studio in
                try await studio.beginScanning()
                try await studio.browser.click("#shutter")
                try await studio.slide("#scan-width", to: 3)
                try await studio.expectCamera("has 4 lines a slice") { $0["activeConfig"]["width"] == 4 }
                let frames = try await studio.camera["frames"].int ?? 0
                let before = try await studio.camera["result"]["width"].int ?? 0
                let grown = try await studio.expectCamera("grows") { ($0["frames"].int ?? 0) >= frames + 10 }
                #expect((grown["result"]["width"].int ?? 0) >= before + 4 * 8)
                try await studio.choose("[name=direction][value=backward]")
                try await studio.expectCamera("runs the other way") { $0["activeConfig"]["direction"] == "backward" }
                try await studio.slide("#scan-speed", to: -2)
                try await studio.expectCamera("takes every fourth") { $0["activeConfig"]["speed"] == 0.25 }
                for mode in ["sweep", "delay", "map", "strip"] {
                    try await studio.choose("[name=camera-mode][value=\(mode)]")
                    let state = try await studio.expectCamera("is \(mode)") { $0["activeConfig"]["mode"].text == mode }
                    #expect(state["refusedConfig"] == .null && state["result"]["error"] == .null)
                    let now = state["frames"].int ?? 0
                    try await studio.expectCamera("goes on in \(mode)") { ($0["frames"].int ?? 0) > now + 3 }
                }
            }
        }

        @Test func aMirroredScanShowsLeftWhatIsRight() async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: halvedCamera)) { studio in
                try await studio.beginScanning("delay")
                try await studio.setLength(1)
                try await studio.expectCamera("shows each frame") { $0["activeConfig"]["length"] == 1 }
                try await studio.expectScan(left: 0, right: 255)
                try await studio.choose("#scan-mirror")
                try await studio.expectCamera("is mirrored") { $0["activeConfig"]["mirror"] == true }
                try await studio.expectScan(left: 255, right: 0)
                #expect(
                    try await studio.browser.run(
                        "return document.getElementById('camera-picture').hasAttribute('data-mirrored')") == true)
            }
        }

        @Test func aPictureSaysHowLateEachPlaceIsAndRingsComeBack() async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true)) { studio in
                try await studio.beginScanning("map")
                #expect(try await studio.browser.element("#map-rings").property("disabled").isTruthy)
                try await studio.browser.element("#map-input").type(try Photos.coffee.written().path)
                try await studio.expectCamera("has the picture") { $0["activeConfig"]["map"] == "picture" }
                try await studio.browser.wait(
                    "rings can be chosen", until: "!document.getElementById('map-rings').disabled")
                try await studio.browser.element("#map-input").type(try Photos.text.written().path)
                try await studio.browser.wait(
                    "it says why", until: "document.getElementById('toast').textContent.length > 0")
                #expect(try await studio.camera["config"]["map"] == "picture")
                let frames = try await studio.camera["frames"].int ?? 0
                try await studio.expectCamera("goes on") { ($0["frames"].int ?? 0) > frames + 5 }
                try await studio.reach("#map-rings")
                try await studio.expectCamera("has rings") { $0["activeConfig"]["map"] == "rings" }
            }
        }

        @Test func aCameraOfTheMachineIsScannedInItsOwnSizesAndWithItsLocks() async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: machineCamera)) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=strip]")
                try await studio.pick("#camera-source", "device:/dev/video7")
                let sizes = try await studio.browser.run(
                    "return [...document.getElementById('camera-size').options].map(({ text }) => text)")
                let told = ["640 × 480, 30/s", "320 × 240, 30/s", "320 × 240, 15/s"]
                #expect(sizes.list.dropFirst().compactMap(\.text) == told)
                try await studio.pick("#camera-size", "320 240 15")
                try await studio.browser.click("#camera-start")
                try await studio.expectPhase("live")
                try await studio.browser.wait(
                    "the raw frame is the studio's", until: "document.getElementById('camera-frame').width === 320")
                let asked = try await studio.browser.run("return window.asked")
                #expect(asked.list.count == 1)
                #expect(asked[0]["path"] == "/dev/video7" && asked[0]["frameRate"] == 15)
                #expect(asked[0]["microphone"] == .null)
                // Those that the device has.
                let hidden = try await studio.browser.run(
                    "return [...document.querySelectorAll('[data-lock]')].map((one) => one.parentElement.hidden)")
                #expect(hidden == [false, true, false])
                try await studio.browser.click("#shutter")
                try await studio.expectCamera("grows") { ($0["result"]["width"].int ?? 0) > 5 }
                try await studio.choose("[data-lock=exposure]")
                try await studio.browser.wait("it is opened with the lock", until: "window.asked.length === 2")
                let again = try await studio.browser.run("return window.asked[1].locks")
                #expect(again == ["exposure"])
                let state = try await studio.camera
                #expect(state["result"]["isScanning"] == true, "the scan goes on")
            }
        }

        @Test func withoutASecureContextAPhonesOwnCameraProgramTakesPhotosAndFilms() async throws {
            var phone = BrowserOptions.phone
            phone.beforePage = insecure
            try await withStudio(.empty, phone) { studio in
                let keepPicks = """
                    document.getElementById(arguments[0]).addEventListener('click', (event) => {
                      event.preventDefault();
                      window.picked = [arguments[0], event.target.getAttribute('capture')];
                    });
                    """
                try await studio.browser.run(keepPicks, "camera-input")
                try await studio.browser.click("#take-photo")
                #expect(try await studio.browser.run("return window.picked") == ["camera-input", "environment"])
                try await studio.turn(to: "camera")
                try await studio.browser.run(keepPicks, "film-input")
                try await studio.choose("[name=camera-mode][value=strip]")
                try await studio.browser.click("#camera-start")
                #expect(try await studio.browser.run("return window.picked") == ["film-input", "environment"])
                let film = try await studio.writeMovie()
                try await studio.browser.element("#film-input").type(film.path)
                let state = try await studio.expectCamera("has scanned the film") { $0["state"] == "ended" }
                #expect((state["result"]["width"].int ?? 0) >= 20)
            }
        }
    }
}

extension Studio {
    fileprivate func slide(_ slider: String, to value: Double) async throws {
        try await browser.run(
            """
            const slider = document.querySelector(arguments[0]);
            slider.value = arguments[1];
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            """, .string(slider), .number(value))
    }

    /// The grey in the middle of both halves of the scan that the page draws.
    fileprivate func expectScan(left: Double, right: Double) async throws {
        try await browser.wait(
            "the scan is \(left) and \(right)",
            until: """
                (() => {
                  const canvas = document.getElementById('scan-picture');
                  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
                  const grey = (x) => {
                    pen.drawImage(canvas, x * canvas.width, canvas.height / 2, 1, 1, 0, 0, 1, 1);
                    return pen.getImageData(0, 0, 1, 1).data[0];
                  };
                  return canvas.width > 0 && Math.abs(grey(0.25) - arguments[0]) < 20 && Math.abs(grey(0.75) - arguments[1]) < 20;
                })()
                """, .number(left), .number(right))
    }
}
