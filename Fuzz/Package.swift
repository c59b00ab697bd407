// swift-tools-version: 6.2
import PackageDescription

// Programs that feed broken input to the parsers: see ../Scripts/fuzz, which builds all with libFuzzer's coverage.
let librarySearchPath = ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../../../../.deps/openvino/libs"]
// They feed parsers that are open to Peel's own package alone, which SwiftPM names after its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "peel"
let peel = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .unsafeFlags(["-package-name", peel]),
]
func fuzzer(_ name: String, of products: String...) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["CLibFuzzer", "FuzzSupport"] + products.map { .product(name: $0, package: "Peel") },
        packageAccess: false, swiftSettings: settings, linkerSettings: [.unsafeFlags(librarySearchPath)])
}
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Peel", path: "..")],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        .target(name: "FuzzSupport", packageAccess: false, swiftSettings: settings),
        fuzzer("FuzzImages", of: "Peel"),
        fuzzer("FuzzManifests", of: "Peel"),
        fuzzer("FuzzPacks", of: "Peel"),
        fuzzer("FuzzMetadata", of: "Peel"),
        fuzzer("FuzzAnswers", of: "Peel", "ObjectStorage"),
        fuzzer("FuzzMovies", of: "Movies"),
        fuzzer("FuzzFrames", of: "Movies"),
        fuzzer("FuzzGraphs", of: "Movies"),
    ]
)
