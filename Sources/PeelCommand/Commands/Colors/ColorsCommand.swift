import Peel

extension Command {
    static let colors = Command(
        name: "colors",
        summary: "show the dominant colours of photos",
        synopsis: "peel colors PHOTO|-... [OPTION]...",
        operands: .files("photo"),
        options: ColorsRequest.options,
        paragraphs: [
            "Shows a photo's dominant colours, those of its subject above all, the largest share first: swatches on "
                + "a terminal, JSON in a pipe. All that is behind the subject counts for 15 in a hundred, so that a "
                + "strong colour there may be the last of them. - reads a photo from standard input."
        ],
        reference: [
            "What is read": [CommonText.formats],
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.colorsOfPhoto],
        exitStatus: [
            "0": "all done", "1": "some photos failed, each named with its reason", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
        ],
        examples: [
            "peel colors cat.jpg": "four colours as swatches",
            "peel colors --count 6 --json *.jpg": "six of each photo, as JSON",
        ],
        request: { try ColorsRequest($0, $1) })
}
