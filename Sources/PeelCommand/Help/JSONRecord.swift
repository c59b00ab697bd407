/// A kind of line that a command prints with `--json`, for help and man page. A test holds it against what is printed.
struct JSONRecord: Equatable, Sendable {
    /// Which line it is: `For each photo`.
    let title: String
    let fields: [JSONField]

    init(_ title: String, _ fields: JSONFields...) {
        self.title = title
        self.fields = fields.flatMap(\.all)
    }
}

/// A field of a ``JSONRecord``.
struct JSONField: Equatable, Sendable {
    /// From the object on: `stickers[].box.x`. A part in capitals stands for any name: `milliseconds.STEP`.
    let path: String
    /// What it says, when it is missing and when it is `null`. No full stop.
    let meaning: String
}

/// Fields that stand together, in their order: `["photo": "its path"]`.
struct JSONFields: ExpressibleByDictionaryLiteral {
    let all: [JSONField]

    init(dictionaryLiteral fields: (String, String)...) {
        all = fields.map { JSONField(path: $0, meaning: $1) }
    }

    init(_ fields: [JSONField]) { all = fields }

    /// - Parameter condition: when they are there.
    static func colors(_ condition: String) -> JSONFields {
        [
            "colors[].hex": "a colour of the photo as #rrggbb, the largest share first\(condition)",
            "colors[].share":
                "its share of the photo, 0 to 1; the subject is weighted with 85 %\(condition)",
        ]
    }
}
