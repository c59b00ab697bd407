package import Imaging
import Profiling

/// Looks at a photo once, and at its subject a second time when it fills little of the photo; once more, and wider,
/// where that look cuts the subject off. A frame that was put around the photo is left out: no subject reaches into it.
struct SubjectFinder: Sendable {
    /// What the network answers, and what it saw.
    typealias Answer = (matte: Matte, picture: Bitmap)

    private let rules: CutRules
    private let family: SubjectModel.Family
    private let inputSize: PixelSize
    private let answer: @Sendable (Bitmap) throws(StickerError) -> Answer

    init(segmenter: SubjectSegmenter, rules: CutRules) {
        self.init(rules: rules, family: segmenter.family, inputSize: segmenter.inputSize) {
            bitmap throws(StickerError) in try segmenter.look(at: bitmap)
        }
    }

    /// A finder that asks what it is given in place of a network.
    init(
        rules: CutRules, family: SubjectModel.Family, inputSize: PixelSize,
        answer: @escaping @Sendable (Bitmap) throws(StickerError) -> Answer
    ) {
        (self.rules, self.family, self.inputSize, self.answer) = (rules, family, inputSize, answer)
    }

    /// Blocks the calling thread. Checks for cancellation between the looks.
    ///
    /// - Throws: ``StickerError`` with `.noSubject` when nothing stands out, or only what a closer look does not see
    ///   again; with `.inference`, `.imaging` or `.cancelled`.
    func subject(in overview: Bitmap, of source: ImageSource) throws(StickerError) -> PhotoSubject {
        if let own = overview.ownMatte {
            return PhotoSubject(matte: own, photoSize: source.size, looks: 0)
        }
        let (answer, inside) = try firstAnswer(to: overview, of: source.size)
        guard isPresent(in: answer) else { throw Self.noSubject }
        let first = Look(answer, rules.cleaning)
        var confidence = SubjectConfidence(overlap: first.overlap)
        var whole = PhotoSubject(
            matte: first.matte, region: inside, photoSize: source.size, confidence: confidence.value)
        let instances = Trace.span("instances") { Instances(of: first.matte) }
        guard let box = instances.box else {
            throw Self.noSubject
        }
        var around = surroundings(of: whole.photoRect(of: box), in: inside)
        guard Double(around.area) < rules.looks.secondLookBelow * Double(inside.area) else { return whole }
        var closer = try look(at: around, overview, source)
        whole.looks = 2
        let agreement = agreement(of: closer.matte, in: around, with: whole)
        confidence.agreement = agreement
        whole.setConfidence(confidence.value)
        guard
            family != .subject || agreement >= rules.looks.nothingSeenAgain
                || first.overlap >= rules.looks.sureAlone
        else {
            throw Self.noSubject
        }
        guard agreement >= rules.looks.leastAgreement else { return whole }
        let wider = widened(around, where: closer.matte, in: inside)
        if wider != around, Double(wider.area) < rules.looks.secondLookBelow * Double(inside.area) {
            let wide = try look(at: wider, overview, source)
            whole.looks = 3
            let agreement = self.agreement(of: wide.matte, in: wider, with: whole)
            if agreement >= rules.looks.leastAgreement {
                (around, closer) = (wider, wide)
                confidence.agreement = agreement
            }
        }
        confidence.overlap = closer.overlap
        return PhotoSubject(
            matte: closer.matte, region: around, overviewMatte: whole.overviewMatte, photoSize: source.size,
            looks: whole.looks, confidence: confidence.value)
    }

    /// The subject of a picture at one look; all 0 when nothing stands out.
    func overviewMatte(of overview: Bitmap) throws(StickerError) -> Matte {
        if let own = overview.ownMatte { return own.quantized }
        let (answer, inside) = try firstAnswer(to: overview, of: overview.size)
        return Look(answer, rules.cleaning).matte.spread(from: inside, over: overview.size, atMost: 320).quantized
    }

    /// What the network answers to the photo without a frame around it, and which part of the photo that is.
    private func firstAnswer(to overview: Bitmap, of photo: PixelSize) throws(StickerError) -> (Answer, PixelRect) {
        try Trace.span("first look") { () throws(StickerError) in
            let whole = PixelRect(photo)
            guard let frame = PhotoFrame(of: overview) else { return (try answer(overview), whole) }
            let (picture, inside) = frame.removed(from: overview, of: photo)
            // A thing with straight sides on a plain ground, as a book, looks like a picture in a frame.
            let framed = try answer(overview)
            if frame.isGround(of: framed.matte, in: overview.size) { return (framed, whole) }
            let answer = try answer(picture)
            return isPresent(in: answer) ? (answer, inside) : (framed, whole)
        }
    }

    private func isPresent(in answer: Answer) -> Bool {
        family != .subject || SubjectPresence(answer.matte).score >= rules.looks.leastPresence
    }

