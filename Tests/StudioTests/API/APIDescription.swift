import FoundationEssentials
import HTTPMessages
import StudioPages
import Testing

@testable import HTTPServing
@testable import Studio

/// `openapi.json`, for tests: what it says of requests and answers.
struct APIDescription: Sendable {
    struct Operation: Sendable {
        let method: String
        let path: String
        let members: [String: JSONValue]
        /// The schemas of what may be in its query, by name.
        let query: [String: JSONValue]
    }

    let operations: [Operation]
    private let components: [String: JSONValue]
    private let validator: JSONSchema

    /// The one that the studio serves.
    static let served: APIDescription = {
        do {
            return try APIDescription(StudioAPIDescription.json)
        } catch {
            preconditionFailure("openapi.json cannot be read: \(error)")
        }
    }()

    init(_ document: [UInt8]) throws {
        guard case .object(let top) = try JSONDecoder().decode(JSONValue.self, from: Data(document)),
            case .object(let paths)? = top["paths"], case .object(let components)? = top["components"],
            case .object(let schemas)? = components["schemas"]
        else { throw HTTPError.badRequest("no description") }
        self.components = components
        validator = JSONSchema(components: schemas)
        operations = paths.flatMap { path, methods -> [Operation] in
            guard case .object(let methods) = methods else { return [] }
            return methods.compactMap { method, members in
                guard case .object(let members) = members else { return nil }
                var query: [String: JSONValue] = [:]
                for parameter in Self.elements(members["parameters"]).map({ Self.resolved($0, components) })
                where parameter["in"] == .string("query") {
                    guard case .string(let name)? = parameter["name"] else { continue }
                    query[name] = parameter["schema"]
                }
                return Operation(method: method, path: path, members: members, query: query)
            }
        }.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    /// What a `$ref` of the form `#/components/KIND/NAME` leads to; an object without one is itself.
    private static func resolved(_ value: JSONValue, _ components: [String: JSONValue]) -> [String: JSONValue] {
        guard case .object(let members) = value else { return [:] }
        guard case .string(let reference)? = members["$ref"] else { return members }
        let parts = reference.split(separator: "/").map(String.init)
        guard parts.count == 4, case .object(let kind)? = components[parts[2]],
            case .object(let found)? = kind[parts[3]]
        else { return [:] }
        return found
    }

    func operation(_ method: HTTPMethod, _ path: String) -> Operation? {
        let method = method == .head ? "get" : method.rawValue.lowercased()
        let parts = path.split(separator: "/")
        let fitting = operations.filter { operation in
            let pattern = operation.path.split(separator: "/")
            return operation.method == method && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        return fitting.min { $0.path.count(where: { $0 == "{" }) < $1.path.count(where: { $0 == "{" }) }
    }

    /// What is wrong with a value that should be of a schema under `#/components/schemas/`.
    func problems(of json: some Sequence<UInt8>, schema: JSONValue) -> [String] {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(Array(json))) else { return ["no JSON"] }
        return validator.problems(of: value, schema)
    }

    /// What is wrong with an event's data, by the `x-events` of its stream.
    func problems(ofEvent name: String, _ data: String, at path: String) -> [String] {
        guard case .object(let events)? = operation(.get, path)?.members["x-events"], let schema = events[name] else {
            return ["the event \(name) is not described"]
        }
        return problems(of: Array(data.utf8), schema: schema)
    }

    /// The choices of a schema, or of a member of it or of an array's items in it.
    func words(at path: [String]) -> [String]? {
        guard let name = path.first, case .object(var schema)? = validator.components[name] else { return nil }
        for member in path.dropFirst() {
            if case .object(let items)? = schema["items"] { schema = items }
            guard case .object(let members)? = schema["properties"], case .object(let next)? = members[member] else {
                return nil
            }
            schema = next
        }
        guard case .array(let choices)? = schema["enum"] else { return nil }
        return choices.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }

    /// Schemas that nothing refers to.
    ///
    /// - Parameter names: `schemas/NAME` for each reference.
    func unusedSchemas(among names: [String]) -> [String] {
        validator.components.keys.filter { !names.contains("schemas/\($0)") }.sorted()
    }

    // MARK: Requests

    /// What of a request the description does not allow.
    func problems(of request: HTTPRequest, _ operation: Operation) -> [String] {
        var found: [String] = []
        for item in request.query {
            guard let schema = operation.query[item.name] else {
                found.append("the query has \(item.name), which is not described")
                continue
            }
            found += validator.problems(of: .inQuery(item.value, schema), schema, at: item.name)
        }
        guard case .object(let body)? = operation.members["requestBody"] else {
            return request.body.isEmpty || request.body == Array("{}".utf8)
                ? found : found + ["a body is not described"]
        }
        if request.body.isEmpty, request.bodyFile == nil {
            return body["required"] == .bool(true) ? found + ["there is no body"] : found
        }
        guard case .object(let content)? = body["content"] else {
            return found + ["the body's content is not described"]
        }
        guard case .object(let json)? = content["application/json"], let schema = json["schema"] else { return found }
        return found + problems(of: request.body, schema: schema)
    }

    // MARK: Answers

    /// What of an answer the description does not say.
    func problems(
        ofStatus status: Int, type: String?, body: [UInt8]?, _ operation: Operation
    ) -> [String] {
        guard case .object(let responses)? = operation.members["responses"] else { return ["no answers are described"] }
        // Nothing but the fields, or a part of what is described.
        if status == 304 || status == 416 { return [] }
        let described = responses["\(status)"] ?? (status == 206 ? responses["200"] : nil)
        guard let found = described ?? (status >= 400 ? responses["default"] : nil) else {
            return ["the status \(status) is not described"]
        }
        let answer = Self.resolved(found, components)
        guard case .object(let content)? = answer["content"] else {
            return type == nil || body?.isEmpty ?? true ? [] : ["content is not described"]
        }
        let name = type?.split(separator: ";").first.map(String.init) ?? ""
        guard case .object(let media)? = content[name] else {
            return ["the type \(name) is not described: \(content.keys.sorted())"]
        }
        guard name == "application/json", let schema = media["schema"], let body else { return [] }
        return problems(of: body, schema: schema)
    }
}

extension JSONValue {
    /// A parameter's text as the schema takes it.
    static func inQuery(_ text: String, _ schema: JSONValue) -> JSONValue {
        guard case .object(let rules) = schema else { return .string(text) }
        switch rules["type"] {
        case .string("integer"), .string("number"): return Double(text).map { .number($0) } ?? .string(text)
        case .string("boolean"): return text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
        default: return .string(text)
        }
    }
}
