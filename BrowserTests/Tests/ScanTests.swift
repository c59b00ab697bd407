import Foundation
import Testing

private let withCameras = BrowserOptions(hasCameras: true, beforeUse: keepTracks)

/// As if the person gave the camera, and said no to the microphone.
private let refuseMicrophone = """
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    MediaDevices.prototype.getUserMedia = async (wish) => {
      if (wish.audio) throw new DOMException('', 'NotAllowedError');
      return open(wish);
    };
    """

/// As if no sound could begin.
private let holdSound = """
    AudioContext.prototype.resume = () => new Promise(() => {});
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
    """

extension StudioTests {
    @Suite struct Scan {
        @Test func byKeysAloneAStripOfTheBrowsersCameraBecomesASticker() async throws {
            try await withStudio(.empty, withCameras) { studio in
                let browser = studio.browser
                try await studio.tab(to: "#tab-stickers")
                try await browser.press(.right)
                try await browser.press(.right)
                try await browser.wait("the tab is shown", until: "document.documentElement.dataset.tab === 'camera'")
                try await studio.tab(to: "[name=camera-mode]")
                try await browser.press(.right)
                try await browser.press(.right)
                try await studio.tab(to: "#camera-start")
                try await browser.press(.enter)
                try await studio.expectPhase("live")
                try await studio.tab(to: "#shutter")
                try await browser.press(.space)
                try await studio.expectCamera("has 20 columns") { $0["result"]["width"].int ?? 0 >= 20 }
                try await browser.press(.space)
                try await studio.expectResult()
                #expect(try await studio.focus(isOn: "#result-sticker"))
                let picture = try await studio.camera["pictures"][0]
                let file = try await studio.server.file("/camera/pictures/\(picture["id"].text ?? "")")
                #expect(file.isPNG)
                try await browser.press(.enter)
                try await browser.wait("its card is there", until: "document.querySelectorAll('.page').length === 1")
                #expect(try await studio.server.names == ["\(picture["name"].text ?? "").png"])
                #expect(try await browser.element("#camera-panel").property("hidden").isTruthy)
                try await studio.expectTracks(live: 0, of: 1)
                try await studio.expectCamera("is off and free") { $0["state"] == "off" && $0["isBusy"] == false }
            }
        }

        @Test func theSlitFollowsPointerAndKeysAndSoDoesTheStudio() async throws {
            try await withStudio(.empty, withCameras) { studio in
                let browser = studio.browser
                try await studio.beginScanning()
                let middle = try await browser.place(of: "#slit")
                let there = try await browser.place(of: "#camera-live", x: 0.25)
                try await browser.drag(along: [middle, Place(x: there.x, y: middle.y)])
                try await studio.expectCamera("has the slit at a quarter") {
                    abs(($0["config"]["slit"].double ?? 0) - 0.25) < 0.01
                }
                #expect(try await browser.run("return document.getElementById('slit').ariaValueNow") == "25")
                #expect(try await studio.focus(isOn: "#slit"))
                try await browser.press(.right)
                try await studio.expectCamera("has it a hundredth further") {
                    abs(($0["activeConfig"]["slit"].double ?? 0) - 0.26) < 0.01
                }
                try await studio.choose("[name=axis][value=rows]")
                let low = try await browser.place(of: "#camera-live", y: 0.8)
                try await browser.drag(along: [try await browser.place(of: "#slit"), low], pointer: "touch")
                try await studio.expectCamera("has a lying slit, low") {
                    $0["config"]["axis"] == "rows" && abs(($0["config"]["slit"].double ?? 0) - 0.8) < 0.02
                }
                #expect(
                    try await browser.run("return document.getElementById('slit').ariaOrientation") == "vertical")
            }
        }

