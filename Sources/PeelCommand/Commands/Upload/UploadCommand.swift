import Peel

extension Command {
    static let upload = Command(
        name: "upload",
        summary: "make a Telegram set of a pack, through a bot",
        synopsis: "peel upload PACK --user ID --name NAME [OPTION]...",
        operands: .files("folder or ZIP"),
        options: UploadRequest.options,
        paragraphs: [
            "Makes a sticker set on Telegram of the folder that 'peel make --for telegram' wrote, and prints its "
                + "link. A pack of more than 120 stickers is in several folders, and becomes NAME, NAME_2 and so on.",
            "You need a bot: ask @BotFather for one, and write to it once from the account that will own the set. "
                + "The token is read from PEEL_TELEGRAM_TOKEN or from the file of --token-file, never from the "
                + "command line, where other users of the machine could read it. @userinfobot tells the number of "
                + "your account for --user.",
            "An interrupted upload resumes: the same command checks what is there and adds the rest, no sticker "
                + "twice. Its state is in upload.json beside the stickers. A set of other stickers is never changed.",
        ],
        reference: ["Names in JSON": [CommonText.names]],
        jsonRecords: [.uploadedSet],
        exitStatus: [
            "0": "the set has all stickers of the pack",
            "1": "it has not, for the reason printed; what was uploaded stays, and the same command continues",
            "2": Status.wrongUsage,
            "75": "try again: Telegram does not answer or is busy, or the disk is full; the same command continues",
            "130": "stopped by Ctrl-C; the same command continues",
        ],
        examples: [
            "peel upload pack/telegram --user 123456789 --name cats --token-file token.txt":
                "t.me/addstickers/cats_by_YOUR_BOT",
            "peel upload pack --user 123 --name cats --token-file t --api http://[::1]:8081":
                "through a Bot API server of your own",
        ],
        request: { try UploadRequest($0, $1) })
}
