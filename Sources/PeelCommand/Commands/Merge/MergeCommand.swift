import Peel

extension Command {
    static let merge = Command(
        name: "merge",
        summary: "make one pack of what workers made",
        synopsis: "peel merge DIR... -o PACK [OPTION]...",
        operands: .folders("folder"),
        options: MergeRequest.options,
        paragraphs: [
            "Makes one pack of what workers made of all parts. It is the same, byte for byte, as the pack that 'peel "
                + "make' makes of the same photos with the same options. With --manifest, merge checks that every "
                + "photo has a record, and otherwise writes nothing.",
            CommonText.aboutStorage,
            CommonText.aboutManyPhotos,
        ],
        reference: ["Names in JSON": [CommonText.names]],
        jsonRecords: [.mergedPack],
        exitStatus: [
            "0": "the pack is written, and every photo has stickers",
            "65": "the pack is written, and lists the photos that have no sticker",
            "75": "try again: photos have no record yet, the disk is full, storage does not answer, or it was stopped",
            "2":
                "never try again as it is: the command line is wrong, the outputs do not belong together, or the "
                + "folder cannot be used",
            "130": "ended at once by a second SIGTERM or Ctrl-C",
        ],
        examples: [
            "peel merge out --manifest parts -o pack": "the pack of all parts",
            "peel merge node1/out node2/out -o pack": "of machines without a common disk",
        ],
        request: { try MergeRequest($0, $1) })
}
