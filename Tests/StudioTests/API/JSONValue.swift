import TestSupport

/// Any JSON.
enum JSONValue: JSONByKind, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}
