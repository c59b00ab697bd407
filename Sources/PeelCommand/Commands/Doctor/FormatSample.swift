import FoundationEssentials
import Peel

/// A picture of 16 × 16 pixels of one colour, to see whether a format can be read here.
struct FormatSample: Sendable {
    let format: ImageFormat
    private let base64: String

    private static let color = SRGBColor(red: 200, green: 100, blue: 50)
    /// Lossy formats may miss the colour by that much.
    private static let tolerance = 6

    /// Why it cannot be read; `nil` when it can.
    var problem: String? {
        do {
            let bitmap = try ImageSource(bytes).decode()
            guard bitmap.size == PixelSize(width: 16, height: 16) else { return "the sample has another size" }
            let pixel = bitmap[8, 8]
            let differences = zip(
                [pixel.red, pixel.green, pixel.blue], [Self.color.red, Self.color.green, Self.color.blue]
            ).map { abs(Int($0) - Int($1)) }
            return differences.allSatisfy { $0 <= Self.tolerance } ? nil : "the sample has another colour"
        } catch {
            return error.description
        }
    }

    private var bytes: [UInt8] {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map(Array.init) ?? []
    }

    /// One for each format.
    static let all: [FormatSample] = [
        FormatSample(
            format: .jpeg,
            base64: """
                /9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/
                2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAAR
                CAAQABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAA
                AAAAAAAAAAAAAAcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AkQ9pAAAB/9k=
                """),
        FormatSample(
            format: .png,
            base64: """
                iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQokWM4kWJEEmIY
                1TCqYfhqAACoeF4Q/aZkzQAAAABJRU5ErkJggg==
                """),
        FormatSample(
            format: .webp,
            base64: """
                UklGRvIAAABXRUJQVlA4WAoAAAAIAAAADwAADwAAVlA4TBEAAAAvD8ADAAdQsiJXpv+BiOh/AABFWElGugAAAEV4aWYAAElJ
                KgAIAAAABgASAQMAAQAAAAEAAAAaAQUAAQAAAFYAAAAbAQUAAQAAAF4AAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAABphwQA
                AQAAAGYAAAAAAAAAOGMAAOgDAAA4YwAA6AMAAAYAAJAHAAQAAAAwMjEwAZEHAAQAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEA
                AAD//wAAAqAEAAEAAAAQAAAAA6AEAAEAAAAQAAAAAAAAAA==
                """),
        FormatSample(
            format: .heic,
            base64: """
                AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA
                AAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAMgACAAEA
                AAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAA
                AADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe
                ugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAA
                AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QA
                AAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAADptZGF0AAAALigBrxMhYmNA9Sci//fkn/yHuf8XdlhZ3K6AwVvy+sD2ZJvA
                86qRnoCHaacwFXg=
                """),
        FormatSample(
            format: .avif,
            base64: """
                AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA
                AAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAHQAAACNpaW5mAAAAAAABAAAAFWluZmUC
                AAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAA
                AAAQAAAAEAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACVtZGF0EgAKCRgM/9ggQEDQgDIOGAAA
                AFACmeBBaCUh4oA=
                """),
        FormatSample(
            format: .tiff,
            base64: """
                SUkqAB4AAAB4nDuRYsRACjgxqn5U/TBSDwDVfhXhEAAAAQMAAQAAABAAAAABAQMAAQAAABAAAAACAQMAAwAAAPQAAAADAQMA
                AQAAAAgAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAASAQMAAQAAAAEAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAIAAAAAXAQQA
                AQAAABYAAAAaAQUAAQAAAOQAAAAbAQUAAQAAAOwAAAAcAQMAAQAAAAEAAAAoAQMAAQAAAAMAAAA9AQMAAQAAAAIAAABTAQMA
                AwAAAPoAAAAAAAAACgAAAAEAAAAKAAAAAQAAAAgACAAIAAEAAQABAA==
                """),
        FormatSample(
            format: .gif,
            base64: """
                R0lGODlhEAAQAIAAAEdwTMhkMiH/C05FVFNDQVBFMi4wAwEAAAAh+QQFAAAAACwAAAAAEAAQAAACDoyPqcvtD6OctNqLsz4F
                ADs=
                """),
        FormatSample(
            format: .bmp,
            base64: """
                Qk1+AAAAAAAAAD4AAAAoAAAAEAAAABAAAAABAAEAAAAAAAAAAAATCwAAEwsAAAAAAAAAAAAAMmTIAAAAAAAAAAAAAAAAAAAAAAAA
                AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
                """),
    ]
}
