package import Imaging

/// A sticker's words on its canvas, drawn once for all of its frames: they stand still while the subject moves.
package struct CanvasText: Sendable {
    private let setting: TextSetting
    /// What lies under words that one can see through, below the subject; `nil` for nothing.
    private let backing: Bitmap?
    private let words: Bitmap
    /// What is shown of them.
    package var shows = ShownText.all

    /// Words by their setting.
    ///
    /// - Parameters:
    ///   - canvas: the size of the sticker.
    ///   - toCanvas: from the clip's pixels to those of the canvas: moved, and scaled alike in both directions.
    package init(_ setting: TextSetting, on canvas: PixelSize, by toCanvas: PixelTransform) {
        self.setting = setting
        (backing, words) = setting.drawn(on: canvas, by: toCanvas)
    }

    /// Whether a word is too wide at the smallest size.
    package var isCut: Bool { setting.isCut }

    /// Where they are, for those who move them.
    package func place(by toCanvas: PixelTransform) -> TextPlace { setting.place(by: toCanvas, on: words.size) }

    func drawn(on subject: Bitmap) -> Bitmap {
        switch shows {
        case .withoutText: subject
        case .textAlone: words
        case .all: words.composited(over: backing.map { subject.composited(over: $0) } ?? subject)
        }
    }
}
