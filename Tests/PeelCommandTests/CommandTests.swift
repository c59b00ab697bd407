import Peel
import Testing

@testable import PeelCommand

/// Rules that keep the commands and their options sound.
struct CommandTests {
    private let everyOption = Command.all.flatMap(\.options) + OptionSpec.ofProgram

    @Test func namesOfCommandsAreUnique() {
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    }

    @Test(arguments: Command.all)
    func namesAndLettersOfACommandAreUnique(command: Command) {
        let names = command.options.map(\.name.rawValue)
        #expect(Set(names).count == names.count)
        let letters = command.options.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(letters.allSatisfy { $0.isASCII && $0 != "W" && ($0.isLetter || $0.isNumber) })
    }

    @Test func qualitiesAreThoseOfTheFormats() {
        let qualities = everyOption.filter { $0.name == .quality }
        #expect(!qualities.isEmpty)
        for option in qualities {
            guard case .whole(_, let range, _) = option.value else {
                Issue.record("a quality is a whole number")
                continue
            }
            #expect(range == OutputFormat.allQualities)
            for format in OutputFormat.lossy { #expect(format.qualities.map { range.contains($0.lowerBound) } == true) }
            for format in OutputFormat.lossy { #expect(format.qualities.map { range.contains($0.upperBound) } == true) }
        }
    }

    @Test func eachOptionMeansTheSameLetterEverywhere() {
        for (name, options) in Dictionary(grouping: everyOption, by: \.name) {
            #expect(Set(options.map(\.letter)).count == 1, "\(name)")
        }
    }

    @Test(arguments: Command.all)
    func examplesAreUnderstood(command: Command) throws {
        for (line, _) in command.examples {
            var words = line.split(separator: " ").map(String.init)
            guard let start = words.firstIndex(of: "peel") else {
                // Another program that asks the studio.
                #expect(words[0] == "curl" && command == .serve)
                continue
            }
            words.removeFirst(start + 1)
            let end = words.firstIndex { $0 == "|" || $0 == ">" } ?? words.count
            _ = try understood(words[..<end].map { FilePath($0) })
        }
    }
}
