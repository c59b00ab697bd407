// swift-tools-version: 6.2
import PackageDescription

// Programs that feed broken input to the parsers: see ../Scripts/fuzz, which builds all with libFuzzer's coverage.
let librarySearchPath = ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../../../../.deps/openvino/libs"]
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Peel", path: "..")],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        .target(name: "FuzzSupport", swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
        + ["FuzzImages", "FuzzManifests", "FuzzPacks", "FuzzMetadata"].map { name in
            .executableTarget(
                name: name, dependencies: ["CLibFuzzer", "FuzzSupport", .product(name: "Peel", package: "Peel")],
                swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
                linkerSettings: [.unsafeFlags(librarySearchPath)])
        }
        + ["FuzzMovies", "FuzzFrames"].map { name in
            .executableTarget(
                name: name, dependencies: ["CLibFuzzer", "FuzzSupport", .product(name: "Movies", package: "Peel")],
                swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
        }
)
