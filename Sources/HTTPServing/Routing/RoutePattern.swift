/// A path with names in braces for variable segments: `/photos/{id}/sticker.png`.
package struct RoutePattern: Hashable, Sendable, CustomStringConvertible {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)

        var isLiteral: Bool {
            if case .literal = self { true } else { false }
        }
    }

    let segments: [Segment]

    /// Parses a pattern such as `/photos/{id}`.
    ///
    /// - Precondition: starts with a slash; each brace opens at a segment's start and closes at its end; no name comes
    ///   twice.
    package init(_ text: String) {
        precondition(text.hasPrefix("/"), "the path \(text) must start with a slash")
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.hasPrefix("{") && segment.hasSuffix("}") else {
                precondition(!segment.contains { "{}%?#".contains($0) }, "\(segment) in \(text) must be a plain name")
                return .literal(String(segment))
            }
            return .parameter(String(segment.dropFirst().dropLast()))
        }
        let names = parameters
        precondition(Set(names).count == names.count && !names.contains(""), "the names in \(text) must differ")
    }

    /// The names in braces, in order.
    package var parameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    package var description: String {
        "/"
            + segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// Returns the parameters' values if the path matches. None of them is empty.
    func match(_ path: [String]) -> RouteParameters? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal): guard literal == text else { return nil }
            case .parameter(let name):
                guard !text.isEmpty else { return nil }
                values[name] = text
            }
        }
        return RouteParameters(values: values)
    }

    /// Whether both match the same paths.
    func hasShape(of other: RoutePattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0 == $1 || !$0.isLiteral && !$1.isLiteral }
    }

    /// Whether this one is tried first if both match: its names come before the other's braces.
    func precedes(_ other: RoutePattern) -> Bool {
        for (own, others) in zip(segments, other.segments) where own.isLiteral != others.isLiteral {
            return own.isLiteral
        }
        return false
    }
}

/// The values of a path for the names in its route's braces.
package struct RouteParameters: Hashable, Sendable {
    let values: [String: String]

    /// The value of a name in the pattern.
    ///
    /// - Precondition: the route has that name.
    package subscript(_ name: String) -> String {
        guard let value = values[name] else { preconditionFailure("the route has no {\(name)}") }
        return value
    }
}
