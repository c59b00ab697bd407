import Peel

extension Command {
    static let split = Command(
        name: "split",
        summary: "divide photos into parts for several machines",
        synopsis: "peel split PHOTO|FOLDER|SOURCE|-... -o DIR --parts N [OPTION]...",
        operands: .files("photo or folder"),
        options: SplitRequest.options,
        paragraphs: [
            "Divides photos into parts of about the same number of bytes, for machines that work side by side: a "
                + "manifest a part, which 'peel worker' takes. The photos are those that 'peel make' would take of "
                + "the same sources, in the same order; none is opened.",
            CommonText.aboutStorage,
        ],
        reference: [
            "What is read": [CommonText.formats, CommonText.folders, CommonText.lists],
            "Parts": Self.parts,
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.splitPart, .unreadSource],
        exitStatus: [
            "0": "all photos are in parts",
            "65": "the parts are written, but a source could not be read and was reported",
            "75": Status.diskIsFull,
            "2": "never try again as it is: the command line is wrong, there are no photos, or a folder cannot be used",
        ],
        examples: [
            "peel split /data/photos -o parts --parts 100": "a hundred parts",
            "find /data -name '*.heic' -print0 | peel split -0 - -o parts --parts 100":
                "only the photos that find picks",
            "peel split s3://photos/2024 -o s3://peel/parts --parts 100": "photos in storage that speaks S3",
        ],
        request: { try SplitRequest($0, $1) })

    private static let parts: [String] = [
        "parts.json says how many parts there are; part-00000.jsonl and so on have a line for each photo: its path "
            + "or address, its path from the given folder on, its bytes, its time, its place in the order of the "
            + "pack, and its metadata from a \(PackMetadata.fileName). Paths are absolute, so a worker may start in "
            + "any folder.",
        "A photo that is in a part stays there when the same folder is split again into the same DIR; new photos go "
            + "to the part with the fewest bytes, the largest first. Unless photos were removed or changed, parts "
            + "differ by at most the size of the largest photo. With --photos-per-part, this is true of parts that "
            + "are not full.",
    ]
}
