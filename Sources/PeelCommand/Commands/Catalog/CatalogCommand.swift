import Catalog
import Peel

extension Command {
    static let catalog = Command(
        name: "catalog",
        summary: "list or save pictures from the web, with their credits",
        synopsis: "peel catalog list|save [SOURCE]... [OPTION]...",
        operands: .words("action", ["list", "save"], then: "source", CatalogSource.forms.flatMap(\.completions)),
        options: CatalogRequest.options,
        paragraphs: [
            "Lists pictures from the web with title, day and credit, or saves their originals into a folder, with "
                + "their details in catalog.json. Pictures that fail are reported, and the others continue.",
            "A SOURCE is \(CatalogSource.forms.map(\.help).joined(separator: ", or ")). Without one it is "
                + "apod:random:10. What was loaded is cached for use without a network.",
        ],
        jsonRecords: [.catalogPicture, .catalogFailure],
        exitStatus: [
            "0": "all listed or saved",
            "1": "some pictures or sources failed and were reported with the reason; the others are done",
            "2": Status.wrongUsage,
            "75": Status.diskIsFull, "130": Status.stopped,
        ],
        examples: [
            "peel catalog list apod:random:5": "five random days",
            "peel catalog save apod:2025-06-01..2025-06-16 -o sky": "half a month",
            "peel make apod:random:10 -o sky-stickers": "straight to stickers",
        ],
        request: { try CatalogRequest($0, $1) })
}
