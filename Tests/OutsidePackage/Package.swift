// swift-tools-version: 6.2
import PackageDescription

// What another program's package looks like: Scripts/check-packages copies it out of the checkout, whose place it puts in.
let package = Package(
    name: "outside",
    dependencies: [.package(name: "Peel", path: "CHECKOUT")],
    targets: [
        .executableTarget(
            name: "outside",
            dependencies: [
                .product(name: "Peel", package: "Peel"), .product(name: "ImageLoading", package: "Peel"),
                .product(name: "Catalog", package: "Peel"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)])
    ]
)
