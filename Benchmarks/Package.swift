// swift-tools-version: 6.2
import PackageDescription

// What is measured inside the program: the floor under it and the steps of a photo (`Scripts/bench` runs that, beside
// others), what four ways of working do to the main actor (`Scripts/bench-responsiveness`), four ways of loading images
// (`image-loading-bench`), how many strokes a cut takes (`Scripts/bench-strokes`), and the slit-scan's filter
// (`Scripts/bench-scan`).
// They measure steps that are open to Peel's own package alone, which SwiftPM names after its folder.
let peel = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? "peel"
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Peel", path: "..")],
    targets: [
        .executableTarget(name: "peel-bench", dependencies: [.product(name: "Peel", package: "Peel")]),
        .executableTarget(name: "responsiveness-bench", dependencies: [.product(name: "Peel", package: "Peel")]),
        .executableTarget(
            name: "image-loading-bench", dependencies: [.product(name: "ImageLoading", package: "Peel")]),
        .executableTarget(name: "stroke-bench", dependencies: [.product(name: "Peel", package: "Peel")]),
        .executableTarget(
            name: "clip-bench",
            dependencies: [.product(name: "Peel", package: "Peel"), .product(name: "Clips", package: "Peel")]),
        .executableTarget(name: "scan-bench", dependencies: [.product(name: "SlitScan", package: "Peel")]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .unsafeFlags(["-package-name", peel]),
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
