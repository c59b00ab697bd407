/// Test sources of FFmpeg and filters for their pictures, as a person writes them:
/// `testsrc2=size=640x360:rate=30,hflip;sine=frequency=440`. Commas separate filters, a semicolon separates pictures
/// from sound.
///
/// The words look like FFmpeg's `lavfi`, but the language is Peel's own: it has no quotes, escapes, labels or formulas,
/// and its text never reaches FFmpeg. Each name is looked up in ``TestFilter/known``, each value is checked against its
/// option, and FFmpeg gets one option after the other.
struct TestGraph {
    struct Step {
        let name: String
        let filter: TestFilter
        let options: [(name: String, value: String)]
    }

    /// The sources of pictures and of sound, each with its filters. One or two.
    let chains: [[Step]]

    private static let longestChain = 8

    /// Reads a graph's text.
    ///
    /// - Throws: ``MovieError/Code/badGraph``, which names the filter, the option or the value.
    init(_ text: String) throws(MovieError) {
        func refuse(_ reason: String) -> MovieError { MovieError(.badGraph, of: Self.name(of: text), reason) }
        var chains: [[Step]] = []
        for words in text.split(separator: ";", omittingEmptySubsequences: false) {
            let words = words.split(separator: ",", omittingEmptySubsequences: false)
            guard words.count <= Self.longestChain else {
                throw refuse("it has \(words.count) filters in a row, and \(Self.longestChain) are allowed")
            }
            var chain: [Step] = []
            for (number, words) in words.enumerated() {
                let step: Step
                switch Self.step(words, isFirst: number == 0) {
                case .success(let known): step = known
                case .failure(let refusal): throw refuse(refusal.words)
                }
                guard step.filter.kind != .change || chain.first?.filter.kind == .picture else {
                    throw refuse("\(step.name) changes pictures, but follows a source of sound")
                }
                chain.append(step)
            }
            chains.append(chain)
        }
        for kind in [TestFilter.Kind.picture, .sound] {
            guard chains.count(where: { $0.first?.filter.kind == kind }) <= 1 else {
                throw refuse("it has more than one source of \(kind == .sound ? "sound" : "pictures")")
            }
        }
        self.chains = chains
    }

    static func name(of text: String) -> String { "the test source \"\(text)\"" }

    private struct Refusal: Error {
        let words: String
    }

    private static func step(_ text: Substring, isFirst: Bool) -> Result<Step, Refusal> {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let candidates = TestFilter.known.filter { ($0.value.kind != .change) == isFirst }
        guard let filter = candidates[name] else {
            let words = candidates.keys.sorted().joined(separator: ", ")
            return .failure(
                Refusal(
                    words: isFirst
                        ? "\"\(name)\" is not an allowed source. Allowed are: \(words)"
                        : "\"\(name)\" is not an allowed filter. Allowed are: \(words)"))
        }
        var options: [(String, String)] = []
        guard parts.count == 2 else { return .success(Step(name: name, filter: filter, options: [])) }
        for option in parts[1].split(separator: ":", omittingEmptySubsequences: false) {
            let sides = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let value = filter.options[String(sides[0])] else {
                let names = filter.options.keys.sorted().map { "\($0)=" }.joined(separator: ", ")
                return .failure(
                    Refusal(words: "\(name) takes \(names.isEmpty ? "no options" : names), not \"\(option)\""))
            }
            guard value.takes(sides[1]) else {
                return .failure(Refusal(words: "\(sides[0]) of \(name) is \(value.words), not \"\(sides[1])\""))
            }
            options.append((String(sides[0]), String(sides[1])))
        }
        return .success(Step(name: name, filter: filter, options: options))
    }
}
