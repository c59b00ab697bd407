import Peel

/// An option's value after its text was understood.
enum OptionValue: Equatable, Sendable {
    case on
    case path(FilePath)
    case word(String)
    case words([String])
    case whole(Int)
    case number(Double)
    case color(SRGBColor)
    case point(x: Int, y: Int)
    case box(PixelRect)
    case pattern(PathPattern)
}

extension OptionValueKind {
    /// What `text` means for an option of this kind; `nil` when it is none of its values.
    func value(of path: FilePath) -> OptionValue? {
        switch self {
        case .file, .folder: return path.bytes.isEmpty ? nil : .path(path)
        case .pattern: return PathPattern(path).map { .pattern($0) }
        case .color(_, orFile: true) where color(path) == nil && path.mayBeFile: return .path(path)
        default: break
        }
        guard let text = String(validating: path.bytes, as: UTF8.self), !text.isEmpty else { return nil }
        switch self {
        case .file, .folder, .pattern: return nil
        case .words(let words): return words.sameWord(as: text).map { .word($0) }
        case .list(_, let words):
            var chosen: [String] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
                guard let word = words.sameWord(as: part) else { return nil }
                if !chosen.contains(word) { chosen.append(word) }
            }
            return .words(chosen)
        case .whole(_, let range, let words):
            if let word = words.sameWord(as: text) { return .word(word) }
            guard let number = Int(text), range.contains(number) else { return nil }
            return .whole(number)
        case .amount: return amount(text).map { .whole($0) }
        case .number(_, let range, let words):
            if let word = words.first(where: { $0.key == text.lowercased() }) { return .number(word.value) }
            guard let number = Double(text), range.contains(number) else { return nil }
            return .number(number)
        case .color: return color(path)
        case .point: return point(text)
        case .box: return box(text)
        case .text(_, let words): return .word(words.sameWord(as: text) ?? text)
        case .texts: return .word(text)
        }
    }

    private func color(_ value: FilePath) -> OptionValue? {
        guard case .color(let words, _) = self, let text = String(validating: value.bytes, as: UTF8.self) else {
            return nil
        }
        if let word = words.sameWord(as: text) { return .word(word) }
        return SRGBColor(text).map { .color($0) }
    }

    private func amount(_ text: String) -> Int? {
        let exponents: [Character: Int] = ["K": 10, "M": 20, "G": 30]
        let exponent = text.last.flatMap { exponents[Character($0.uppercased())] }
        guard let number = Int(exponent == nil ? text[...] : text.dropLast()), number >= 1 else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: 1 << (exponent ?? 0))
        return overflow ? nil : product
    }

    private func point(_ text: String) -> OptionValue? {
        guard let numbers = wholeNumbers(text, 2) else { return nil }
        return .point(x: numbers[0], y: numbers[1])
    }

    private func box(_ text: String) -> OptionValue? {
        guard let numbers = wholeNumbers(text, 4), numbers[2] > 0, numbers[3] > 0 else { return nil }
        return .box(PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    /// From 0 to a billion, which is more than any photo has.
    private func wholeNumbers(_ text: String, _ count: Int) -> [Int]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == count, numbers.allSatisfy({ (0...1_000_000_000).contains($0) }) else { return nil }
        return numbers
    }

    /// What the values are, for the error about another one.
    var expectation: String {
        switch self {
        case .file: "the name of a file"
        case .folder: "the name of a folder"
        case .words(let words): words.joined(separator: " or ")
        case .list(_, let words): "some of \(words.joined(separator: ", ")), with commas between them"
        case .whole(_, let range, let words):
            (["a whole number from \(range.lowerBound) to \(range.upperBound)"] + words).joined(separator: " or ")
        case .amount: "a whole number from 1, with K, M or G after it if you like"
        case .number(_, let range, let words):
            (["a number from \(short(range.lowerBound)) to \(short(range.upperBound))"] + words.map(\.key))
                .joined(separator: " or ")
        case .color(let words, let orFile):
            (words + (orFile ? ["the name of a picture"] : [])
                + ["a colour as CSS writes it, such as orange, '#ff8800' or 'rgb(255 136 0 / 50%)'"])
                .joined(separator: " or ")
        case .point: "two whole numbers, X,Y, from the photo's top left corner"
        case .box: "four whole numbers, X,Y,W,H, from the photo's top left corner"
        case .pattern: "a pattern such as '*.png', 'raw/' or '**/old/*'"
        case .text, .texts: "some text"
        }
    }

    /// A value of similar spelling, for the error about an unknown one.
    func suggestion(for text: String) -> String? {
        switch self {
        case .words(let words): nearest(to: text.lowercased(), among: words)
        case .list(_, let words):
            text.split(separator: ",").map(String.init).first { words.sameWord(as: $0) == nil }
                .flatMap { nearest(to: $0.lowercased(), among: words) }
        case .whole(_, _, let words): nearest(to: text.lowercased(), among: words)
        case .number(_, _, let words): nearest(to: text.lowercased(), among: words.map(\.key))
        case .color(let words, _): nearest(to: text.lowercased(), among: words + SRGBColor.names + ["transparent"])
        case .file, .folder, .amount, .point, .box, .pattern, .text, .texts: nil
        }
    }

    private func short(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// The options of one command line, understood; the last one wins when an option stands there twice, but those that
/// may be given more than once add up.
struct OptionValues {
    private var values: [OptionName: OptionValue] = [:]
    private(set) var patterns: [PathPattern] = []
    private var texts: [OptionName: [String]] = [:]
    private var marks: [OptionName: [OptionValue]] = [:]

    /// All that stand on the command line, in their order.
    let given: [ReadArguments.Given]

    init(_ given: [ReadArguments.Given]) throws {
        self.given = given
        for item in given {
            guard let kind = item.option.value else {
                values[item.option.name] = .on
                continue
            }
            let text = item.value ?? ""
            guard let value = kind.value(of: text) else {
                let hint = kind.suggestion(for: "\(text)").map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError("\(item.option.typed) takes \(kind.expectation), not '\(text)'\(hint)")
            }
            if case .pattern(let pattern) = value, !patterns.contains(pattern) { patterns.append(pattern) }
            if case .texts = kind, case .word(let word) = value { texts[item.option.name, default: []].append(word) }
            if kind.addsUp { marks[item.option.name, default: []].append(value) }
            values[item.option.name] = value
        }
    }

    /// All that were given, in their order.
    func texts(_ name: OptionName) -> [String] { texts[name] ?? [] }

    /// Those that were given.
    var names: [OptionName] { Array(values.keys) }

    func has(_ name: OptionName) -> Bool { values[name] != nil }

    func path(_ name: OptionName) -> FilePath? {
        if case .path(let path)? = values[name] { path } else { nil }
    }

    func word(_ name: OptionName) -> String? {
        if case .word(let word)? = values[name] { word } else { nil }
    }

    func words(_ name: OptionName) -> [String] {
        if case .words(let words)? = values[name] { words } else { [] }
    }

    func whole(_ name: OptionName) -> Int? {
        if case .whole(let number)? = values[name] { number } else { nil }
    }

    func number(_ name: OptionName) -> Double? {
        if case .number(let number)? = values[name] { number } else { nil }
    }

    func color(_ name: OptionName) -> SRGBColor? {
        if case .color(let color)? = values[name] { color } else { nil }
    }

    /// All that were given, in their order.
    func places(_ name: OptionName) -> [SubjectMarks.Place] {
        (marks[name] ?? []).compactMap { value in
            if case .point(let x, let y) = value { SubjectMarks.Place(x: x, y: y) } else { nil }
        }
    }

    /// The same of boxes.
    func boxes(_ name: OptionName) -> [PixelRect] {
        (marks[name] ?? []).compactMap { value in if case .box(let box) = value { box } else { nil } }
    }

    /// - Throws: ``UsageError`` when more than one of `names` was given.
    func requireAtMostOne(of names: [OptionName], because reason: String) throws {
        let given = names.filter(has)
        guard given.count > 1 else { return }
        let typed = given.map { "--\($0.rawValue)" }.joined(separator: " and ")
        throw UsageError("\(typed) do not go together: \(reason)")
    }
}

extension FilePath {
    /// Whether it looks like a file's name, rather than a word that was misspelt.
    fileprivate var mayBeFile: Bool {
        bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "."))
    }
}

extension [String] {
    /// The word that a text is, in whatever case.
    fileprivate func sameWord(as text: String) -> String? {
        let folded = text.lowercased()
        return first { $0.lowercased() == folded }
    }
}
