/// An option of a command, or of `peel` itself.
struct OptionSpec: Sendable {
    let name: OptionName
    /// Its short form.
    let letter: Character?
    /// `nil` when it is a switch.
    let value: OptionValueKind?
    /// One line, no full stop.
    let help: String
    /// What holds when it is not given, for a person; `nil` when there is nothing to say.
    let fallback: String?
    let section: OptionSection

    init(
        _ name: OptionName, letter: Character?, _ value: OptionValueKind? = nil, _ help: String,
        default fallback: String? = nil, in section: OptionSection
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.help = help
        self.fallback = fallback
        self.section = section
    }

    /// An option without a short form.
    init(
        _ name: OptionName, _ value: OptionValueKind, _ help: String, default fallback: String? = nil,
        in section: OptionSection
    ) {
        self.init(name, letter: nil, value, help, default: fallback, in: section)
    }

    /// A switch without a short form.
    init(_ name: OptionName, _ help: String, in section: OptionSection) {
        self.init(name, letter: nil, nil, help, in: section)
    }

    /// `--size`, as it is typed.
    var typed: String { "--\(name.rawValue)" }
}

/// The headings under which help shows the options, in this order.
enum OptionSection: String, CaseIterable, Sendable {
    case serving = "Serving"
    case result = "Result"
    case scan = "Scan"
    case page = "Page"
    case lines = "Lines"
    case look = "Look"
    case subject = "Subject"
    case input = "Input"
    case web = "Web"
    case engine = "Engine"
    case report = "Report"
}

/// Which values an option takes, for parsing, help and completions.
enum OptionValueKind: Equatable, Sendable {
    case file(String)
    case folder(String)
    /// Only these.
    case words([String])
    /// Some of these, with commas between them.
    case list(String, of: [String])
    /// A whole number in a range, or one of some words.
    case whole(String, ClosedRange<Int>, or: [String] = [])
    /// A number that may end with K, M or G (powers of 1024); at least 1.
    case amount(String)
    /// A number in a range, or one of some words that stand for a number.
    case number(String, ClosedRange<Double>, or: KeyValuePairs<String, Double> = [:])
    /// A colour, or one of some words; the name of a picture, too, where files are allowed: it has a dot or a slash.
    case color(or: [String] = [], orFile: Bool = false)
    /// Two whole numbers from 0: `X,Y`. May be given more than once.
    case point
    /// Four whole numbers: `X,Y,W,H`. May be given more than once.
    case box
    /// A pattern of names, as shells have them. May be given more than once.
    case pattern
    /// Any text. May be given more than once.
    case texts(String)
    /// Any text; the words are proposed by completions.
    case text(String, suggestions: [String] = [])

    /// Of the names that CSS has, those that are typed most.
    private static let commonColors = [
        "transparent", "white", "black", "gray", "silver", "red", "orange", "gold", "yellow", "green", "teal", "blue",
        "navy", "purple", "pink", "brown",
    ]

    static func == (left: Self, right: Self) -> Bool { left.placeholder == right.placeholder }

    /// What stands for the value in the help.
    var placeholder: String {
        switch self {
        case .file(let name), .folder(let name), .amount(let name), .text(let name, _), .texts(let name),
            .list(let name, _):
            name
        case .words(let words): words.joined(separator: "|")
        case .whole(let name, _, let words): ([name] + words).joined(separator: "|")
        case .number(let name, _, _): name
        case .color(let words, let orFile):
            (["COLOUR"] + words + (orFile ? ["FILE"] : [])).joined(separator: "|")
        case .point: "X,Y"
        case .box: "X,Y,W,H"
        case .pattern: "PATTERN"
        }
    }

    /// Whether completions propose files.
    var takesFiles: Bool {
        switch self {
        case .file, .color(_, orFile: true): true
        default: false
        }
    }

    /// Whether each value that is given counts, rather than the last.
    var addsUp: Bool {
        switch self {
        case .pattern, .texts, .point, .box: true
        default: false
        }
    }

    /// The words that completions propose.
    var suggestions: [String] {
        switch self {
        case .file, .folder, .amount, .point, .box, .pattern, .texts: []
        case .words(let words), .list(_, let words), .whole(_, _, let words), .text(_, let words): words
        case .number(_, _, let words): words.map(\.key)
        case .color(let words, _): words + Self.commonColors
        }
    }

    /// As a list in a shell's own words.
    var listOfSuggestions: String { suggestions.map { $0.replacing(" ", with: #"\ "#) }.joined(separator: " ") }
}
