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
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Peel", path: "..")],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        .target(name: "FuzzSupport", packageAccess: false, swiftSettings: settings),
    ]
        + ["FuzzImages", "FuzzManifests", "FuzzPacks", "FuzzMetadata"].map { name in
            .executableTarget(
                name: name, dependencies: ["CLibFuzzer", "FuzzSupport", .product(name: "Peel", package: "Peel")],
                packageAccess: false, swiftSettings: settings,
                linkerSettings: [.unsafeFlags(librarySearchPath)])
        }
        + ["FuzzMovies", "FuzzFrames"].map { name in
            .executableTarget(
                name: name, dependencies: ["CLibFuzzer", "FuzzSupport", .product(name: "Movies", package: "Peel")],
                packageAccess: false, swiftSettings: settings)
        }
)
