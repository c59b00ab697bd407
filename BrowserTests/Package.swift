// swift-tools-version: 6.2
import PackageDescription

// The studio in a real browser: `make test-browser` builds the program, and these tests drive Chromium over WebDriver.
// A package of its own, so that `make test` neither builds it nor needs a browser.
let package = Package(
    name: "BrowserTests",
    targets: [
        .testTarget(
            name: "StudioBrowserTests", path: ".", sources: ["WebDriver", "Support", "Tests", "Benchmarks"],
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ]
)
