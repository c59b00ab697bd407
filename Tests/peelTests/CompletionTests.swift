import Peel
import TestSupport
import Testing

@testable import peel

/// The completions do what they promise, where the shell is there to ask.
struct CompletionTests {
    private static func isInstalled(_ shell: String) -> Bool {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains { (try? FilePath($0 + shell).status()) != nil }
    }

    @Test(arguments: [
        ("bash", "completions/peel.bash"), ("zsh", "completions/_peel"), ("fish", "completions/peel.fish"),
    ])
    func areValid(shell: String, file: FilePath) async throws {
        guard Self.isInstalled(shell) else { return }
        let output = try await Subprocess(FilePath(shell), ["-n", checkout.appending(file)]).run()
        #expect(output.succeeded, "\(output.errorText)")
    }

    @Test(
        arguments: [
            (
                "peel",
                ["make", "cut", "colors", "catalog", "serve", "doctor", "help", "--help", "-h", "--version", "-V"]
            ),
            ("peel d", ["doctor"]),
            ("peel make --bor", ["--border", "--border-color"]),
            ("peel cut --format w", ["webp"]),
            ("peel cut a.jpg -s ", ["original"]),
            ("peel make --device = G", ["GPU"]),
            ("peel help c", ["cut", "colors", "catalog"]),
            ("peel doctor --z", []),
        ])
    func bashCompletes(line: String, proposals: [String]) async throws {
        guard Self.isInstalled("bash") else { return }
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

    @Test func fishCompletes() async throws {
        guard Self.isInstalled("fish") else { return }
        let script = FilePath("source $argv[1]; complete -C 'peel make --bor'; complete -C 'peel cut --format w'")
        let output = try await Subprocess(
            "fish", ["--no-config", "-c", script, checkout.appending("completions/peel.fish")]
        ).run()
        let proposals = output.outputText.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(proposals == ["--border", "--border-color", "webp"])
    }

    @Test func manPageIsCleanTroff() async throws {
        guard Self.isInstalled("groff") else { return }
        let output = try await Subprocess(
            "groff", ["-man", "-ww", "-Tutf8", "-z", checkout.appending("docs/peel.1")]
        ).run()
        #expect(output.succeeded)
        #expect(output.errorText.isEmpty)
    }
}
