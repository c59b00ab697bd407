import Foundation
import Testing

/// The studio takes its time for each request with frames, so that the page must leave some out.
private let slowFrames = """
    const send = window.fetch;
    window.fetch = async (address, options) => {
      if (String(address).includes('/camera/frames')) await new Promise((done) => setTimeout(done, 300));
      return send(address, options);
    };
    """

extension StudioTests {
    /// What a person sees and keeps of a scan.
    @Suite struct ScanSeen {
        @Test func theCleanViewAloneInASecondBrowserShowsTheScanAndNothingElse() async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true)) { studio in
                try await studio.beginScanning("delay")
                try await withBrowser(for: studio.server) { browser in
                    try await browser.open(studio.server.url + "api/v1/camera/view")
                    try await browser.wait(
                        "the scan is there",
                        until: "document.images.length === 1 && document.images[0].naturalWidth > 0")
                    let page = try await browser.run(
                        """
                        const [image] = document.images;
                        const { width, height } = image.getBoundingClientRect();
                        return [document.body.children.length, document.body.textContent.trim(),
                          getComputedStyle(document.body).backgroundColor, width === innerWidth, height === innerHeight,
                          image.currentSrc.includes('/live/result')];
                        """)
                    #expect(page == [1, "", "rgb(0, 0, 0)", true, true, true])
                    // It is the scan that grows, not a picture of it: what is seen of it changes. Firefox draws the
                    // first.
                    let first = try await browser.screenshot()
                    try await eventually("the scan moves on") { try await browser.screenshot() != first }
                    // Who only looks has not taken the camera.
                    #expect(try await studio.camera["state"] == "ready")
                    try await studio.expectPhase("live")
                }
            }
        }

        @Test func theFactsHaveTheTimeAndWhatThePageCouldNotSend() async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true, beforePage: slowFrames)) { studio in
                try await studio.beginScanning("sweep")
                try await studio.browser.wait(
                    "time, size and that not all was kept are told",
                    until: """
                        /^\\d+:\\d\\d · \\d+ × \\d+$/.test(document.getElementById('camera-facts').textContent)
                          && document.getElementById('camera-lost').textContent === 'Not every picture could be kept'
                        """)
                try await studio.browser.click("#camera-lost")
                try await studio.browser.wait(
                    "and how much, for a person who asks",
                    until: "/^\\d+ pictures? came too fast and (is|are) left out$/"
                        + ".test(document.getElementById('camera-lost').textContent)")
                try await studio.browser.click("#record")
                try await studio.expectCamera("records") { ($0["recording"]["seconds"].double ?? 0) >= 1 }
                try await studio.browser.wait(
                    "the movie's time is told",
                    until:
                        "/0:0[1-9]|0:[1-5]\\d|[1-9]:\\d\\d/.test(document.getElementById('camera-facts').textContent)")
                try await studio.browser.click("#record")
                try await studio.expectResult()
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func eachModeShowsWhatItDoesAndStandsStillWhereMotionIsReduced(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.empty, options) { studio in
                try await studio.turn(to: "camera")
                let drawn = "document.querySelector('.mode-demo').toDataURL()"
                var seen: Set<String> = []
                for mode in ["strip", "sweep", "delay", "map"] {
                    try await studio.browser.setMedia(reducedMotion: false)
                    try await studio.choose("[name=camera-mode][value=\(mode)]")
                    try await studio.browser.run("window.seen = \(drawn); return null")
                    try await studio.browser.wait("it moves", until: "\(drawn) !== window.seen")
                    try await studio.browser.setMedia(reducedMotion: true)
                    try await studio.browser.wait(
                        "it stands still",
                        until: """
                            (async () => {
                              window.seen = \(drawn);
                              for (let count = 0; count < 12; count += 1) await new Promise(requestAnimationFrame);
                              return \(drawn) === window.seen;
                            })()
                            """)
                    let still = try await studio.browser.run("return window.seen")
                    seen.insert(try #require(still.text))
                }
                #expect(seen.count == 4)
            }
        }

        @Test func aMicrophoneThatIsUnpluggedIsToldAndTheMovieGoesOn() async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true, beforeUse: keepTracks)) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=delay]")
                try await studio.choose("#camera-sound")
                try await studio.browser.click("#camera-start")
                try await studio.expectPhase("live")
                try await studio.needsSound()
                try await studio.browser.click("#record")
                try await studio.expectCamera("records") { ($0["recording"]["frames"].int ?? 0) > 5 }
                let before = try await studio.browser.text("#camera-facts")
                #expect(!before.contains("The sound has ended"))
                try await studio.browser.run(
                    "window.tracks.find(({ kind }) => kind === 'audio').dispatchEvent(new Event('ended'))")
                try await studio.browser.wait(
                    "it is told",
                    until: "document.getElementById('camera-facts').textContent.includes('The sound has ended')")
                let frames = try await studio.camera["recording"]["frames"].int ?? 0
                try await studio.expectCamera("goes on") { ($0["recording"]["frames"].int ?? 0) > frames + 5 }
                try await studio.browser.click("#record")
                try await studio.expectResult()
            }
        }

        @Test func aPictureIsSavedUnderItsNameByteForByte() async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true)) { studio in
                try await studio.beginScanning("sweep")
                try await studio.browser.click("#shutter")
                try await studio.expectResult()
                let picture = try await studio.camera["pictures"][0]
                try await studio.browser.click("#result-save")
                let name = try #require(picture["name"].text)
                let saved = try await studio.browser.downloaded("\(name).png")
                let made = try await studio.server.file("/camera/pictures/\(picture["id"].text ?? "")")
                #expect(saved == made)
                #expect(saved.isPNG)
                try await studio.browser.click("#result-delete")
                try await studio.expectResults(0)
                #expect(try await studio.camera["pictures"].list.count == 1, "it can be taken back")
                try await studio.browser.reload()
                try await studio.expectCamera("has no picture") { $0["pictures"].list.isEmpty }
            }
        }
    }
}
