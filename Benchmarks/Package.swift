// swift-tools-version: 6.2
import PackageDescription

// What is measured inside the program: the floor under it, the steps of a photo. `Scripts/bench` runs it, beside others.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Peel", path: "..")],
    targets: [
        .executableTarget(
            name: "peel-bench", dependencies: [.product(name: "Peel", package: "Peel")],
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ]
)
