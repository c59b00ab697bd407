import HTTPMessages
import HTTPServing
import Stickers

/// Which subjects of a photo are on its sticker.
struct SubjectRoutes: RouteCollection {
    let photos: RequestedPhotos
    let maker: StickerMakerProvider
    /// For requests that decode a photo.
    let gate: RequestGate

    /// A point, two, or a box as the page sends them: parts of the photo's width and height.
    private struct SubjectBody: RequestBody, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable { case point, box, from, use, time }

        static let example = #"{"box":[0.1,0.2,0.5,0.9],"use":"alone"}"#

        private let point: [Double]?
        /// Where the other subject is, from which that at the point is told apart.
        private let from: [Double]?
        /// Left, top, right, bottom.
        private let box: [Double]?
        let use: SubjectUse
        /// Of a clip: that of the frame, in milliseconds.
        let time: Int?

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            point = try values.decodeIfPresent([Double].self, forKey: .point)
            from = try values.decodeIfPresent([Double].self, forKey: .from)
            box = try values.decodeIfPresent([Double].self, forKey: .box)
            time = try values.decodeIfPresent(Int.self, forKey: .time)
            use = try values.decodeWordIfPresent(SubjectUse.self, forKey: .use) ?? .alone
        }

        /// `nil` when it is not one point, or a point and another, or one box on the photo.
        var place: SubjectPlace? {
            switch (point, box) {
            case (let point?, nil):
                guard let place = Self.place(point) else { return nil }
                guard let from else { return .point(place) }
                return Self.place(from).map { .apart(place, from: $0) }
            case (nil, let box?) where from == nil:
                guard box.count == 4 else { return nil }
                return PhotoBox(between: .init(x: box[0], y: box[1]), and: .init(x: box[2], y: box[3])).map { .box($0) }
            default: return nil
            }
        }

        /// On a frame of a clip; `nil` for what is no place there.
        var mark: MatteStroke? {
            let points: [MatteStroke.Point]
            switch place {
            case .point(let point)?: points = [point]
            case .box(let box)?: points = box.stroke.points
            case .apart?, nil: return nil
            }
            let mode: MatteStroke.Mode =
                switch use {
                case .alone: .only
                case .add: .with
                case .remove: .without
                }
            return MatteStroke(mode: mode, radius: 0, points: points, time: time)
        }

        private static func place(_ point: [Double]) -> MatteStroke.Point? {
            guard point.count == 2, point.allSatisfy({ (0...1).contains($0) }) else { return nil }
            return .init(x: point[0], y: point[1])
        }
    }

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/photos/{id}/subjects", query: ["r", "time"]) { request, parameters in
            let time = try API.frameTime(request)
            let photo = try await photos.still(parameters, unlessAt: time)
            let maker = try await maker.whenReady()
            if let time {
                let made = await photos.rendered(photo.id)
                return try await gate.pass {
                    let data = try await photos.original(of: photo.id)
                    return API.answer(
                        OutlinedSubjectsJSON(try await maker.outlines(ofClip: data, for: made, at: time)))
                }
            }
            guard let kept = await photos.model.details[photo.id], kept.sticker != nil,
                let subject = try await photos.reader.subject(of: photo.id)
            else { throw API.noSticker(of: photo) }
            return try await gate.pass {
                let data = try await photos.original(of: photo.id)
                // Of what the sticker was made of.
                let strokes = kept.madeFor?.strokes ?? kept.strokes
                let outlined = try await maker.outlines(data, subject: subject, strokes: strokes)
                var answer = API.answer(OutlinedSubjectsJSON(outlined))
                let isFixed = request.query("r") == String(photo.revision)
                answer.fields["Cache-Control"] = isFixed ? "private, max-age=31536000, immutable" : "no-cache"
                return answer
            }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/subjects", body: .read) { request, parameters in
            let body = try request.decoded(as: SubjectBody.self)
            let id = try await photos.still(parameters, unlessAt: body.time).id
            if body.time != nil {
                guard let mark = body.mark else {
                    throw HTTPError.badRequest("on a frame of a clip, select the subject with a point or a box")
                }
                return try await gate.pass { API.photo(try await photos.model.mark(id, mark)) }
            }
            guard let place = body.place else {
                throw HTTPError.badRequest(
                    "the body must be JSON like \(SubjectBody.example), with point; point and from; or box. All must "
                        + "lie on the photo"
                )
            }
            return try await gate.pass {
                API.photo(
                    try await photos.model.choose(id, place, body.use))
            }
        }
    }
}

/// A photo's subjects as the API writes them.
struct OutlinedSubjectsJSON: Hashable, Sendable, Encodable {
    struct Subject: Hashable, Sendable, Encodable {
        let number: Int
        /// x, y, width, height in pixels of the photo.
        let box: [Int]
        let path: String
    }

    let width: Int
    let height: Int
    let subjects: [Subject]
    let chosen: [Int]?

    init(_ outlined: OutlinedSubjects) {
        (width, height) = (outlined.width, outlined.height)
        chosen = outlined.chosen
        subjects = outlined.subjects.map { Subject(number: $0.number, box: $0.box.numbers, path: $0.path) }
    }
}
