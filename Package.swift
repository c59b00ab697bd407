// swift-tools-version: 6.2
import PackageDescription

// Where programs find OpenVINO: beside bin/, where `make install` puts it; for debug builds, beside the checkout's
// .build. A released program looks only in its own folder. SwiftPM drops -rpath from .pc files and has no safe setting
// for it, nor for -O in debug builds below. Packages may depend on this one all the same, also by version:
// Scripts/check-packages.
let librarySearchPaths: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/peel"]),
    .unsafeFlags(
        ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../../../.deps/openvino/libs"], .when(configuration: .debug)),
]

// The modules in the order of their imports: each may import only those above it. See docs/DESIGN.md.
let package = Package(
    name: "Peel",
    products: [
        // With the modules that their interfaces name.
        .library(
            name: "Peel",
            targets: [
                "Peel", "Execution", "Files", "Profiling", "Imaging", "Stickers", "Clips", "StickerPacks", "Printing",
            ]),
        .library(
            name: "ImageLoading",
            targets: ["ImageLoading", "HTTPSending", "HTTPMessages", "Imaging", "Execution", "Files"]),
        .library(
            name: "Catalog",
            targets: ["Catalog", "ImageLoading", "HTTPSending", "HTTPMessages", "Imaging", "Execution", "Files"]),
        .library(
            name: "TelegramUploads",
            targets: [
                "TelegramUploads", "StickerPacks", "Stickers", "HTTPSending", "HTTPMessages", "Imaging", "Execution",
                "Files",
            ]),
        .library(name: "Movies", targets: ["Movies", "Imaging", "Execution", "Files"]),
        .library(name: "Clips", targets: ["Clips", "Stickers", "Imaging", "Execution", "Files"]),
        .library(name: "SlitScan", targets: ["SlitScan", "Movies", "Imaging", "Execution", "Files"]),
        .executable(name: "peel", targets: ["PeelCommand"]),
    ],
    targets: [
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CThreads"),
        .systemLibrary(name: "COpenVINO", pkgConfig: "openvino"),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // Only the headers, without pkg-config, which would link FFmpeg: CFFmpegLoader opens the libraries for a video.
        .systemLibrary(name: "CFFmpeg", providers: [.apt(["libavdevice-dev"])]),
        .systemLibrary(name: "CVideo4Linux"),
        .target(name: "CFFmpegLoader", dependencies: ["CFFmpeg"]),
        .target(name: "CGetopt"),
        .target(name: "CInterrupts"),
        .target(name: "CThreadStacks"),
        .target(name: "CSubjectNetwork", cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
        .target(
            name: "CStudioPages", exclude: ["openapi.json"], cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),

        .target(name: "Files", dependencies: ["CCrypto"]),
        .target(name: "Execution", dependencies: ["CThreads"]),
        .target(name: "HTTPMessages"),
        .target(name: "Profiling", dependencies: ["Files", "Execution", "CThreadStacks"]),
        .target(
            name: "Imaging", dependencies: ["Files", "Execution", "CMalloc", "CVips", "CPango", "CWebP", "CDeflate"],
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "Movies", dependencies: ["Files", "Execution", "Imaging", "CFFmpeg", "CFFmpegLoader", "CVideo4Linux"]),
        .target(
            name: "Stickers",
            dependencies: ["Files", "Execution", "Profiling", "Imaging", "COpenVINO", "CSubjectNetwork"],
            linkerSettings: librarySearchPaths),
        .target(name: "Clips", dependencies: ["Execution", "Imaging", "Stickers"]),
        .target(name: "Printing", dependencies: ["Files", "Execution", "Imaging"]),
        .target(
            name: "StickerPacks",
            dependencies: [
                "Files", "Execution", "Profiling", "Imaging", "Movies", "Stickers", "Clips", "CArchive", "CCrypto",
            ]),
        .target(name: "HTTPSending", dependencies: ["Execution", "HTTPMessages", "CCurl"]),
        .target(name: "ImageLoading", dependencies: ["Files", "Execution", "HTTPMessages", "HTTPSending", "Imaging"]),
        .target(name: "ObjectStorage", dependencies: ["Files", "Execution", "HTTPMessages", "HTTPSending"]),
        .target(name: "Catalog", dependencies: ["Files", "Execution", "HTTPMessages", "ImageLoading"]),
        .target(
            name: "TelegramUploads",
            dependencies: ["Files", "Execution", "HTTPSending", "StickerPacks"]),
        .target(name: "PhotoLibrary", dependencies: ["Files", "Execution", "Profiling", "CSQLite"]),
        .target(name: "SlitScan", dependencies: ["Files", "Execution", "Imaging", "Movies", "CZlib"]),
        .target(name: "HTTPServing", dependencies: ["Files", "Execution", "HTTPMessages", "CMicroHTTPD", "CCrypto"]),
        .target(name: "StudioPages", dependencies: ["Files", "CStudioPages", "CDeflate"]),
        .target(
            name: "Studio",
            dependencies: [
                "Files", "Execution", "Profiling", "Imaging", "Stickers", "StickerPacks", "Printing", "PhotoLibrary",
                "HTTPServing", "StudioPages", "HTTPSending", "ImageLoading", "Catalog", "Movies", "SlitScan",
                "HTTPMessages",
                "Clips",
            ]),
        .target(name: "QRCodes", dependencies: ["CQREncode"]),
        .target(
            name: "Peel",
            dependencies: ["Files", "Execution", "Profiling", "Imaging", "Stickers", "StickerPacks", "Printing"]),
        .executableTarget(
            name: "PeelCommand",
            dependencies: [
                "Peel", "Execution", "Studio", "HTTPServing", "QRCodes", "HTTPSending", "ImageLoading", "ObjectStorage",
                "Catalog", "Movies", "Clips", "SlitScan", "TelegramUploads",
                "CGetopt", "CInterrupts",
            ]),

        .systemLibrary(
            name: "CTLSClient", path: "Tests/CTLSClient", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .target(name: "CTestProcess", path: "Tests/CTestProcess"),
        .target(
            name: "TestSupport",
            dependencies: ["Files", "Execution", "Imaging", "Stickers", "CMalloc", "CTestProcess"],
            path: "Tests/TestSupport"),
        .testTarget(name: "ExecutionTests", dependencies: ["Files", "Execution", "TestSupport"]),
        .testTarget(name: "ProfilingTests", dependencies: ["Files", "Profiling", "TestSupport"]),
        .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
        .testTarget(
            name: "ImagingTests", dependencies: ["Files", "Execution", "Imaging", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(
            name: "MoviesTests", dependencies: ["Files", "Imaging", "Movies", "CFFmpeg", "CVideo4Linux", "TestSupport"]),
        .testTarget(
            name: "StickersTests", dependencies: ["Files", "Execution", "Profiling", "Stickers", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "ClipsTests", dependencies: ["Clips", "Movies", "TestSupport"]),
        .testTarget(
            name: "PrintingTests", dependencies: ["Files", "Execution", "Imaging", "Printing", "TestSupport"]),
        .testTarget(name: "StickerPacksTests", dependencies: ["StickerPacks", "TestSupport", "CArchive"]),
        .testTarget(name: "PhotoLibraryTests", dependencies: ["Files", "PhotoLibrary", "TestSupport", "CSQLite"]),
        .target(
            name: "SlitScanTestSupport", dependencies: ["Imaging", "Movies", "SlitScan"],
            path: "Tests/SlitScanTestSupport"),
        .testTarget(
            name: "SlitScanTests",
            dependencies: [
                "Files", "Execution", "Imaging", "Movies", "SlitScan", "SlitScanTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "StudioTests",
            dependencies: [
                "Studio", "StudioPages", "HTTPServing", "PhotoLibrary", "Files", "Execution", "Imaging", "Stickers",
                "StickerPacks", "Printing",
                "ImageLoading", "Catalog", "Movies", "SlitScan", "HTTPMessages", "WebTestSupport", "HTTPTestSupport",
                "HTTPTestClient", "SlitScanTestSupport", "TestSupport",
            ]),
        // Separate from HTTPTestSupport, which can be built only for testing.
        .target(name: "HTTPTestClient", dependencies: ["HTTPMessages", "Execution"], path: "Tests/HTTPTestClient"),
        .target(
            name: "HTTPTestSupport",
            dependencies: ["Files", "Execution", "HTTPMessages", "HTTPServing", "HTTPTestClient"],
            path: "Tests/HTTPTestSupport"),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: ["Files", "HTTPMessages", "HTTPServing", "HTTPTestSupport", "TestSupport", "CTLSClient"]),
        .target(
            name: "WebTestSupport",
            dependencies: [
                "Files", "Execution", "HTTPMessages", "HTTPSending", "ImageLoading", "Catalog", "TestSupport",
            ],
            path: "Tests/WebTestSupport"),
        // The browser tests run it beside the studio.
        .executableTarget(
            name: "apod-test-service", dependencies: ["Files", "WebTestSupport"], path: "Tests/APODTestService"),
        // Tests that run for hours, outside of `make test`: docs/RELIABILITY.md.
        .executableTarget(
            name: "peel-soak",
            dependencies: [
                "Peel", "HTTPMessages", "HTTPSending", "HTTPServing", "ImageLoading", "Catalog", "WebTestSupport",
                "HTTPTestClient", "TestSupport",
            ],
            path: "Soak"),
        .testTarget(
            name: "HTTPSendingTests",
            dependencies: ["Files", "HTTPMessages", "HTTPSending", "WebTestSupport", "TestSupport"]),
        .testTarget(
            name: "ImageLoadingTests",
            dependencies: [
                "Files", "HTTPMessages", "HTTPSending", "Imaging", "ImageLoading", "WebTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "ObjectStorageTests", dependencies: ["Files", "ObjectStorage", "WebTestSupport", "TestSupport"]),
        .testTarget(
            name: "CatalogTests",
            dependencies: ["Catalog", "HTTPSending", "ImageLoading", "WebTestSupport", "TestSupport"]),
        .testTarget(
            name: "TelegramUploadsTests",
            dependencies: [
                "TelegramUploads", "StickerPacks", "Files", "Imaging", "HTTPSending", "HTTPMessages", "WebTestSupport",
                "TestSupport",
            ]),
        .testTarget(
            name: "PeelCommandTests",
            dependencies: [
                "PeelCommand", "Peel", "Movies", "HTTPServing", "ObjectStorage", "Catalog", "WebTestSupport",
                "HTTPTestSupport", "TelegramUploads", "TestSupport",
            ],
            exclude: ["Golden"]),
    ],
    cLanguageStandard: .c17
)

/// Targets that a run does not need, and so does not build: Scripts/test-sanitized.
let omitted = Set((Context.environment["PEEL_OMITTED_TARGETS"] ?? "").split(separator: " ").map(String.init))
package.targets.removeAll { omitted.contains($0.name) }
if omitted.contains("PeelCommand") { package.products.removeAll { $0.name == "peel" } }

/// A product for Fuzz alone, since nothing of the module is public: Scripts/fuzz.
if Context.environment["PEEL_FUZZ"] != nil {
    package.products.append(.library(name: "ObjectStorage", targets: ["ObjectStorage"]))
}

/// CThreads is of C, Clips is not.
func isOfC(_ name: String) -> Bool { name.hasPrefix("C") && name.dropFirst().prefix(1).allSatisfy(\.isUppercase) }

/// Optimises debug builds, too: otherwise loops over pixels, and with them the tests, would be fifty times slower.
let loopsOverPixels: Set<String> = [
    "Clips", "Imaging", "Movies", "Printing", "SlitScan", "StickerPacks", "Stickers", "SlitScanTestSupport",
    "TestSupport", "ClipsTests", "ImagingTests", "PrintingTests", "StickersTests",
]

for target in package.targets where target.type != .system && !isOfC(target.name) {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
    ]
    if loopsOverPixels.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
}