        @Test func theModeChangesWhileAMovieIsRecordedAndTheMovieIsDownloaded() async throws {
            try await withStudio(.empty, withCameras) { studio in
                let browser = studio.browser
                try await studio.beginScanning()
                try await browser.click("#record")
                try await studio.expectCamera("records") { ($0["recording"]["frames"].int ?? 0) > 5 }
                try await studio.choose("[name=camera-mode][value=delay]")
                let state = try await studio.expectCamera("delays") { $0["activeConfig"]["mode"] == "delay" }
                #expect(state["recording"] != .null)
                try await browser.click("#record")
                try await studio.expectResult()
                let movie = try await studio.camera["movies"][0]
                try await browser.click("#result-download")
                let file = try await browser.downloaded(movie["name"].text ?? "")
                #expect(file.dropFirst(4).prefix(4) == Data("ftyp".utf8))
                #expect(file.count == movie["bytes"].int)
                let isPaused = "document.getElementById('result-movie').paused"
                try await browser.run(
                    """
                    const movie = document.getElementById('result-movie');
                    movie.loop = true;
                    movie.play().catch(() => {});
                    """)
                #expect(try await browser.run("return \(isPaused)") == false)
                try await browser.run("document.getElementById('result').close()")
                try await browser.wait("it plays no more", until: isPaused)
            }
        }

