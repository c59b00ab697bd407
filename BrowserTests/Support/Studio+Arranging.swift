extension Studio {
    /// Opens the editor on the first photo, where its sticker is moved.
    func openArranging() async throws {
        try await openEditor()
        try await choose("[name=mode][value=arrange]")
        try await browser.wait(
            "the sticker and what is moved are there",
            until: """
                ['arrange-result', 'arrange-sticker'].every((id) => document.getElementById(id).naturalWidth > 0)
                """)
    }

    /// From there to the frame over the photo.
    func openCrop() async throws {
        try await choose("[name=arrange-tool][value=crop]")
        try await browser.wait(
            "the photo is there", until: "document.getElementById('frame-cutout').naturalWidth > 0")
        try await browser.wait(
            "the frame lies over it", until: "document.getElementById('crop-box').getBoundingClientRect().width > 50")
    }

    /// Waits until the studio has made what was asked for, and the stage shows that.
    ///
    /// - Returns: the photo.
    @discardableResult
    func expectArranged(_ name: String, _ what: String, _ condition: (JSON) -> Bool) async throws -> JSON {
        let photo = try await photo(name, is: what) {
            condition($0["style"]["arrangement"]) && $0["rendering"] != true
        }
        try await browser.wait(
            "the stage shows it",
            until: """
                (() => {
                  const isCrop = document.getElementById('stage').dataset.tool === 'crop';
                  const image = document.getElementById(isCrop ? 'frame-cutout' : 'arrange-result');
                  return document.getElementById('stage-busy').hidden && image.src.endsWith(arguments[0])
                    && (isCrop || !document.getElementById('arrange-canvas').hasAttribute('data-live'));
                })()
                """, .string("r=\(photo["revision"].int ?? 0)"))
        return photo
    }
}
