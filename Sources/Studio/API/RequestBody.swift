import Files
import HTTPServing
import PhotoLibrary

/// The JSON object that a route takes.
protocol RequestBody: Decodable, SendableMetatype {
    associatedtype CodingKeys: CodingKey = AnyKey
    /// The names that may be in it: those of its keys, unless they are read off something else.
    static var names: Set<String> { get }
    /// For errors.
    static var example: String { get }
}

extension RequestBody where CodingKeys: CaseIterable {
    static var names: Set<String> { Set(CodingKeys.allCases.map(\.stringValue)) }
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

    enum CodingKeys: String, CodingKey, CaseIterable { case ids, all }

    static let example = #"{"ids":["…"]}, or {"all":true}"#

    /// `nil` for all.
    var ids: [PhotoID]? {
        if case .these(let ids) = self { ids } else { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard values.contains(.all) else {
            self = .these(
                try values.decode([String].self, forKey: .ids).map { text in
                    guard let id = PhotoID(text) else { throw values.refused(.ids, text) }
                    return id
                })
            return
        }
        guard !values.contains(.ids), try values.decode(Bool.self, forKey: .all) else {
            throw values.refused(.all, "all must be true")
        }
        self = .all
    }
}

/// The order of the selection.
struct PhotoOrder: RequestBody {
    let ids: [String]

    enum CodingKeys: String, CodingKey, CaseIterable { case ids }

    static let example = #"{"ids":["…"]}"#
}
