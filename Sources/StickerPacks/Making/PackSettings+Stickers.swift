import Files
import Imaging
import Stickers
import Tracing

/// What all photos of a run have in common.
struct PackRun: Hashable, Sendable {
    var program: PackManifest.Program
    var model: PackManifest.Model
    /// Tells stickers of other settings apart.
    var settings: SettingsFingerprint
}

extension PackSettings {
    /// Makes the stickers of a photo and encodes them: what packs and parts have in common. The report gets the
    /// confidence and, for a photo that is left out, the outcome; the timer gets all steps.
    ///
    /// - Parameter photo: stays admitted; the caller releases it once the files are written.
    /// - Returns: the photo's stickers and a file for each; `nil` for a photo that the network is too unsure of.
    @concurrent
    func makeStickers(
        of photo: AdmittedPhoto, by processor: PhotoProcessor, _ report: inout PhotoReport, _ timer: inout StageTimer
    ) async throws -> (photo: ProcessedPhoto, files: [[UInt8]])? {
        let made = try await processor.process(photo)
        timer.take(made.timings)
        report.confidence = made.confidence
        if let confidence = made.confidence, confidence < minimumConfidence {
            report.outcome = .leftOut(minimum: minimumConfidence)
            return nil
        }
        let files = try Trace.span("encode") { try made.stickers.map { try encoder.encode($0.bitmap) } }
        timer.end("encode")
        return (made, files)
    }

    /// What all stickers of these settings have in common.
    func run(by processor: PhotoProcessor) -> PackRun {
        let model = processor.segmenter.model
        let digest = SHA256Digest(of: model.bytes)
        return PackRun(
            program: program,
            model: PackManifest.Model(name: FilePath(model.name).lastComponent.description, sha256: digest.hex),
            settings: SettingsFingerprint(
                options: processor.options, encoding: "\(encoder.format) \(processor.segmenter.device)",
                modelSHA256: digest, programVersion: program.version))
    }
}

extension PhotoProcessor {
    /// For a photo of which something else is made than of the others.
    func with(_ options: PhotoOptions?) -> PhotoProcessor {
        guard let options else { return self }
        var processor = self
        processor.options = options.applied(to: self.options)
        return processor
    }
}
