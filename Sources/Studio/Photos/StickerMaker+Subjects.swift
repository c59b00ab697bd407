import Execution
import Imaging
import Printing
import Profiling
package import Stickers

extension StickerMaker {
    /// Finds out which subjects a person means. The network is asked only about a box that known subjects do not fill.
    ///
    /// - Parameter chosen: the subjects on the sticker now; `nil` for all.
    /// - Throws: `.noSubject` where nothing is meant, or nothing would be left on the sticker.
    @concurrent
    package func choose(
        _ place: SubjectPlace, _ use: SubjectUse, in data: [UInt8], subject: [UInt8]?, strokes: [MatteStroke],
        chosen: [Int]?
    ) async throws(StickerError) -> SubjectChoice {
        let (photo, processor, found) = try await known(in: data, subject)
        defer { photo.release() }
        let overview = try await overview(of: data, photo, processor)
        let now = try await editor(of: data, photo, processor, found, strokes: strokes).subject
        let segmenter = processor.segmenter
        return try await executor.run { () async throws(StickerError) in
            try Trace.span("choose") { () throws(StickerError) in
                try Self.choice(of: place, use, from: now, overview, segmenter, chosen: chosen)
            }
        }
    }

    private static func choice(
        of place: SubjectPlace, _ use: SubjectUse, from subject: PhotoSubject, _ overview: Bitmap,
        _ segmenter: SubjectSegmenter, chosen: [Int]?
    ) throws(StickerError) -> SubjectChoice {
        let before = SubjectPicker(subject)
        var after = before
        let meant: [Int]
        var stroke: MatteStroke?
        var stays: Set<Int> = []
        switch place {
        case .point(let point):
            meant = before.number(at: point).map { [$0] } ?? []
        case .box(let box):
            // What is not known is not on the sticker.
            let seen = subject.choice(of: box, overview: overview, segmenter: use == .remove ? nil : segmenter)
            meant = seen?.numbers ?? []
            stroke = seen?.stroke
            if let stroke {
                after = SubjectPicker(subject.applying([stroke], to: overview, segmenter: segmenter))
            }
        case .apart(let point, from: let other):
            let line = MatteStroke(mode: .split, radius: 0, points: [point, other])
            let parted = subject.applying([line], to: overview)
            after = SubjectPicker(parted)
            meant = parted == subject ? [] : after.number(at: point).map { [$0] } ?? []
            stays = Set(after.number(at: other).map { [$0] } ?? [])
            stroke = line
        }
        guard !meant.isEmpty else { throw StickerError(.noSubject, place.failure) }
        let kept = chosen.map { Set($0) } ?? Set(before.all)
        let others = Set(stroke == nil ? Array(kept) : after.numbers(of: kept, in: before))
        let numbers: Set<Int> =
            switch use {
            case .alone: Set(meant)
            case .add: others.union(meant)
            case .remove: others.union(stays).subtracting(meant)
            }
        guard !numbers.isEmpty else {
            throw StickerError(.noSubject, "at least one subject must stay on the sticker")
        }
        let isAll = numbers.isSuperset(of: after.all)
        return SubjectChoice(stroke: stroke, instances: isAll ? nil : numbers.sorted())
    }

    @concurrent
    package func renumbered(
        _ chosen: [Int], in data: [UInt8], subject: [UInt8]?, from before: [MatteStroke], to after: [MatteStroke]
    ) async throws(StickerError) -> [Int] {
        let (photo, processor, found) = try await known(in: data, subject)
        defer { photo.release() }
        let old = try await editor(of: data, photo, processor, found, strokes: before).subject
        let new = try await editor(of: data, photo, processor, found, strokes: after).subject
        return await executor.run { () async -> [Int] in
            Trace.span("renumber") {
                let earlier = SubjectPicker(old)
                // A choice that meant nothing goes on meaning nothing.
                guard !Set(earlier.all).isDisjoint(with: chosen) else { return chosen }
                return SubjectPicker(new).numbers(
                    of: Set(chosen), afterStrokesOn: earlier, withNew: after.count > before.count)
            }
        }
    }

    /// The photo's subjects with the smooth lines around them: along where the alpha of ``cutout(_:subject:strokes:)``
    /// crosses one half.
    @concurrent
    func outlines(
        _ data: [UInt8], subject: [UInt8], strokes: [MatteStroke]
    ) async throws -> OutlinedSubjects {
        let (photo, finder, before) = try await known(in: data, subject)
        defer { photo.release() }
        var found = before
        if !strokes.isEmpty { found = try await editor(of: data, photo, finder, found, strokes: strokes).subject }
        let size = photo.size
        let subject = found
        // Its colours are not asked for.
        let sticker = try await finder.render(
            photo, subject: subject, colorScheme: PhotoColorScheme(swatches: [Swatch(color: .black, share: 1)])
        ).sticker
        return await executor.run { () async -> OutlinedSubjects in
            Trace.span("outlines") { Self.outlined(SubjectPicker(subject), sticker.alphaMatte, photo: size) }
        }
    }

