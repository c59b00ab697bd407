import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// The completions do what they promise, where the shell is there to ask.
struct CompletionTests {
    @Test(.enabled(if: SystemAbilities.hasProgram("bash"), "bash is not installed"))
    func areValidBash() async throws { try await checkSyntax("bash", "completions/peel.bash") }

    @Test(.enabled(if: SystemAbilities.hasProgram("zsh"), "zsh is not installed"))
    func areValidZsh() async throws { try await checkSyntax("zsh", "completions/_peel") }

    @Test(.enabled(if: SystemAbilities.hasProgram("fish"), "fish is not installed"))
    func areValidFish() async throws { try await checkSyntax("fish", "completions/peel.fish") }

    private func checkSyntax(_ shell: String, _ file: FilePath) async throws {
        let output = try await Subprocess(FilePath(shell), ["-n", checkout.appending(file)]).run()
        #expect(output.succeeded, "\(output.errorText)")
    }

    @Test(
        .enabled(if: SystemAbilities.hasProgram("bash"), "bash is not installed"),
        arguments: [
            (
                "peel",
                [
                    "make", "check", "upload", "cut", "sheet", "scan", "colors", "catalog", "serve", "split", "worker",
                    "merge",
                    "doctor", "help", "--help",
                    "-h",
                    "--version",
                    "-V",
                ]
            ),
            ("peel d", ["doctor"]),
            ("peel make --bor", ["--border", "--border-color"]),
            ("peel cut --format w", ["webp"]),
            ("peel cut a.jpg -s ", ["original"]),
            ("peel make --device = G", ["GPU"]), ("peel cut --text-font L", [#"Leckerli\ One"#]),
            ("peel help c", ["check", "cut", "colors", "catalog"]),
            ("peel doctor --z", []),
        ])
    func bashCompletes(line: String, proposals: [String]) async throws {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if words.count == 1 { words.append("") }
        let script = """
            source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _peel; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let arguments = ["-c", script, checkout.appending("completions/peel.bash").description] + words
        let output = try await Subprocess("bash", arguments.map { FilePath($0) }).run()
        #expect(output.outputText.split(separator: "\n").map(String.init) == proposals)
        #expect(output.errorText.isEmpty)
    }

    @Test(.enabled(if: SystemAbilities.hasProgram("fish"), "fish is not installed"))
    func fishCompletes() async throws {
        let script = FilePath("source $argv[1]; complete -C 'peel make --bor'; complete -C 'peel cut --format w'")
        let output = try await Subprocess(
            "fish", ["--no-config", "-c", script, checkout.appending("completions/peel.fish")]
        ).run()
        let proposals = output.outputText.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(proposals == ["--border", "--border-color", "webp"])
    }

    @Test(.enabled(if: SystemAbilities.hasProgram("groff"), "groff is not installed"))
    func manPageIsCleanTroff() async throws {
        let output = try await Subprocess(
            "groff", ["-man", "-ww", "-Tutf8", "-z", checkout.appending("docs/peel.1")]
        ).run()
        #expect(output.succeeded)
        #expect(output.errorText.isEmpty)
    }
}
