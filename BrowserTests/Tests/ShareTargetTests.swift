import Foundation
import Testing

extension StudioTests {
    /// Photos that other apps share with the installed page.
    @Suite struct ShareTarget {
        @Test func theBrowserUnderstandsTheManifest() async throws {
            try await withStudio(.empty) { studio in
                let manifest = try await studio.browser.devTools("Page.getAppManifest")
                #expect(manifest["errors"].list.isEmpty, "\(manifest["errors"])")
                #expect(manifest["data"].text?.contains("share_target") == true)
            }
        }

        @Test func whatIsSharedIsAddedAfterAQuestionOnceAndInItsOrder() async throws {
            try await withStudio(.empty) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                // As the phone does it.
                try await studio.browser.run(postsPhotos(to: "/share-target"))
                try await studio.browser.wait("it is asked", until: "document.getElementById('confirm')?.open")
                // A phone that is locked may take the page away before the answer.
                try await studio.browser.reload()
                try await studio.browser.wait("it is asked again", until: "document.getElementById('confirm')?.open")
                let words =
                    try await studio.browser.run("return document.getElementById('confirm').innerText").text ?? ""
                #expect(words.contains("2 shared photos") && words.contains("red é.png, green é.png"), "\(words)")
                try await studio.browser.click("#confirm-yes")
                try await eventually("both are added") {
                    try await studio.server.photos.map { $0["name"] } == ["red é.png", "green é.png"]
                }
                #expect(try await studio.browser.run("return location.pathname + location.search") == "/")
                try await studio.expectNothingKept()
            }
        }

        @Test func aWebPageThatPostsPhotosAddsNoneWithoutAYes() async throws {
            try await withStudio(.empty) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                try await studio.browser.open(try await CatalogService.shared.url)
                // Firefox tells of nothing that a frame may not show.
                if try BrowserEngine.tested != .firefox { try await studio.expectNothingKeptOfFrame() }

                try await studio.browser.open(try await CatalogService.shared.url)
                try await studio.browser.run(postsPhotos(to: "\(studio.server.url)share-target"))
                try await studio.browser.wait("it is asked", until: "document.getElementById('confirm')?.open")
                #expect(try await studio.browser.text("#confirm-title") == "Add 2 shared photos?")
                try await studio.browser.click("#confirm-no")
                // What the foreign page asked for, and what it was refused.
                _ = try await (studio.browser.console(), studio.browser.events())
                try await studio.expectNothingKept()
                #expect(try await studio.server.photos.isEmpty)
                try await studio.browser.run("location.reload()")
                try await studio.browser.wait(
                    "nothing is left to ask",
                    until: "document.readyState === 'complete' && document.getElementById('confirm')?.open === false")
                #expect(try await studio.server.photos.isEmpty)
            }
        }
    }
}

/// Makes two pictures and sends them as a form does.
private func postsPhotos(to address: String, target: String = "_self") -> String {
    """
    const files = new DataTransfer();
    for (const color of ['red', 'green']) {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
      const pen = canvas.getContext('2d');
      pen.fillStyle = color;
      pen.fillRect(0, 0, 64, 64);
      const picture = await new Promise((resolve) => canvas.toBlob(resolve));
      files.items.add(new File([picture], `${color} é.png`, { type: 'image/png' }));
    }
    const form = Object.assign(document.createElement('form'),
      { method: 'post', action: '\(address)', enctype: 'multipart/form-data', target: '\(target)' });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
    """
}

extension Studio {
    fileprivate func expectNothingKept() async throws {
        try await browser.wait(
            "nothing is kept",
            until: "caches.open('peel-shared/').then((cache) => cache.keys()).then(({ length }) => length === 0)")
    }

    /// In a frame, where the page would ask in vain, the worker keeps nothing.
    fileprivate func expectNothingKeptOfFrame() async throws {
        try await browser.run(
            """
            const frame = Object.assign(document.createElement('iframe'), { name: 'frame' });
            document.body.append(frame);
            window.answered = new Promise((resolve) => { frame.onload = resolve; });
            """)
        try await browser.run(
            postsPhotos(to: "\(server.url)share-target", target: "frame") + "await window.answered;")
        try await browser.open("\(server.url)api/v1/openapi.json")
        #expect(try await browser.run("return caches.has('peel-shared/')") == false)
    }
}
