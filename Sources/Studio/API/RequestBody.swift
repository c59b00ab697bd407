import HTTPServing
import PhotoLibrary

/// The JSON object that a route takes.
protocol RequestBody: Decodable, SendableMetatype {
    /// The names that may be in it.
    static var names: Set<String> { get }
    /// For errors.
    static var example: String { get }
}

extension HTTPRequest {
    /// The body as a value.
    ///
    /// - Throws: 400 `unknownKey` for a name that the route does not take, 400 `badRequest` for another form.
    func decoded<Value: RequestBody>(as type: Value.Type) throws(HTTPError) -> Value {
        if let names = JSONReading.names(in: body) { try API.refuseUnknown(names, known: Value.names, in: "the body") }
        do {
            return try JSONReading.value(type, from: body)
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let name = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .badRequest("\(name): \(context.debugDescription)")
        } catch {
            throw .badRequest("the body must be JSON like \(Value.example)")
        }
    }
}

/// Which photos are meant: these, or explicitly all.
enum PhotoChoice: RequestBody {
    case these([PhotoID])
    case all

    static let names: Set = ["ids", "all"]
    static let example = #"{"ids":["…"]}, or {"all":true}"#

    /// `nil` for all.
    var ids: [PhotoID]? {
        if case .these(let ids) = self { ids } else { nil }
    }

    private enum Key: String, CodingKey {
        case ids, all
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if values.contains(.all) {
            guard !values.contains(.ids), try values.decode(Bool.self, forKey: .all) else {
                throw DecodingError.dataCorruptedError(forKey: .all, in: values, debugDescription: "all must be true")
            }
            self = .all
        } else {
            self = .these(
                try values.decode([String].self, forKey: .ids).map { text in
                    guard let id = PhotoID(text) else {
                        throw DecodingError.dataCorruptedError(forKey: .ids, in: values, debugDescription: text)
                    }
                    return id
                })
        }
    }
}

/// The order of the selection.
struct PhotoOrder: RequestBody {
    let ids: [String]

    static let names: Set = ["ids"]
    static let example = #"{"ids":["…"]}"#
}
