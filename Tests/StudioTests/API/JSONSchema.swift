import HTTPMessages

/// JSON Schema 2020-12, as far as the studio's description uses it: a keyword that is not known here is an error, so
/// that no rule is passed over.
///
/// Stricter than the standard in one way: a member that no `properties` of its object names is an error, unless
/// `additionalProperties` allows it. What is sent and not described is a fault.
struct JSONSchema: Sendable {
    /// All schemas, for `$ref`: by their names under `#/components/schemas/`.
    let components: [String: JSONValue]

    private static let annotations: Set = ["description", "default", "title", "examples"]
    private static let keywords: Set = [
        "$ref", "type", "enum", "const", "properties", "required", "additionalProperties", "items", "minItems",
        "maxItems", "minProperties", "maxProperties", "minimum", "maximum", "minLength", "maxLength", "pattern",
        "anyOf", "format",
    ]

    /// What is wrong with a value, each with its place; empty when nothing is.
    func problems(of value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
        guard case .object(let rules) = schema else {
            return schema == .bool(true) ? [] : ["\(place): \(schema) is no schema"]
        }
        let unknown = rules.keys.filter { !Self.keywords.contains($0) && !Self.annotations.contains($0) }
        if let keyword = unknown.min() { return ["\(place): the keyword \(keyword) is not known"] }
        if case .string(let reference)? = rules["$ref"] {
            guard let target = components[String(reference.dropFirst("#/components/schemas/".count))] else {
                return ["\(place): \(reference) leads nowhere"]
            }
            return problems(of: value, target, at: place)
        }
        if case .array(let choices)? = rules["anyOf"] {
            let found = choices.map { problems(of: value, $0, at: place) }
            if found.contains(where: \.isEmpty) { return [] }
            return ["\(place): none of the choices: \(found.map { $0.joined(separator: "; ") })"]
        }
        if let problem = kindProblem(of: value, rules) { return ["\(place): \(problem)"] }
        return switch value {
        case .object(let members): problems(of: members, rules, at: place)
        case .array(let elements): problems(of: elements, rules, at: place)
        case .number(let number): problems(of: number, rules, at: place)
        case .string(let text): problems(of: text, rules, at: place)
        case .bool, .null: []
        }
    }

    private func kindProblem(of value: JSONValue, _ rules: [String: JSONValue]) -> String? {
        if case .array(let values)? = rules["enum"], !values.contains(value) { return "\(value) is none of \(values)" }
        if let constant = rules["const"], constant != value { return "\(value) is not \(constant)" }
        let wanted: [JSONValue] =
            switch rules["type"] {
            case nil: []
            case .array(let types)?: types
            case .some(let type): [type]
            }
        guard !wanted.isEmpty, !wanted.contains(where: { value.isOf(type: $0) }) else { return nil }
        return "\(value) is not of the type \(wanted)"
    }

    private func problems(
        of members: [String: JSONValue], _ rules: [String: JSONValue], at place: String
    ) -> [String] {
        var found: [String] = []
        let count = Double(members.count)
        if case .number(let least)? = rules["minProperties"], count < least {
            found.append("\(place) has too few members")
        }
        if case .number(let most)? = rules["maxProperties"], count > most {
            found.append("\(place) has too many members")
        }
        var described: [String: JSONValue] = [:]
        if case .object(let properties)? = rules["properties"] { described = properties }
        if case .array(let names)? = rules["required"] {
            for case .string(let name) in names where members[name] == nil { found.append("\(place) has no \(name)") }
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if let schema = described[name] {
                found += problems(of: value, schema, at: "\(place).\(name)")
            } else if let others = rules["additionalProperties"], others != .bool(false) {
                found += problems(of: value, others, at: "\(place).\(name)")
            } else {
                found.append("\(place).\(name) is not described")
            }
        }
        return found
    }

    private func problems(of elements: [JSONValue], _ rules: [String: JSONValue], at place: String) -> [String] {
        var found: [String] = []
        if case .number(let least)? = rules["minItems"], Double(elements.count) < least {
            found.append("\(place) is short")
        }
        if case .number(let most)? = rules["maxItems"], Double(elements.count) > most {
            found.append("\(place) is long")
        }
        guard let schema = rules["items"] else {
            return elements.isEmpty ? found : found + ["\(place): what its elements are is not described"]
        }
        for (index, element) in elements.enumerated() {
            found += problems(of: element, schema, at: "\(place)[\(index)]")
        }
        return found
    }

    private func problems(of number: Double, _ rules: [String: JSONValue], at place: String) -> [String] {
        var found: [String] = []
        if case .number(let least)? = rules["minimum"], number < least {
            found.append("\(place): \(number) < \(least)")
        }
        if case .number(let most)? = rules["maximum"], number > most { found.append("\(place): \(number) > \(most)") }
        return found
    }

    private func problems(of text: String, _ rules: [String: JSONValue], at place: String) -> [String] {
        var found: [String] = []
        let count = Double(text.unicodeScalars.count)
        if case .number(let least)? = rules["minLength"], count < least { found.append("\(place) is short") }
        if case .number(let most)? = rules["maxLength"], count > most { found.append("\(place) is long") }
        for (keyword, pattern) in [("pattern", rules["pattern"]), ("format", rules["format"].map(Self.pattern))] {
            guard case .string(let pattern)? = pattern else { continue }
            guard let regex = try? Regex(pattern) else {
                found.append("\(place): the \(keyword) \(pattern) is none")
                continue
            }
            if (try? regex.firstMatch(in: text)) == nil {
                found.append("\(place): \"\(text)\" does not fit \(pattern)")
            }
        }
        return found
    }

    /// RFC 3339, as the formats of JSON Schema have it; what is not known fits nothing.
    private static func pattern(of format: JSONValue) -> JSONValue {
        switch format {
        case .string("uri"): .string("^[A-Za-z][A-Za-z0-9+.-]*:.+$")
        case .string("date"): .string(#"^\d{4}-\d{2}-\d{2}$"#)
        case .string("date-time"): .string(#"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$"#)
        default: .string("^the format \(format) is not known$")
        }
    }
}

extension JSONValue {
    fileprivate func isOf(type: JSONValue) -> Bool {
        switch (self, type) {
        case (.null, .string("null")), (.bool, .string("boolean")), (.number, .string("number")),
            (.string, .string("string")), (.array, .string("array")), (.object, .string("object")):
            true
        case (.number(let number), .string("integer")): number == number.rounded()
        default: false
        }
    }
}
