import Peel

extension Command {
    static let colors = Command(
        name: "colors",
        summary: "show the dominant colours of photos",
        synopsis: "peel colors PHOTO|-... [OPTION]...",
        operands: .files("photo"),
        options: ColorsRequest.options,
        paragraphs: [
            "Shows a photo's dominant colours, mainly those of its subject, the largest share first: swatches on a "
                + "terminal, JSON in a pipe. The subject is weighted with 85 % and everything behind it with 15 %, so "
                + "a strong background colour may be the last. - reads a photo from standard input."
        ],
        reference: [
            "What is read": [CommonText.formats],
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.colorsOfPhoto],
        exitStatus: [
            "0": "all done", "1": "some photos failed and were reported with the reason", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
        ],
        examples: [
            "peel colors cat.jpg": "four colours as swatches",
            "peel colors --count 6 --json *.jpg": "six of each photo, as JSON",
        ],
        request: { try ColorsRequest($0, $1) })
}
