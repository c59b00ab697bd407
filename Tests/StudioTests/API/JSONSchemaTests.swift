import Testing

@testable import Studio

/// The validator of the tests refuses what each rule forbids.
struct JSONSchemaTests {
    private func problems(_ value: String, _ schema: String) throws -> [String] {
        func read(_ text: String) throws -> JSONValue { try JSONReading.value(JSONValue.self, from: Array(text.utf8)) }
        let named = try read(#"{"type":"integer","minimum":3}"#)
        return JSONSchema(components: ["Named": named]).problems(of: try read(value), try read(schema))
    }

    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let good: [String]
        let bad: [String]

        init(_ schema: String, takes good: [String], refuses bad: [String]) {
            (description, self.good, self.bad) = (schema, good, bad)
        }
    }

    static let cases: [Case] = [
        Case(#"{"type":"integer"}"#, takes: ["1", "-3"], refuses: ["1.5", #""1""#, "null", "true"]),
        Case(#"{"type":["number","null"]}"#, takes: ["1.5", "null"], refuses: [#""""#, "[]"]),
        Case(#"{"type":"boolean"}"#, takes: ["true"], refuses: ["1", "null"]),
        Case(#"{"enum":["a",null]}"#, takes: [#""a""#, "null"], refuses: [#""b""#, "1"]),
        Case(#"{"const":true}"#, takes: ["true"], refuses: ["false", "1"]),
        Case(#"{"type":"number","minimum":0,"maximum":1}"#, takes: ["0", "1"], refuses: ["-0.1", "1.1"]),
        Case(#"{"type":"string","minLength":2,"maxLength":3}"#, takes: [#""ab""#], refuses: [#""a""#, #""abcd""#]),
        Case(#"{"type":"string","pattern":"^[0-9]+$"}"#, takes: [#""12""#], refuses: [#""1a""#]),
        Case(#"{"type":"string","format":"date"}"#, takes: [#""2025-06-16""#], refuses: [#""16.6.2025""#]),
        Case(
            #"{"type":"string","format":"date-time"}"#, takes: [#""2025-06-16T12:00:00Z""#],
            refuses: [#""2025-06-16""#]),
        Case(#"{"type":"string","format":"uri"}"#, takes: [#""https://a""#], refuses: [#""a""#]),
        Case(#"{"type":"string","format":"colour"}"#, takes: [], refuses: [#""red""#]),
        Case(
            #"{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}"#, takes: ["[1]"],
            refuses: ["[]", "[1,2,3]", #"["a"]"#]),
        Case(#"{"type":"array"}"#, takes: ["[]"], refuses: ["[1]"]),
        Case(
            #"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}"#, takes: [#"{"a":1}"#],
            refuses: ["{}", #"{"a":"1"}"#, #"{"a":1,"b":2}"#]),
        Case(
            #"{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}"#, takes: [#"{"b":2}"#],
            refuses: [#"{"b":""}"#]),
        Case(#"{"type":"object","properties":{},"additionalProperties":false}"#, takes: ["{}"], refuses: [#"{"b":2}"#]),
        Case(
            #"{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":true}"#,
            takes: [#"{"a":1}"#], refuses: ["{}", #"{"a":1,"b":1}"#]),
        Case(
            ##"{"anyOf":[{"$ref":"#/components/schemas/Named"},{"type":"null"}]}"##, takes: ["3", "null"],
            refuses: ["2", #""""#]),
        Case(##"{"$ref":"#/components/schemas/Named"}"##, takes: ["3"], refuses: ["2"]),
        Case(##"{"$ref":"#/components/schemas/Absent"}"##, takes: [], refuses: ["1"]),
        Case(#"{"type":"integer","oddness":1}"#, takes: [], refuses: ["1"]),
    ]

    @Test(arguments: cases) func aRuleTakesWhatItAllowsAndRefusesTheRest(_ rule: Case) throws {
        let schema = rule.description
        for value in rule.good { #expect(try problems(value, schema).isEmpty, "\(value) \(schema)") }
        for value in rule.bad { #expect(try !problems(value, schema).isEmpty, "\(value) \(schema)") }
    }
}