    /// The lines around what a stroke would change, after others.
    @concurrent
    func preview(
        of stroke: MatteStroke, _ data: [UInt8], subject: [UInt8]?, strokes: [MatteStroke]
    ) async throws -> StrokePreview {
        let (photo, processor, found) = try await known(in: data, subject)
        defer { photo.release() }
        let editor = try await editor(of: data, photo, processor, found, strokes: strokes)
        let size = photo.size
        return await executor.run { () async -> StrokePreview in
            Trace.span("stroke preview") {
                let path = editor.change(by: stroke).map { Self.path(around: $0.change, $0.place) } ?? ""
                return StrokePreview(width: size.width, height: size.height, path: path)
            }
        }
    }

    static func path(around matte: Matte, _ place: FractionalRect) -> String {
        let scale = SIMD2(place.width / Double(matte.width), place.height / Double(matte.height))
        let origin = SIMD2(place.x, place.y) / scale
        return OutlineTracer.contours(of: matte, tolerance: 0.5).map { path($0, origin, scale) }.joined()
    }

    static func outlined(_ picker: SubjectPicker, _ alpha: Matte, photo: PixelSize) -> OutlinedSubjects {
        let scale = SIMD2(
            Double(photo.width) / Double(alpha.width), Double(photo.height) / Double(alpha.height))
        let tolerance = OutlineTracer.tolerance(for: alpha.size) / 2
        let subjects = picker.mattes(in: alpha).compactMap { number, part, matte -> OutlinedSubjects.Subject? in
            let origin = SIMD2(Double(part.x), Double(part.y))
            let outlines = OutlineTracer.contours(of: matte, tolerance: tolerance)
            guard !outlines.isEmpty else { return nil }
            let box = PixelRect(
                x: Int(origin.x * scale.x), y: Int(origin.y * scale.y),
                width: Int((Double(part.width) * scale.x).rounded(.up)),
                height: Int((Double(part.height) * scale.y).rounded(.up))
            ).intersection(PixelRect(photo))
            return OutlinedSubjects.Subject(
                number: number, box: box, path: outlines.map { Self.path($0, origin, scale) }.joined())
        }
        return OutlinedSubjects(width: photo.width, height: photo.height, subjects: subjects)
    }

    /// As SVG writes it, to a tenth of a pixel of the photo.
    private static func path(_ outline: Outline, _ origin: SIMD2<Double>, _ scale: SIMD2<Double>) -> String {
        func number(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return tenths % 10 == 0 ? String(tenths / 10) : String(Double(tenths) / 10)
        }
        func point(_ point: SIMD2<Double>) -> String {
            let place = (point + origin) * scale
            return "\(number(place.x)) \(number(place.y))"
        }
        var path = "M\(point(outline.start))"
        for curve in outline.curves {
            path += "C\(point(curve.control1)) \(point(curve.control2)) \(point(curve.end))"
        }
        return path + "Z"
    }

    /// An admitted photo and its subject: as it was kept, or as the network finds it now.
    private func known(
        in data: [UInt8], _ subject: [UInt8]?
    ) async throws(StickerError) -> (AdmittedPhoto, PhotoProcessor, PhotoSubject) {
        var processor = try await processor()
        processor.options = ProcessingOptions(
            size: .longestSide(Self.previewSide), style: .plain, keepsFullFrame: true)
        let photo = try await processor.admit(data)
        if let known = subject.flatMap({ try? PhotoSubject(serialized: $0) }) { return (photo, processor, known) }
        do {
            return (photo, processor, try await findSubject(in: photo, processor))
        } catch {
            photo.release()
            throw error
        }
    }
}

extension Bitmap {
    fileprivate var alphaMatte: Matte {
        Matte(size: size, samples: stride(from: 3, to: pixels.count, by: 4).map { Float(pixels[$0]) / 255 })
    }
}

extension SubjectPlace {
    /// What to say where nothing is meant.
    fileprivate var failure: String {
        switch self {
        case .point: "there is no subject; draw a box around what is meant"
        case .box: "nothing in the box stands out"
        case .apart:
            "no line was found between the two places, or they are not on one subject; choose places farther inside"
        }
    }
}
