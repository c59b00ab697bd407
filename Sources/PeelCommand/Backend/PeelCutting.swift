import Execution
import Peel

/// Cuts with the library.
struct PeelCutting: PhotoCutting {
    private let processor: PhotoProcessor
    private let encoding: StickerEncoding
    private let writesMask: Bool

    init(_ request: CutRequest, segmenter: SubjectSegmenter, executor: PhotoExecutor) {
        var options = request.options
        // Of the same size as the sticker with the same options, and each pixel in the same place.
        options.drawsSubjectAlone = request.writesMask
        processor = PhotoProcessor(segmenter: segmenter, options: options, limits: request.limits, executor: executor)
        encoding = request.encoding
        writesMask = request.writesMask
    }

    func cut(_ photo: [UInt8]) async throws(CommandFailure) -> CutStickers {
        do throws(StickerError) {
            let admitted = try await processor.admit(photo)
            defer { admitted.release() }
            let made = try await processor.process(admitted)
            let largest = made.stickers.map(\.scale).max() ?? 1
            return CutStickers(
                files: try await processor.executor.run { () async throws(StickerError) in try encode(made) },
                enlargement: largest > PhotoProcessor.unseenEnlargement ? largest : nil,
                isTextCut: made.stickers.contains(where: \.isTextCut))
        } catch {
            throw CommandFailure(error)
        }
    }

    private func encode(_ photo: ProcessedPhoto) throws(StickerError) -> [[UInt8]] {
        do throws(ImagingError) {
            var files: [[UInt8]] = []
            for sticker in photo.stickers {
                if writesMask {
                    files.append(try encoding.format.losslessEncoder.encode(sticker.bitmap.alphaMatte))
                } else {
                    files.append(try encoding.encoder.encode(sticker.bitmap))
                }
            }
            return files
        } catch {
            throw StickerError(error)
        }
    }
}

extension Bitmap {
    /// What is seen of it, as `--mask` writes it.
    var alphaMatte: Matte {
        Matte(size: size, samples: stride(from: 3, to: pixels.count, by: 4).map { Float(pixels[$0]) / 255 })
    }
}
