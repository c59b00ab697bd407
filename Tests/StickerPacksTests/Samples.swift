import Files
import Imaging
import Stickers

@testable import StickerPacks

/// Photos and stickers that no network is needed for.
enum Samples {
    static let run = PackRun(
        program: PackManifest.Program(version: "1.0"),
        model: PackManifest.Model(name: "subject.onnx", sha256: digest("model").hex), settings: settings().description,
        pathExtension: "png",
        numbersInstances: false, minimumConfidence: 0, allowsEnlargement: false)

    static func settings(encoding: String = "png") -> SettingsFingerprint {
        SettingsFingerprint(
            options: ProcessingOptions(), encoding: encoding, modelSHA256: digest("model"), programVersion: "1.0")
    }

    static func digest(_ text: String) -> SHA256Digest {
        SHA256Digest(of: Array(text.utf8))
    }

    /// A photo with that many stickers: one of all subjects, or one for each.
    static func photo(instances: Int? = nil, confidence: Double? = nil) -> ProcessedPhoto {
        let bitmap = Bitmap(size: PixelSize(width: 4, height: 3), filledWith: .white)
        let box = PixelRect(x: 10, y: 20, width: 30, height: 40)
        let stickers =
            instances.map { count in (1...count).map { Sticker(bitmap: bitmap, box: box, scale: 1, instance: $0) } }
            ?? [Sticker(bitmap: bitmap, box: box, scale: 1, instance: nil)]
        return ProcessedPhoto(
            stickers: stickers,
            colorScheme: PhotoColorScheme(swatches: [
                Swatch(color: SRGBColor(red: 255, green: 128, blue: 0), share: 2.0 / 3),
                Swatch(color: .black, share: 1.0 / 3),
            ]),
            photoSize: PixelSize(width: 400, height: 300), instanceCount: instances ?? 1,
            subject: confidence.map {
                PhotoSubject(
                    matte: Matte(size: PixelSize(width: 1, height: 1)), photoSize: PixelSize(width: 400, height: 300),
                    confidence: $0)
            })
    }
}
