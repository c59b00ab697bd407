import PhotoLibrary

@testable import Studio

enum SelectedPhotoSample {
    static func photo(_ number: Int, revision: Int) -> SnapshotPhoto {
        SnapshotPhoto(PhotoJSON(id: String(number), revision: revision))
    }
}

extension PhotoJSON {
    fileprivate init(id: String, revision: Int) {
        self.init(
            id: id, name: id, state: "waiting", error: nil, width: nil, height: nil, revision: revision, sticker: nil,
            instances: [], colors: [], gradient: [], textColor: nil, confidence: nil,
            style: Style(StudioStyle()), strokes: Strokes(done: 0, undone: 0), rendering: false,
            progress: nil, stopped: false, editError: nil,
            source: nil, metadata: nil, clip: nil)
    }
}
