// swift-tools-version: 6.2
import PackageDescription

// What is measured inside the program: the floor under it and the steps of a photo (`Scripts/bench` runs that, beside
// others), what four ways of working do to the main actor (`Scripts/bench-responsiveness`), four ways of loading images
// (`image-loading-bench`), how many strokes a cut takes (`Scripts/bench-strokes`), and the slit-scan's filter
// (`Scripts/bench-scan`).
// They measure steps that are open to Peel's own package alone, which SwiftPM names after its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "peel"
let peel = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
func bench(_ name: String, of products: String...) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "Peel") }, packageAccess: false,
        swiftSettings: [
            .unsafeFlags(["-package-name", peel]),
            .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ])
}
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Peel", path: "..")],
    targets: [
        bench("peel-bench", of: "Peel"),
        bench("responsiveness-bench", of: "Peel"),
        bench("image-loading-bench", of: "ImageLoading"),
        bench("stroke-bench", of: "Peel"),
        bench("clip-bench", of: "Peel", "Clips"),
        bench("scan-bench", of: "SlitScan"),
    ]
)
