import Foundation
import Testing

extension StudioTests {
    /// The camera tab's "Living": what is recorded while the shutter is held becomes a sticker that moves.
    @Suite struct CameraLiving {
        @Test func whatIsSeenWhileTheShutterIsHeldBecomesAStickerThatMoves() async throws {
            try await withStudio(.empty, try Self.seeingCat()) { studio in
                try await studio.openLivingCamera()
                let shutter = try await studio.browser.place(of: "#shutter")
                try await studio.browser.drag(along: [shutter], hold: 1200)
                let photo = try await studio.photo(is: "recorded") { $0["clip"] != .null }
                #expect(try #require(photo["name"].text).wholeMatch(of: /Camera [-\d]+ [-\d]+\.(webm|mp4)/) != nil)
                #expect(try await studio.browser.element("#camera-panel").property("hidden").isTruthy)
                try await studio.expectTracks(live: 0, of: 1)
                let made = try await studio.photo(is: "made") { $0["state"] == "done" }
                let milliseconds = try #require(made["sticker"]["living"]["milliseconds"].int)
                #expect((300...2600).contains(milliseconds), "\(milliseconds)")
                #expect((made["sticker"]["living"]["frames"].int ?? 0) > 5)
            }
        }

        @Test func twoPressesOfAKeyBeginAndEndItAndARingFillsMeanwhile() async throws {
            try await withStudio(.empty, try Self.seeingCat()) { studio in
                try await studio.openLivingCamera()
                let browser = studio.browser
                try await browser.run("document.getElementById('shutter').focus()")
                try await browser.press(.space)
                try await browser.wait("the ring fills", until: "\(Self.held) > 0.2")
                try await browser.press(.space)
                try await studio.photo(is: "recorded") { $0["clip"] != .null }
                #expect(try await browser.run("return document.querySelector('.shutter[data-held]')") == .null)
            }
        }

        @Test func threeSecondsAreTheMostAndWithLessMotionANumberCountsThem() async throws {
            var options = try Self.seeingCat()
            options.isMotionReduced = true
            try await withStudio(.empty, options) { studio in
                try await studio.openLivingCamera()
                let browser = studio.browser
                try await browser.run("document.getElementById('shutter').focus()")
                try await browser.press(.enter)
                try await browser.wait(
                    "two are left", until: "document.getElementById('shutter').dataset.seconds === '2'")
                #expect(try await browser.run("return \(Self.held)") == "")
                let photo = try await studio.photo(is: "recorded") { $0["clip"] != .null }
                let id = try #require(photo["id"].text)
                let timeline = try await studio.server.send("GET", "/photos/\(id)/timeline")
                // A busy browser begins to record late.
                #expect((1500...3600).contains(timeline["milliseconds"].int ?? 0), "\(timeline)")
            }
        }

        @Test func whoLeavesWhileItIsRecordedGetsNothing() async throws {
            try await withStudio(.empty, try Self.seeingCat()) { studio in
                try await studio.openLivingCamera()
                try await studio.browser.run("document.getElementById('shutter').click()")
                try await studio.browser.wait("it is recorded", until: "\(Self.held) > 0.1")
                try await studio.browser.click("#camera-stop")
                try await studio.browser.wait(
                    "it has ended", until: "!document.getElementById('shutter').hasAttribute('data-held')")
                try await studio.expectTracks(live: 0, of: 1)
                #expect(try await studio.server.photos.isEmpty)
            }
        }

