import Peel

extension Command {
    static let check = Command(
        name: "check",
        summary: "check packs against the rules of messengers",
        synopsis: "peel check FOLDER|ZIP... [OPTION]...",
        operands: .files("folder or ZIP"),
        options: CheckRequest.options,
        paragraphs: [
            "Checks sticker packs, also those of other programs, against the rules that the platforms publish. "
                + "Prints each rule with its limit, the value found, and pass or FAIL. For a broken rule, it lists "
                + "the first 100 violations and what to do.",
            "A FOLDER is what 'peel make --for' wrote, or one laid out as the platform asks; a ZIP has the same "
                + "files, and may be a .wastickers file. Nothing is changed.",
        ],
        reference: [
            "Rules": CommonText.rules,
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.checkedPack],
        exitStatus: [
            "0": "all rules are kept", "1": "a rule is broken, or a pack could not be read", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
        ],
        examples: [
            "peel check pack": "all that --for wrote there",
            "peel check Cats.wastickers": "a pack of another program",
            "peel check stickers/ --for telegram --json": "as JSON",
        ],
        request: { try CheckRequest($0, $1) })
}
