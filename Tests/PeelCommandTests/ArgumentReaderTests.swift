import Peel
import Testing

@testable import PeelCommand

/// What getopt makes of a command line.
struct ArgumentReaderTests {
    private func read(_ arguments: FilePath..., command: Command = .make) throws -> [String] {
        let read = try readArguments(arguments, options: command.options)
        return read.options.map { given in given.value.map { "\(given.option.name) \($0)" } ?? "\(given.option.name)" }
            + read.operands.map { "(\($0))" }
    }

    @Test func longAndShortOptionsTakeValuesInEveryWayThatGetoptKnows() throws {
        #expect(try read("--size=3", "--size", "4", "-s5", "-s", "6") == ["size 3", "size 4", "size 5", "size 6"])
        #expect(try read("-qzj3", "a") == ["quiet", "zip", "jobs 3", "(a)"])
        #expect(try read("--outp", "d") == ["output d"])
        #expect(try read("--border", "3") == ["border 3"])
        #expect(try read("--strength", "-0.5") == ["strength -0.5"])
        #expect(try read("--model=") == ["model "])
    }

    @Test func operandsMayStandAnywhereAndBeginWithADash() throws {
        #expect(try read("a", "-q", "b", "-", "c") == ["quiet", "(a)", "(b)", "(-)", "(c)"])
        #expect(try read("-q", "--", "-z", "--zip", "-") == ["quiet", "(-z)", "(--zip)", "(-)"])
        #expect(try read("./-z", "--", "--") == ["(./-z)", "(--)"])
        #expect(try read("-o", "--", "a") == ["output --", "(a)"])
        #expect(try read() == [])
        #expect(try read("") == ["()"])
    }

    @Test func namesThatAreNoUTF8Survive() throws {
        let name = FilePath(bytes: [0x61, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67])
        let read = try readArguments([name, "-o", name], options: Command.make.options)
        #expect(read.operands == [name])
        #expect(read.options.first?.value == name)
    }

    @Test func wrongArgumentsAreNamed() {
        func message(_ arguments: FilePath...) -> String? {
            do {
                _ = try readArguments(arguments, options: Command.make.options)
                return nil
            } catch { return "\(error)" }
        }
        #expect(message("--fromat", "png") == "unknown option --fromat; did you mean --format?")
        #expect(message("a", "--borde-color=red") == "unknown option --borde-color; did you mean --border-color?")
        #expect(message("--bor", "3") == "--bor can mean --border or --border-color")
        #expect(message("--xyzzy") == "unknown option --xyzzy")
        #expect(message("--mask") == "unknown option --mask: it belongs to peel cut")
        #expect(message("--version") == "unknown option --version: it stands alone, as in peel --version")
        #expect(message("-qX", "a") == "unknown option -X")
        #expect(message(FilePath(bytes: [0x2D, 0xC3, 0xA9])) == "unknown option -\\xC3")
        #expect(message(FilePath(bytes: [0x2D, 0x2D, 0x1B, 0xFF])) == "unknown option --\\x1B\\xFF")
        #expect(message("--zip=3") == "--zip takes no value")
        #expect(message("a", "--size") == "--size needs a value: --size N|original")
        #expect(message("-qs") == "--size needs a value: --size N|original")
    }

    @Test func readingStartsAfreshAfterAnError() throws {
        // getopt keeps its place inside a cluster of letters: an error there must not leak into the next command line.
        #expect(throws: UsageError.self) { try read("-qXzz") }
        #expect(try read("-z", "a") == ["zip", "(a)"])
    }

    @Test func manyThreadsMayReadAtOnce() async {
        await withTaskGroup(of: [String]?.self) { group in
            for index in 0..<200 {
                group.addTask { @concurrent in try? read(FilePath("-qs\(index)"), FilePath("\(index)"), "-z") }
            }
            for await lines in group {
                let number = lines?.last?.filter(\.isNumber) ?? ""
                #expect(lines == ["quiet", "size \(number)", "zip", "(\(number))"])
            }
        }
    }
}