        @Test(arguments: [
            (refuseMicrophone, "The microphone is not allowed"), (holdSound, "No sound comes from the microphone."),
        ])
        func withoutTheMicrophoneThereIsThePicture(_ trouble: String, _ words: String) async throws {
            let options = BrowserOptions(hasCameras: true, beforeUse: trouble)
            try await withStudio(.empty, options) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=sweep]")
                try await studio.choose("#camera-sound")
                try await studio.browser.click("#camera-start")
                try await studio.expectPhase("live")
                let state = try await studio.expectCamera("gets frames") { ($0["frames"].int ?? 0) > 2 }
                #expect(state["camera"]["hasSound"] == false)
                #expect(try await studio.browser.text("#sound-note").hasPrefix(words))
                #expect(try await studio.browser.element("#camera-sound").property("checked") == false)
            }
        }

        @Test func theMicrophonesSoundGoesIntoTheMovie() async throws {
            try await withStudio(.empty, withCameras) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=delay]")
                try await studio.choose("#camera-sound")
                try await studio.browser.click("#camera-start")
                try await studio.expectPhase("live")
                try await studio.needsSound()
                try await studio.expectCamera("hears") { $0["camera"]["hasSound"] == true }
                try await studio.browser.click("#record")
                try await studio.expectCamera("records") { ($0["recording"]["seconds"].double ?? 0) > 1 }
                try await studio.browser.click("#record")
                try await studio.expectResult()
                let movie = try await studio.camera["movies"][0]["id"].text ?? ""
                let file = try await studio.server.file("/camera/movies/\(movie)")
                #expect(file.range(of: Data("mp4a".utf8)) != nil, "the movie has a track of sound")
            }
        }

        @Test func aSecondPageWatchesTakesOverAndTheFirstSeesIt() async throws {
            try await withStudio(.empty, withCameras) { studio in
                try await studio.beginScanning()
                try await withBrowser(withCameras, for: studio.server) { browser in
                    let second = Studio(server: studio.server, browser: browser)
                    try await second.open()
                    try await second.turn(to: "camera")
                    try await second.choose("[name=camera-mode][value=strip]")
                    try await browser.wait(
                        "it watches",
                        until: """
                            !document.getElementById('camera-watching').hidden
                              && document.getElementById('camera-frame').width > 300
                              && document.getElementById('shutter').disabled
                              && document.getElementById('scan-group').disabled
                            """)
                    try await browser.click("#camera-take-over")
                    try await second.expectPhase("live")
                    #expect(try await browser.element("#camera-watching").property("hidden").isTruthy)
                    try await studio.browser.wait(
                        "the first watches now", until: "!document.getElementById('camera-watching').hidden")
                    try await studio.expectTracks(live: 0, of: 1)
                    try await second.choose("[name=camera-mode][value=sweep]")
                    try await studio.browser.wait(
                        "the first sees the mode",
                        until: "document.querySelector('[name=camera-mode]:checked').value === 'sweep'")
                }
            }
        }

        @Test func aVideoIsUploadedAndScannedFromItsFirstFrame() async throws {
            try await withStudio(.empty) { studio in
                let file = try await studio.writeMovie()
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=strip]")
                try await studio.browser.run(
                    """
                    const menu = document.getElementById('camera-source');
                    menu.value = 'upload';
                    menu.dispatchEvent(new Event('change'));
                    """)
                try await studio.browser.element("#video-input").type(file.path)
                let state = try await studio.expectCamera("has read it") { $0["state"] == "ended" }
                #expect(state["frames"].int ?? 0 >= 20)
                let columns = state["result"]["width"].int ?? 0
                #expect(state["frames"].int == columns)
                try await studio.browser.click("#shutter")
                try await studio.expectResult()
                #expect(try await studio.camera["pictures"][0]["width"].int == columns)
                // There is no place for the reason over a picture.
                try await studio.browser.run("document.getElementById('result').close()")
                try await studio.browser.element("#video-input").type(try Photos.text.written().path)
                try await studio.browser.wait(
                    "what is not a video is refused with a word",
                    until: "document.getElementById('toast').textContent.includes('This is not a video')")
            }
        }

        @Test func whatIsNotAVideoIsRefusedWithAReason() async throws {
            try await withStudio(.empty) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=strip]")
                try await studio.browser.run(
                    """
                    const menu = document.getElementById('camera-source');
                    menu.value = 'upload';
                    menu.dispatchEvent(new Event('change'));
                    """)
                try await studio.browser.element("#video-input").type(try Photos.text.written().path)
                try await studio.browser.wait(
                    "it says why",
                    until: "document.getElementById('camera-reason').textContent.startsWith('This is not a video')")
            }
        }

        @Test(arguments: [
            ("NotAllowedError", "The camera is not allowed for this page."), ("NotFoundError", "No camera was found."),
        ])
        func withoutTheBrowsersCameraThePageSaysWhy(_ error: String, _ words: String) async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: refusing(error))) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=strip]")
                try await studio.browser.click("#camera-start")
                try await studio.expectPhase("failed")
                #expect(try await studio.browser.text("#camera-reason").hasPrefix(words))
                #expect(try await studio.camera["isBusy"] == false)
            }
        }

        @Test func onAPhoneHeldUprightTheScanIsBelowAndNothingOverflows() async throws {
            var phone = BrowserOptions.phone
            phone.hasCameras = true
            try await withStudio(.empty, phone) { studio in
                try await studio.beginScanning()
                let boxes = try await studio.browser.run(
                    """
                    const box = (id) => document.getElementById(id).getBoundingClientRect();
                    return [box('camera-live').bottom, box('scan-view').top, box('shutter').bottom, box('tabs').top,
                      document.getElementById('camera-panel').scrollWidth];
                    """
                ).list.map { $0.double ?? 0 }
                #expect(boxes[0] <= boxes[1], "the scan is not below")
                #expect(boxes[2] <= boxes[3], "the shutter is under the tabs")
                #expect(boxes[4] == 390)
                try await studio.browser.wait(
                    "the preview is drawn", until: "document.getElementById('scan-empty').hidden")
            }
        }
    }
}

extension Studio {
    /// A second of a test source, as the studio itself records it.
    func writeMovie() async throws -> URL {
        try await server.send(
            "POST", "/camera/start",
            [
                "source": ["kind": "test", "width": 320, "height": 240, "frameRate": 30, "seconds": 1],
                "preview": false,
                "record": ["format": "mp4", "quality": "draft", "sound": false],
            ])
        try await expectCamera("has recorded") { $0["state"] == "ended" && !$0["movies"].list.isEmpty }
        let movie = try await camera["movies"][0]["id"].text ?? ""
        let file = try ScratchFolder.shared.folder("movies").appending(path: "test.mp4")
        try await server.file("/camera/movies/\(movie)").write(to: file)
        try await server.send("POST", "/camera/stop")
        try await server.send("POST", "/camera/release")
        return file
    }
}
