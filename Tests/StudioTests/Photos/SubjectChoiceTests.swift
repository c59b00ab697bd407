import Files
import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPTestSupport
@testable import Studio

/// Subjects that are chosen by a point or a box.
@MainActor
struct SubjectChoiceTests {
    private nonisolated static var box: MatteStroke? {
        PhotoBox(between: .init(x: 0.1, y: 0.2), and: .init(x: 0.4, y: 0.9))?.stroke
    }

    @Test func aBoxIsTakenBackWithItsChoice() throws {
        let box = try #require(Self.box)
        var details = PhotoDetails()
        details.style.instances = [1]
        details = try PhotoEdit.choose(SubjectChoice(stroke: box, instances: [3])).applied(to: details)
        #expect(details.style.instances == [3] && details.strokes == [box])
        let kept = try #require(details.json)
        #expect(PhotoDetails(json: kept) == details)
        // Subjects that were chosen after the box have numbers that mean nothing without it.
        details = try PhotoEdit.choose(SubjectChoice(instances: [2, 3])).applied(to: details)
        let undone = try PhotoEdit.undoStroke.applied(to: details)
        #expect(undone.style.instances == [1] && undone.strokes.isEmpty && undone.undoneStrokes == [box])
        #expect(PhotoDetails(json: try #require(undone.json)) == undone)
        #expect(try PhotoEdit.redoStroke.applied(to: undone).style.instances == [3])
        #expect(try PhotoEdit.undoAllStrokes.applied(to: details).style.instances == [1])
        let other = try PhotoEdit.stroke(MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0, y: 0)]))
            .applied(to: undone)
        #expect(other.boxedChoices.isEmpty)
        #expect(throws: StudioError.self) { try PhotoEdit.choose(SubjectChoice(instances: [])).applied(to: details) }
        let empty = MatteStroke(mode: .box, radius: 0, points: [.init(x: 0.5, y: 0.5)])
        #expect(throws: StudioError.self) { try PhotoEdit.stroke(empty).applied(to: details) }
    }

    @Test func aSplitIsKeptAndTakenBackWithItsChoice() throws {
        let line = MatteStroke(mode: .split, radius: 0, points: [.init(x: 0.2, y: 0.5), .init(x: 0.6, y: 0.5)])
        var details = try PhotoEdit.choose(SubjectChoice(stroke: line, instances: [2])).applied(to: PhotoDetails())
        #expect(details.style.instances == [2] && details.strokes == [line])
        #expect(PhotoDetails(json: try #require(details.json)) == details)
        details = try PhotoEdit.undoStroke.applied(to: details)
        #expect(details.style.instances == nil && details.strokes.isEmpty)
        let short = MatteStroke(mode: .split, radius: 0, points: [.init(x: 0.2, y: 0.5)])
        #expect(throws: StudioError.self) { try PhotoEdit.stroke(short).applied(to: details) }
    }

    @Test(arguments: Transport.allCases) func aPointAndABoxChoose(_ transport: Transport) async throws {
        let bench = try await StudioBench(holds: false)
        try await transport.with(try bench.routes().described) { ask in
            let id = try await bench.add("a")[0]
            await bench.model.loadPhoto(id)
            let path = "/api/v1/photos/\(id)/subjects"
            let left = try await ask("POST", path, [:], Array(#"{"point":[0.2,0.5]}"#.utf8))
            #expect(left.status == 200 && left.text.contains(#""instances":[1]"#), "\(left.text)")
            let apart = try await ask(
                "POST", path, [:], Array(#"{"point":[0.2,0.5],"from":[0.7,0.5],"use":"remove"}"#.utf8))
            #expect(apart.text.contains(#""instances":[2]"#) && apart.text.contains(#""done":1"#), "\(apart.text)")
            let undone = try await ask("POST", "/api/v1/photos/\(id)/strokes/undo", [:], [])
            #expect(undone.text.contains(#""instances":[1]"#) && undone.text.contains(#""done":0"#), "\(undone.text)")
            let boxed = try await ask("POST", path, [:], Array(#"{"box":[0.4,0.9,0.1,0.2],"use":"add"}"#.utf8))
            #expect(boxed.text.contains(#""instances":[2]"#) && boxed.text.contains(#""done":1"#), "\(boxed.text)")
            await bench.model.works[id]?.value
            #expect(bench.maker.calls.last?.hasSubject == true, "the kept subject is used")
            #expect(bench.maker.calls.last?.strokeCount == 1 && bench.maker.calls.last?.style.instances == [2])
            try await bench.restart()
            #expect(bench.model.details[id]?.strokes == [try #require(Self.box)])
            #expect(bench.model.details[id]?.boxedChoices.count == 1)
        }
    }

    @Test func whatIsNoPointAndNoBoxIsRefused() async throws {
        let bench = try await StudioBench(holds: false)
        try await Transport.allCases[0].with(try bench.routes().described) { ask in
            let id = try await bench.add("a")[0]
            await bench.model.loadPhoto(id)
            for body in [
                "{}", #"{"point":[0.1]}"#, #"{"point":[0.1,1.1]}"#, #"{"box":[0,0,1]}"#, #"{"box":[0.5,0,0.5,1]}"#,
                #"{"box":[2,2,3,3]}"#, #"{"point":[0,0],"box":[0,0,1,1]}"#, #"{"point":[0,0],"use":"all"}"#,
                #"{"point":[0,0],"where":1}"#, #"{"point":[0.2,0.5],"from":[2,0]}"#,
                #"{"box":[0.4,0.9,0.1,0.2],"from":[0.1,0.1]}"#, #"{"from":[0.1,0.1]}"#,
            ] {
                let answer = try await ask("POST", "/api/v1/photos/\(id)/subjects", [:], Array(body.utf8))
                #expect(answer.status == 400, "\(body): \(answer.text)")
            }
            #expect(bench.maker.choiceCount == 0)
            bench.maker.fail(with: StickerError(.noSubject, "nothing in the box stands out"))
            let nothing = try await ask(
                "POST", "/api/v1/photos/\(id)/subjects", [:], Array(#"{"box":[0,0,1,1]}"#.utf8))
            #expect(nothing.status == 422 && nothing.text.contains(#""code":"noSubject""#), "\(nothing.text)")
            #expect(bench.model.details[id]?.strokes == [])
            // Without a network there are no outlines.
            #expect(try await ask("GET", "/api/v1/photos/\(id)/subjects", [:], []).status == 503)
        }
    }

    @Test func aStrokeThatComesInBetweenIsCountedIn() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        let (model, maker) = (bench.model, bench.maker)
        let stroke = MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)])
        maker.whenChoosing {
            if maker.choiceCount == 1 { _ = try? await model.addStroke(id, stroke) }
        }
        let place = SubjectPlace.box(try #require(Self.box.flatMap { PhotoBox($0) }))
        let photo = try await model.choose(id, place, .alone)
        #expect(maker.choiceCount == 2)
        #expect(photo.style.instances == [3] && photo.strokeCount == 2)
        // A photo that others never leave alone is given up.
        maker.whenChoosing { _ = try? await model.addStroke(id, stroke) }
        await #expect(throws: StudioError.self) { try await model.choose(id, place, .alone) }
        #expect(maker.choiceCount == 5)
        await #expect(throws: StudioError.self) { try await model.choose(PhotoID(of: [0]), place, .alone) }
    }
}

/// The same while strokes change which subject is the largest.
@MainActor
struct ChosenSubjectStrokesTests {
    private static func stroke(
        _ mode: MatteStroke.Mode, _ points: [(Double, Double)], radius: Double = 17
    ) -> MatteStroke {
        MatteStroke(
            mode: mode, radius: radius / 420, points: points.map { .init(x: $0.0 / 420, y: $0.1 / 200) }, tool: .brush,
            hardness: 1)
    }

    /// Over the red one's left edge: then it is the smaller one.
    private static let trim = Self.stroke(.remove, [(40, 60), (40, 140)])

    /// A red disc and a blue one that is a little smaller, cut out already, of which the red one was chosen.
    private struct Discs {
        let bench: StudioBench
        let id: PhotoID

        @MainActor
        init(strokes: [MatteStroke] = []) async throws {
            var picture = Bitmap(size: PixelSize(width: 420, height: 200))
            for y in 0..<200 {
                for x in 0..<420 {
                    let (dx, dy) = (x < 210 ? x - 100 : x - 310, y - 100)
                    guard dx * dx + dy * dy < (x < 210 ? 60 * 60 : 59 * 59) else { continue }
                    picture[x, y] = SRGBColor(red: x < 210 ? 220 : 40, green: 50, blue: x < 210 ? 40 : 220)
                }
            }
            let maker = StickerMaker(network: NetworkLoading(try SharedSegmenter.ofRed()))
            bench = try await StudioBench(holds: false, real: maker)
            id = try await bench.model.add(ImageEncoder(.png()).encode(picture), named: "discs.png").photo.id
            await bench.model.loadPhoto(id)
            for stroke in strokes { _ = try await bench.model.addStroke(id, stroke) }
            let middle = MatteStroke.Point(x: 100.0 / 420, y: 0.5)
            _ = try await bench.model.choose(id, .point(middle), .alone)
        }

        @MainActor var instances: [Int]? { bench.model.details[id]?.style.instances }

        /// Whether the sticker's middle is red.
        @MainActor
        func isRed() async throws -> Bool {
            await bench.ended(id)
            let png = try #require(try await bench.library.blob(MadeSticker.name(in: .png), of: id))
            let sticker = try ImageSource(png).decode()
            let middle = sticker[sticker.width / 2, sticker.height / 2]
            return middle.alpha == 255 && middle.red > middle.blue
        }
    }

    enum Step {
        case stroke, undo, redo, undoAll
    }

    /// After each step these subjects are chosen.
    @Test(
        arguments: [
            (0, [(.stroke, [2]), (.undo, [1]), (.redo, [2]), (.undoAll, [1])]),
            // A stroke from before the choice is taken back under it.
            (1, [(.undo, [1]), (.redo, [2])]),
            // Each of two equal ones is kept with a choice, and it is not known whose it is.
            (0, [(.stroke, [2]), (.stroke, [2]), (.undo, [2]), (.undo, [1])]),
        ] as [(Int, [(Step, [Int])])])
    func aStrokeLeavesTheChosenSubjectOnTheSticker(strokesBefore: Int, steps: [(Step, [Int])]) async throws {
        let discs = try await Discs(strokes: Array(repeating: Self.trim, count: strokesBefore))
        let (model, id) = (discs.bench.model, discs.id)
        #expect(discs.instances == [1 + strokesBefore])
        for (step, instances) in steps {
            switch step {
            case .stroke: _ = try await model.addStroke(id, Self.trim)
            case .undo: _ = try await model.undoStroke(id)
            case .redo: _ = try await model.redoStroke(id)
            case .undoAll: _ = try await model.undoAllStrokes(id)
            }
            #expect(discs.instances == instances)
            // As it is after a restart.
            let kept = try #require(model.details[id])
            #expect(PhotoDetails(json: try #require(kept.json)) == kept)
        }
        #expect(try await discs.isRed())
    }

    @Test func whatAStrokeAddsIsOnTheSticker() async throws {
        let discs = try await Discs()
        _ = try await discs.bench.model.addStroke(discs.id, Self.stroke(.keep, [(205, 140)], radius: 12))
        #expect(discs.instances == [1, 3])
        _ = try await discs.bench.model.undoStroke(discs.id)
        #expect(discs.instances == [1])
    }

    @Test func aStrokeThatLeavesNothingOfTheChoiceIsRefused() async throws {
        let discs = try await Discs()
        let (model, id) = (discs.bench.model, discs.id)
        let stroke = Self.stroke(.remove, [(100, 100)], radius: 84)
        let error = await #expect(throws: StudioError.self) { try await model.addStroke(id, stroke) }
        #expect(error?.word == "noSubject")
        #expect(discs.instances == [1] && model.details[id]?.strokes == [])
    }
}

/// The same with the network, on a real photo with several subjects.
struct OutlinedSubjectsTests {
    private func photo(_ name: String) throws -> [UInt8] {
        let tests = FilePath(#filePath).parent.parent.parent
        return try Fixtures.bytes(
            "reference/\(name).input.png", near: tests.appending("StickersTests/Here.swift").description)
    }

    private func maker() throws -> StickerMaker {
        StickerMaker(network: NetworkLoading(try SharedSegmenter.segmenter()))
    }

    @Test(arguments: ["rocket", "astronaut"]) func outlinesFollowWhatIsCutOut(_ name: String) async throws {
        let (data, maker) = (try photo(name), try maker())
        let made = try await maker.make(data, subject: nil, style: StudioStyle(), strokes: [], isAwaited: false)
        let subject = try #require(made.files[MadeSticker.subjectName])
        let outlined = try await maker.outlines(data, subject: subject, strokes: [])
        #expect(outlined.subjects.map(\.number) == Array(1...made.facts.instances.count))
        let cutout = try ImageSource(await maker.cutout(data, subject: subject, strokes: [])).decode()
        let scale = Double(cutout.width) / Double(outlined.width)
        var (on, all) = (0, 0)
        for subject in outlined.subjects {
            #expect(subject.path.hasPrefix("M") && subject.path.hasSuffix("Z"))
            for curve in subject.path.split(whereSeparator: { "MCZ".contains($0) }) {
                let numbers = curve.split(separator: " ").compactMap { Double($0) }
                #expect(numbers.count == 2 || numbers.count == 6)
                let (x, y) = (numbers[numbers.count - 2] * scale, numbers[numbers.count - 1] * scale)
                #expect((-1...Double(cutout.width) + 1).contains(x) && (-1...Double(cutout.height) + 1).contains(y))
                all += 1
                // They are smooth; what is cut out has hairs.
                if crosses(cutout, x, y, within: 5) { on += 1 }
            }
        }
        #expect(all > 20)
        #expect(Double(on) > 0.9 * Double(all), "\(on) of \(all)")
    }

    /// Whether alpha crosses one half near a place; the photo's frame counts as transparent.
    private func crosses(_ picture: Bitmap, _ x: Double, _ y: Double, within reach: Double) -> Bool {
        var (isIn, isOut) = (false, false)
        for row in Int(y - reach)...Int(y + reach) {
            for column in Int(x - reach)...Int(x + reach) {
                let isThere = column >= 0 && row >= 0 && column < picture.width && row < picture.height
                if isThere && picture.pixels[4 * (row * picture.width + column) + 3] > 127 {
                    isIn = true
                } else {
                    isOut = true
                }
            }
        }
        return isIn && isOut
    }

    @Test func pointsAndBoxesMeanSubjects() async throws {
        let (data, maker) = (try photo("rocket"), try maker())
        let made = try await maker.make(data, subject: nil, style: StudioStyle(), strokes: [], isAwaited: false)
        let subject = try #require(made.files[MadeSticker.subjectName])
        let (width, height) = (Double(made.facts.photoWidth), Double(made.facts.photoHeight))
        let all = Array(1...made.facts.instances.count)
        try #require(all.count > 1)
        let first = made.facts.instances[0]
        let around = try #require(
            PhotoBox(
                between: .init(x: Double(first.x - 3) / width, y: Double(first.y - 3) / height),
                and: .init(
                    x: Double(first.x + first.width + 3) / width, y: Double(first.y + first.height + 3) / height)))
        func choose(_ place: SubjectPlace, _ use: SubjectUse, _ chosen: [Int]?) async throws -> SubjectChoice {
            try await maker.choose(place, use, in: data, subject: subject, strokes: [], chosen: chosen)
        }
        let boxed = try await choose(.box(around), .alone, nil)
        #expect(boxed.stroke == nil && boxed.instances?.contains(1) == true)
        #expect(try await choose(.box(around), .add, Array(all.dropFirst())).instances == nil, "that is all again")
        #expect(try await choose(.box(around), .remove, nil).instances?.contains(1) == false)
        await #expect(throws: StickerError.self) { try await choose(.box(around), .remove, [1]) }
        let corner = SubjectPlace.point(.init(x: 0.001, y: 0.001))
        await #expect(throws: StickerError.self) { try await choose(corner, .alone, nil) }
        let middle = try #require(try subjectPoint(of: subject))
        #expect(try await choose(.point(middle), .alone, nil).instances == [1])
    }

    /// A point that is sure to be on subject 1.
    private func subjectPoint(of bytes: [UInt8]) throws -> MatteStroke.Point? {
        let subject = try PhotoSubject(serialized: bytes)
        let matte = Instances(of: subject).matte(keeping: [0])
        guard let index = matte.samples.indices.max(by: { matte.samples[$0] < matte.samples[$1] }) else { return nil }
        let x = (Double(index % matte.width) + 0.5) / Double(matte.width) * Double(subject.region.width)
        let y = (Double(index / matte.width) + 0.5) / Double(matte.height) * Double(subject.region.height)
        return MatteStroke.Point(
            x: (x + Double(subject.region.x)) / Double(subject.photoSize.width),
            y: (y + Double(subject.region.y)) / Double(subject.photoSize.height))
    }
}
