import Peel
import Testing

@testable import PeelCommand

/// What is printed is what is checked in. `PEEL_UPDATE_GOLDEN=1 swift test --filter GoldenTests` writes the files anew.
struct GoldenTests {
    static let documents: [(file: FilePath, document: Document)] =
        [("Tests/PeelCommandTests/Golden/help.txt", .program)]
        + Command.all.map {
            (FilePath("Tests/PeelCommandTests/Golden/help-\($0.name).txt"), .command($0))
        }
        + [
            ("docs/peel.1", .man), ("completions/peel.bash", .completions("bash")),
            ("completions/_peel", .completions("zsh")), ("completions/peel.fish", .completions("fish")),
        ]

    @Test(arguments: documents.indices)
    func isCheckedIn(index: Int) throws {
        let (file, document) = Self.documents[index]
        let path = checkout.appending(file)
        if updatesGolden { try AtomicFile.write(Array(document.text.utf8), to: path) }
        #expect(try String(decoding: path.readBytes(), as: UTF8.self) == document.text, "\(file)")
    }

    @Test func helpFitsATerminal() {
        for (file, document) in Self.documents.prefix(1 + Command.all.count) {
            for line in document.text.split(separator: "\n") {
                #expect(line.count <= 80, "\(file): \(line)")
                #expect(line.last != " ", "\(file): \(line)")
            }
        }
    }

    @Test func everyOptionIsInHelpManPageAndCompletions() {
        let (man, completions) = (manPage(), ["bash", "zsh", "fish"].map { Document.completions($0).text })
        for command in Command.all {
            let help = commandHelp(command)
            for option in command.options {
                #expect(help.contains(option.typed))
                #expect(man.contains(option.typed.map { $0 == "-" ? "\\-" : String($0) }.joined()))
                #expect(completions.allSatisfy { $0.contains(option.name.rawValue) }, "\(option.name.rawValue)")
            }
        }
    }
}
