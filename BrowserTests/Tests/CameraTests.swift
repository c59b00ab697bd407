import Foundation
import Testing

/// Keeps the tracks of what the page opens.
let keepTracks = """
    window.tracks = [];
    const { mediaDevices } = navigator;
    const open = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (open) MediaDevices.prototype.getUserMedia = async (wish) => {
      const stream = await open(wish);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
    """

/// As if the person, or the system, said no.
func refusing(_ name: String) -> String {
    "MediaDevices.prototype.getUserMedia = async () => { throw new DOMException('', '\(name)'); };"
}

/// Cameras open when the test says so.
private let holdCamera = """
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const released = new Promise((release) => { window.releaseCamera = release; });
    MediaDevices.prototype.getUserMedia = async (wish) => {
      window.isCameraAsked = true;
      await released;
      return open(wish);
    };
    """

extension StudioTests {
    @Suite struct Camera {
        @Test func whatTheCameraSeesBecomesAPhotoAndTheCameraIsOffAgain() async throws {
            let options = BrowserOptions(hasCameras: true, beforeUse: keepTracks)
            try await withStudio(.empty, options) { studio in
                try await studio.browser.click("#take-photo")
                try await studio.expectLivePicture()
                #expect(try await studio.focus(isOn: "#shutter"))
                try await studio.browser.press(.space)
                try await eventually("the photo is there") {
                    try await studio.server.names.first?.wholeMatch(of: /Camera [-\d]+ [-\d]+\.jpg/) != nil
                }
                try await studio.browser.wait(
                    "its card is there", until: "document.querySelectorAll('.page').length === 1")
                #expect(try await studio.browser.element("#camera-panel").property("hidden").isTruthy)
                try await studio.expectTracks(live: 0, of: 1)
            }
        }

        @Test func theOtherCameraTakesOverAndLeavingTheTabTurnsItOff() async throws {
            try BrowserEngine.firefox.cannot("have two cameras")
            let options = BrowserOptions(hasCameras: true, beforeUse: keepTracks)
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.click("#open-camera")
                try await studio.expectLivePicture()
                try await studio.browser.click("#switch-camera")
                try await studio.expectTracks(live: 1, of: 2)
                let labels = try await studio.browser.run("return window.tracks.map(({ label }) => label)")
                #expect(labels[0] != labels[1])
                try await studio.expectLivePicture()
                try await studio.turn(to: "stickers")
                try await studio.expectTracks(live: 0, of: 2)
                #expect(try await studio.server.photos.count == 4)
            }
        }

        @Test(arguments: [("photo", "strip"), ("strip", "photo")])
        func aModeThatIsChosenWhileTheCameraStartsIsTheOneThatStarts(
            _ first: String, _ second: String
        ) async throws {
            try await withStudio(.empty, BrowserOptions(hasCameras: true, beforeUse: holdCamera)) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=\(first)]")
                try await studio.browser.click("#camera-start")
                try await studio.browser.wait("the camera is asked for", until: "window.isCameraAsked")
                try await studio.choose("[name=camera-mode][value=\(second)]")
                try await studio.browser.run("window.releaseCamera()")
                try await studio.expectLivePicture()
                if second == "strip" {
                    try await studio.expectCamera("gets frames") { ($0["frames"].int ?? 0) > 2 }
                } else {
                    try await studio.expectCamera("is off and free") { $0["state"] == "off" && $0["isBusy"] == false }
                    let isSent = try await studio.browser.run(
                        """
                        return performance.getEntriesByType('resource').some(({ name }) => name.includes('/camera/frames'));
                        """)
                    #expect(isSent == false)
                }
            }
        }

        @Test(arguments: [
            ("NotAllowedError", "The camera is not allowed for this page."), ("NotFoundError", "No camera was found."),
            ("NotReadableError", "The camera cannot be started;"),
        ])
        func withoutItThePageSaysWhyAndAFileCanBeChosen(_ error: String, _ words: String) async throws {
            var phone = BrowserOptions.phone
            phone.beforePage = refusing(error)
            try await withStudio(.empty, phone) { studio in
                try await studio.browser.click("#take-photo")
                try await studio.browser.wait(
                    "it says why", until: "document.getElementById('camera-panel').dataset.phase === 'failed'")
                #expect(try await studio.browser.text("#camera-reason").hasPrefix(words))
                #expect(try await studio.focus(isOn: "#camera-choose"))
                try await studio.browser.run(
                    """
                    document.getElementById('camera-input').addEventListener('click', (event) => {
                      event.preventDefault();
                      window.pickerOpened = true;
                    });
                    """)
                try await studio.browser.press(.enter)
                try await studio.browser.wait("the picker opens", until: "window.pickerOpened")
            }
        }
    }
}

extension Studio {
    func expectLivePicture() async throws {
        try await browser.wait(
            "the live picture is there",
            until: """
                document.getElementById('camera-panel').dataset.phase === 'live'
                  && document.getElementById('camera-picture').videoWidth > 0
                """)
    }

    func expectTracks(live: Int, of count: Int) async throws {
        try await browser.wait(
            "\(live) of \(count) cameras are on",
            until: """
                window.tracks.length === arguments[1]
                  && window.tracks.filter(({ readyState }) => readyState === 'live').length === arguments[0]
                """, .number(Double(live)), .number(Double(count)))
    }
}
