public import Files
import Foundation
import Glibc

/// Checks pieces of Swift against the modules that the tests were built with, as another module of Peel's package would
/// be: in Swift 6 language mode.
public struct SnippetCompiler: Sendable {
    public struct Diagnostic: Hashable, Sendable {
        public enum Severity: String, Sendable {
            case error, warning, note, remark
        }

        public let severity: Severity
        /// In the snippet, from 1.
        public let line: Int
        public let message: String
    }

    public struct Result: Sendable {
        public let succeeded: Bool
        public let diagnostics: [Diagnostic]
        /// All that the compiler said.
        public let log: String

        public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
    }

    /// Of the toolchain whose runtime the tests use; `SWIFT_EXEC` or the one in `PATH` when that one has no compiler.
    public let compiler: FilePath
    /// Where the build put the modules, beside the tests' program.
    public let modules: FilePath
    private let moduleCache: FilePath
    private let package: String
    /// A module that imports a C module for itself alone cannot be loaded without it either: its values may hold C
    /// ones.
    private let cOptions: [FilePath]

    public init() async throws {
        let program = Self.destination(of: "/proc/self/exe")
        modules = program.parent.appending("Modules")
        moduleCache = program.parent.appending("ModuleCache")
        compiler = Self.findCompiler()
        let checkout = FilePath(#filePath).parent.parent.parent
        // SwiftPM calls a package by its folder.
        package = String(checkout.lastComponent.description.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
        cOptions = try await Self.findCModules(program: program, checkout: checkout)
    }

    /// Goes as far as the compiler's last diagnostics and throws away what it made: with `-typecheck` alone, values
    /// that two tasks share are not found.
    ///
    /// - Parameter options: For the compiler, on top of the language mode and the search path; `-parse-as-library` for
    ///   instance.
    public func check(_ snippet: String, options: [String] = []) async throws(Subprocess.Failure) -> Result {
        let output = try await Subprocess(
            compiler,
            [
                "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-diagnostic-style=llvm", "-package-name",
                FilePath(package), "-I", modules, "-module-cache-path", moduleCache,
            ] + cOptions + options.map { FilePath($0) } + ["-"],
            standardInput: Array(snippet.utf8)
        ).run()
        let log = output.errorText + output.outputText
        return Result(
            succeeded: output.succeeded, diagnostics: log.split(separator: "\n").compactMap { Diagnostic(line: $0) },
            log: log)
    }

    private static func findCompiler() -> FilePath {
        if let variable = getenv("SWIFT_EXEC") { return FilePath(String(cString: variable)) }
        // …/usr/lib/swift/linux/libswiftCore.so → …/usr/bin/swiftc
        if let runtime = pathOfRuntime() {
            let compiler = runtime.parent.parent.parent.parent.appending("bin/swiftc")
            if compiler.withCString({ access($0, X_OK) }) == 0 { return compiler }
        }
        return "swiftc"
    }

    /// Options for the C modules in the package and for the libraries that they are made of.
    private static func findCModules(program: FilePath, checkout: FilePath) async throws -> [FilePath] {
        // Those written by hand for libraries, and those that the build makes for the package's own C code.
        let folders = [checkout.appending("Sources").description, program.parent.description]
        let maps = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
                "\(folder)/\($0)/module.modulemap"
            }
        }
        let manifest = try String(contentsOfFile: checkout.appending("Package.swift").description, encoding: .utf8)
        let libraries = manifest.matches(of: /pkgConfig: "([^"]+)"/).map { String($0.output.1) }
        let known = ProcessInfo.processInfo.environment["PKG_CONFIG_PATH"].map { ":" + $0 } ?? ""
        let flags = try await Subprocess(
            "pkg-config", ["--cflags-only-I"] + libraries.map { FilePath($0) },
            environment: Subprocess.environment(
                adding: ["PKG_CONFIG_PATH": checkout.appending(".deps/pkgconfig").description + known])
        ).run()
        return
            (maps.filter(FileManager.default.fileExists).map { "-fmodule-map-file=" + $0 }
            + flags.outputText.split(whereSeparator: \.isWhitespace).map { String($0) })
            .flatMap { ["-Xcc", FilePath($0)] }
    }

    /// The Swift runtime among the files that this process has mapped.
    private static func pathOfRuntime() -> FilePath? {
        guard let maps = fopen("/proc/self/maps", "r") else { return nil }
        defer { fclose(maps) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), maps) != nil {
            let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            guard let start = text.firstIndex(of: UInt8(ascii: "/")) else { continue }
            let path = FilePath(bytes: Array(text[start...].prefix { $0 != UInt8(ascii: "\n") }))
            if path.lastComponent == "libswiftCore.so" { return path }
        }
        return nil
    }

    private static func destination(of link: FilePath) -> FilePath {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = link.withCString { readlink($0, &path, path.count) }
        return FilePath(bytes: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
    }
}

extension SnippetCompiler.Diagnostic {
    /// From `<stdin>:3:5: error: message`; `nil` for the lines between.
    fileprivate init?(line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "<stdin>", let number = Int(parts[1]),
            let severity = Severity(rawValue: String(parts[3].dropFirst()))
        else { return nil }
        self.severity = severity
        self.line = number
        message = String(parts[4].dropFirst())
    }
}
