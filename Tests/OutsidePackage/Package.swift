// swift-tools-version: 6.2
import PackageDescription

// What another program's package looks like: Scripts/check-packages copies it out of the checkout, puts in where Peel is (a
// folder, or a version in a Git repository), and adds the examples of README and of the libraries' pages.
let products: [Target.Dependency] = ["Peel", "ImageLoading", "Catalog", "TelegramUploads"].map {
    .product(name: $0, package: "peel")
}
let package = Package(
    name: "outside",
    dependencies: [.package(DEPENDENCY)],
    targets: [
        .executableTarget(name: "outside", dependencies: products),
        .target(name: "PageExamples", dependencies: products),
    ]
)

for target in package.targets {
    target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]
}
