import Files
import TestSupport
import Testing

@testable import PeelCommand

/// What the README and the pages of `docs` show is what there is.
@Suite struct ReadmeTests {
    private func text(_ document: FilePath) throws -> String {
        String(decoding: try checkout.appending(document).readBytes(), as: UTF8.self)
    }

    /// Lines that begin with `peel`, up to a comment.
    @Test(arguments: [
        ("README.md", 6), ("docs/PACKS.md", 12), ("docs/LIVING.md", 3), ("docs/PRINTING.md", 3), ("docs/STUDIO.md", 6),
        ("docs/SLIT_SCAN.md", 7), ("docs/SCALE.md", 6), ("docs/RESPONSIVENESS.md", 2),
    ])
    func commandLinesAreUnderstood(document: FilePath, least: Int) throws {
        let lines = try text(document).split(separator: "\n").filter { $0.hasPrefix("peel ") }
        #expect(lines.count >= least)
        for line in lines {
            var words = line.split(separator: " ").prefix { $0 != "#" }.dropFirst().map { FilePath(String($0)) }
            // It takes the token from the environment.
            if words.first == "upload" { words += ["--token-file", "token"] }
            do {
                _ = try understood(words)
            } catch {
                Issue.record("\(document): \(line): \(error)")
            }
        }
    }

    private func snippets(_ document: FilePath) throws -> [String] {
        try text(document).split(separator: "```swift\n").dropFirst().compactMap {
            $0.split(separator: "```", maxSplits: 1).first.map(String.init)
        }
    }

    @Test func theSnippetsOfTheLibrariesCompile() async throws {
        let snippets = try snippets("README.md") + snippets("docs/LIBRARY.md")
        #expect(snippets.count == 3)
        for snippet in snippets {
            let result = try await SnippetCompiler().check(snippet, options: ["-parse-as-library"])
            #expect(result.succeeded, "\(result.log)")
            #expect(result.diagnostics.isEmpty, "\(result.log)")
        }
    }

    /// The lines of "More than one machine", of which `parallel` stands in one.
    private func lines() throws -> [String] {
        let section = try #require(
            text("docs/SCALE.md").split(separator: "## More than one machine\n").dropFirst().first)
        let block = try #require(section.split(separator: "```sh\n").dropFirst().first)
        return try #require(block.split(separator: "```").first).split(separator: "\n").map(String.init)
    }

    /// As they stand there, but for the folder of the photos, and three parts in place of a hundred.
    @Test(.enabled(if: SystemAbilities.hasProgram("parallel"), "GNU parallel is not installed"))
    func theLinesForSeveralMachinesRun() async throws {
        let lines = try lines()
        #expect(lines.count == 5)
        let folder = TemporaryFolder()
        for number in 0..<7 {
            try folder.write(SamplePhotos.ball + [UInt8(number)], to: FilePath("photos/\(number).png"))
        }
        // parallel keeps a folder of its own in HOME.
        let environment = BuiltProgram.environment([
            "PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": folder.path.description,
        ])
        func shell(_ line: String) async throws -> Subprocess.Output {
            let few = line.replacing("/data/photos", with: "photos").replacing("100", with: "3")
                .replacing("seq 0 99", with: "seq 0 2")
            return try await Subprocess(
                "bash", ["-c", FilePath("set -o pipefail; \(few)")], environment: environment,
                workingDirectory: folder.path
            ).run()
        }
        #expect(try await shell("mkdir bin && ln -s \(BuiltProgram.path) bin/peel").succeeded)
        let alone = try await shell("peel make photos -o alone")
        #expect(alone.succeeded, "\(alone.errorText)")
        for workers in lines.filter({ $0.hasPrefix("seq") }) {
            for line in [lines[0], lines[1], workers, lines[2], "diff -r alone pack"] {
                let output = try await shell(line)
                #expect(output.succeeded, "\(line): \(output.errorText)")
            }
            #expect(try await shell("ls out/records/*/*.json | wc -l").outputText.hasPrefix("7"))
            #expect(try await shell("rm -r parts out pack").succeeded)
        }
    }

    @Test func aSnippetThatIsWrongDoesNotCompile() async throws {
        let wrong = try #require(snippets("docs/LIBRARY.md").first).replacing("report.reason", with: "report.reasons")
        let result = try await SnippetCompiler().check(wrong, options: ["-parse-as-library"])
        #expect(!result.succeeded)
    }
}
