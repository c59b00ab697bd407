import Foundation
import Testing

extension StudioTests {
    /// Photos that other apps share with the installed page.
    @Suite struct ShareTarget {
        @Test func `the browser understands the manifest`() async throws {
            try await withStudio(.empty) { studio in
                let manifest = try await studio.browser.devTools("Page.getAppManifest")
                #expect(manifest["errors"].list.isEmpty, "\(manifest["errors"])")
                #expect(manifest["data"].text?.contains("share_target") == true)
            }
        }

        @Test func `what is shared is added, once and in its order`() async throws {
            try await withStudio(.empty) { studio in
                try await studio.browser.wait(
                    "the worker is there", until: "navigator.serviceWorker.controller !== null")
                // As the phone does it.
                try await studio.browser.run(
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
                      { method: 'post', action: '/share-target', enctype: 'multipart/form-data' });
                    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true });
                    input.files = files.files;
                    form.append(input);
                    document.body.append(form);
                    form.submit();
                    """)
                try await eventually("both are added") {
                    try await studio.server.photos.map { $0["name"] } == ["red é.png", "green é.png"]
                }
                #expect(try await studio.browser.run("return location.pathname + location.search") == "/")
                #expect(try await studio.browser.run("return caches.has('peel-shared')") == false)
            }
        }
    }
}
