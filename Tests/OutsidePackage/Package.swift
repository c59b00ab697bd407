// swift-tools-version: 6.2
import PackageDescription

// What another program's package looks like: Scripts/check-packages copies it out of the checkout, puts in where Peel
// is (a folder, or a version in a Git repository), and adds the examples of README and of the libraries' pages.
let products: [Target.Dependency] = [
    "Peel", "ImageLoading", "Catalog", "TelegramUploads", "Clips", "SlitScan",
].map {
    .product(name: $0, package: "peel")
}
let package = Package(
    name: "outside",
    dependencies: [.package(DEPENDENCY)],
    targets: [
        .executableTarget(name: "outside", dependencies: products),
        .target(name: "PageExamples", dependencies: products),
        .target(name: "CommentExamples", dependencies: products),
    ]
)

// Examples in comments leave out what is done with their results.
for target in package.targets where target.name != "CommentExamples" {
    target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]
}