    static var noSubject: StickerError {
        StickerError(.noSubject, "no subject was found: nothing in the photo stands out from the rest")
    }

    /// What was made of an answer of the network.
    private struct Look {
        let matte: Matte
        /// ``SubjectConfidence/overlap``
        let overlap: Double

        init(_ look: Answer, _ rules: CutRules.Cleaning) {
            matte = MatteCleaning(rules).cleaned(
                look.matte, of: look.picture.resized(to: look.matte.size, kernel: .linear))
            overlap = SubjectConfidence.expectedOverlap(of: look.matte, with: matte)
        }
    }

    private func look(at part: PixelRect, _ overview: Bitmap, _ source: ImageSource) throws(StickerError) -> Look {
        try Task.checkStickerCancellation()
        return try Trace.span("second look") { () throws(StickerError) in
            Look(try answer(close(part, overview, source)), rules.cleaning)
        }
    }

    private func surroundings(of box: PixelRect, in inside: PixelRect) -> PixelRect {
        let extra = Int((rules.looks.surroundings * Double(box.size.longestSide)).rounded(.up))
        return inBlocks(box.insetBy(-extra), within: inside)
    }

    /// Farther out on the sides of a part that cut the subject off: what is thin goes on there, and the first look did
    /// not see it. Sides of the photo stay.
    private func widened(_ part: PixelRect, where matte: Matte, in inside: PixelRect) -> PixelRect {
        let cut = FrameSides(cutting: matte)
        let more = part.size.longestSide / 2
        let left = cut.contains(.left) ? part.x - more : part.x
        let top = cut.contains(.top) ? part.y - more : part.y
        let right = cut.contains(.right) ? part.maxX + more : part.maxX
        let bottom = cut.contains(.bottom) ? part.maxY + more : part.maxY
        return inBlocks(PixelRect(x: left, y: top, width: right - left, height: bottom - top), within: inside)
    }

    private func inBlocks(_ wanted: PixelRect, within inside: PixelRect) -> PixelRect {
        let part = wanted.intersection(inside)
        // Whole DCT blocks, but for a frame, so that a part that is decoded shrunk lies where the photo's part lies.
        let left = part.x / 8 * 8
        let top = part.y / 8 * 8
        let right = (part.maxX + 7) / 8 * 8
        let bottom = (part.maxY + 7) / 8 * 8
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top).intersection(inside)
    }

    /// The part of the overview or, where that has fewer pixels than the network takes and the photo has more, the
    /// same part decoded again.
    private func close(
        _ part: PixelRect, _ overview: Bitmap, _ source: ImageSource
    ) throws(StickerError) -> Bitmap {
        let scale = Double(overview.size.longestSide) / Double(source.size.longestSide)
        let seen = Double(part.size.longestSide) * scale
        let wanted = Double(inputSize.longestSide)
        if seen >= 0.9 * wanted || scale >= 0.99 {
            return overview.part(part, of: source.size, resizedTo: part.size.scaled(by: scale))
        }
        let factor = min(1, wanted / Double(part.size.longestSide))
        return try StickerError.wrapping { () throws(ImagingError) in
            try Trace.span("decode closer") { () throws(ImagingError) in
                try source.decode(part, resizedTo: part.size.scaled(by: factor))
            }
        }
    }

    private func agreement(of closer: Matte, in part: PixelRect, with whole: PhotoSubject) -> Double {
        let region = whole.region
        var both = 0
        var either = 0
        for y in 0..<closer.height {
            let photoY = Double(part.y) + (Double(y) + 0.5) / Double(closer.height) * Double(part.height)
            let wholeY = Int((photoY - Double(region.y)) / Double(region.height) * Double(whole.matte.height))
            for x in 0..<closer.width {
                let photoX = Double(part.x) + (Double(x) + 0.5) / Double(closer.width) * Double(part.width)
                let wholeX = Int((photoX - Double(region.x)) / Double(region.width) * Double(whole.matte.width))
                let a = closer[x, y] > 0.5
                let b = whole.matte[wholeX, wholeY] > 0.5
                both += a && b ? 1 : 0
                either += a || b ? 1 : 0
            }
        }
        return either == 0 ? 0 : Double(both) / Double(either)
    }
}

extension Bitmap {
    /// Whether it was cut out before: at least a fiftieth of it is wholly transparent.
    package var isCutOut: Bool {
        let clear = stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] <= 10 }
        return clear * 50 >= size.area && clear < size.area
    }

    /// The photo's own alpha, when it was cut out before.
    fileprivate var ownMatte: Matte? { isCutOut ? Matte(alphaOf: self) : nil }
}

extension Instances {
    /// Around all subjects, in pixels of the matte; `nil` when there is none.
    var box: PixelRect? {
        guard let first = all.first?.box else { return nil }
        return all.dropFirst().reduce(first) { $0.union($1.box) }
    }
}