        @Test func aCameraOfTheMachineIsRecordedByTheStudio() async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: Self.machineCamera)) { studio in
                try await studio.turn(to: "camera")
                let browser = studio.browser
                try await studio.choose("[name=camera-mode][value=delay]")
                try await studio.choose("[name=camera-mode][value=living]")
                try await browser.wait(
                    "the machine has a camera",
                    until: "document.querySelector('#camera-source [value^=device]') !== null")
                try await browser.run(
                    """
                    const source = document.getElementById('camera-source');
                    source.value = 'device:/dev/video9';
                    source.dispatchEvent(new Event('change'));
                    """)
                try await browser.click("#camera-start")
                try await browser.wait(
                    "its picture is there",
                    until: """
                        document.getElementById('camera-panel').dataset.phase === 'live'
                          && !document.getElementById('shutter').disabled
                        """)
                let shutter = try await browser.place(of: "#shutter")
                try await browser.drag(along: [shutter], hold: 1200)
                let photo = try await studio.photo(is: "recorded") { $0["clip"] != .null }
                #expect(photo["name"].text?.hasSuffix(".mp4") == true)
                let id = try #require(photo["id"].text)
                let timeline = try await studio.server.send("GET", "/photos/\(id)/timeline")
                #expect(timeline["width"] == 320 && timeline["height"] == 240)
                #expect((400...2600).contains(timeline["milliseconds"].int ?? 0), "\(timeline)")
                // It is in the library, and no result of a scan; the settings of the delay are as before.
                let camera = try await studio.server.send("GET", "/camera")
                #expect(camera["movies"].list.isEmpty)
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=delay]")
                #expect(try await browser.run("return document.getElementById('scan-length').value") == "")
            }
        }

        /// How far the ring is, 0…1.
        private static let held = "document.getElementById('shutter').style.getPropertyValue('--held')"

        /// The browser's camera sees the cat, who sways.
        private static func seeingCat() throws -> BrowserOptions {
            // Without GStreamer's plugins for transcoding it refuses to, and with them the file is empty.
            try BrowserEngine.webkit.cannot("record a camera")
            return try BrowserEngine.tested == .chromium ? seeing(Photos.clip(seconds: 2.9)) : seeingPicture()
        }

        /// Chromium's camera shows a clip again and again.
        private static func seeing(_ clip: PhotoFile) throws -> BrowserOptions {
            let movie = try clip.written()
            let film = try ScratchFolder.shared.folder("films").appending(path: "cat.mjpeg")
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "ffmpeg", "-nostdin", "-v", "error", "-i", movie.path, "-vf", "scale=640:480", "-q:v", "3", film.path,
            ]
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw WebDriverError("ffmpeg makes no film", film.path) }
            var options = BrowserOptions(hasCameras: true, beforeUse: keepTracks)
            options.arguments = ["--use-file-for-fake-video-capture=\(film.path)"]
            return options
        }

        /// Where the camera that is made up shows no file, the page makes one up.
        private static func seeingPicture() throws -> BrowserOptions {
            let cat = try Photos.cat.bytes.base64EncodedString()
            let script = """
                const bytes = Uint8Array.from(atob('\(cat)'), (letter) => letter.charCodeAt(0));
                const photo = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
                const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
                const pen = canvas.getContext('2d');
                const draw = () => pen.drawImage(photo, 60 * Math.sin(performance.now() / 110) - 80, 0, 800, 480);
                draw();
                setInterval(draw, 50);
                MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(20);
                """
            return BrowserOptions(hasCameras: true, beforeUse: script + keepTracks)
        }

        /// The studio's test source stands for a camera of the machine.
        private static let machineCamera = """
            const ask = window.fetch.bind(window);
            window.fetch = async (address, options) => {
              const url = String(address);
              if (/camera\\/(start|switch)/.test(url)) {
                const body = JSON.parse(options.body);
                body.source = { kind: 'test', name: 'pattern', width: 320, height: 240 };
                return ask(address, { ...options, body: JSON.stringify(body) });
              }
              if (!/camera\\/sources/.test(url)) return ask(address, options);
              const cameras = [{ path: '/dev/video9', name: 'Test camera', formats: [] }];
              return new Response(JSON.stringify({ cameras, microphones: [] }));
            };
            """
    }
}

extension Studio {
    fileprivate func openLivingCamera() async throws {
        try await turn(to: "camera")
        try await choose("[name=camera-mode][value=living]")
        try await browser.click("#camera-start")
        try await expectLivePicture()
        try await browser.wait("it can be pressed", until: "!document.getElementById('shutter').disabled")
    }

    /// Waits until the only photo is so.
    @discardableResult
    fileprivate func photo(is what: String, _ condition: (JSON) -> Bool) async throws -> JSON {
        var photo = JSON.null
        try await eventually("the photo is \(what)", within: 120) {
            photo = try await server.photos.first ?? .null
            return photo != .null && condition(photo)
        }
        return photo
    }
}
