import Peel

extension Command {
    static let make = Command(
        name: "make",
        summary: "make a sticker pack of photos and folders",
        synopsis: "peel make PHOTO|FOLDER|SOURCE|-... -o DIR [OPTION]...",
        operands: .files("photo or folder"),
        options: MakeRequest.options,
        paragraphs: [
            "Cuts the subject out of every photo, gives it a die-cut border, reads its colours and writes a pack: "
                + "stickers/, pack.json and contact-sheet.png.",
            "Clips among the photos (\(ClipFile.pathExtensions.joined(separator: ", ")), and animated GIF, WebP, PNG "
                + "and AVIF) become animated stickers of at most three seconds: animated WebP in stickers/. Telegram "
                + "takes them together with still ones, WhatsApp in separate packs. --still makes still stickers "
                + "instead, from the frame in which the subject is whole and sharpest.",
            "A phone's photo with a movie (Motion Photo, or a .mov beside it, as iPhones write) becomes a still "
                + "sticker, with --living an animated one.",
            "Folders are searched with all folders in them. - reads paths from standard input, one a line; a file "
                + "that ends in .txt is read in the same way. Photos that fail are reported, and the others "
                + "continue. Ctrl-C, SIGTERM and SIGHUP finish the photos in flight and leave a valid pack, which "
                + "--resume continues; a second Ctrl-C ends at once.",
            CommonText.aboutManyPhotos,
            "With --watch, Peel keeps running and adds photos as they arrive in the folder, by a camera's upload or "
                + "a phone's sync, once they are complete. Each batch leaves a valid pack. Ctrl-C ends it.",
            "A SOURCE is pictures from the web, as 'peel help catalog' lists them. A file of such a name is written "
                + "as ./apod:...",
            "--for also writes the pack as platforms take it, each in its own folder: DIR/whatsapp, DIR/telegram. "
                + "Every rule of the platform is checked; a pack that breaks one is not written, and Peel explains "
                + "how to fix it. report.txt and report.json list all rules and the quality of each sticker.",
            "--pack writes such packs of a pack in the studio's library: its stickers unchanged and in its order, "
                + "with its cover. The studio must not have the library open meanwhile.",
            CommonText.aboutColors,
        ],
        reference: [
            "What is read": [CommonText.formats, CommonText.folders, CommonText.lists],
            "The same photo": Self.samePhoto,
            "Metadata of photos": Self.metadata,
            "Packs for platforms": Self.platforms,
            "Watching a folder": CommonText.watching + Self.watching,
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.madePhoto, .madePack, .exportedPack],
        exitStatus: [
            "0":
                "every photo has its stickers or was left out by --min-confidence; with --dry-run, all was listed; with "
                + "--watch, ended by Ctrl-C",
            "1":
                "some photos failed and were reported with the reason, and the others are done; or no sticker was "
                + "made, and an existing pack is unchanged; or a pack for a platform breaks a rule and was not "
                + "written",
            "2": Status.wrongUsage,
            "74": "the run stopped early, for example because the output folder disappeared; the pack so far is "
                + "valid, and --resume continues",
            "75": "try again with --resume: the disk is full or does not answer; the pack so far is valid",
            "130": Status.stopped,
        ],
        examples: [
            "peel make ~/Pictures/cats -o cats --zip": "a pack of a folder, and its ZIP",
            "peel make *.jpg -o cats --size 320 --square -f png": "PNG stickers for Discord",
            "find ~/Pictures -newer cats -name '*.heic' -print0 | peel make -0 - -o new":
                "only the photos that find picks",
            "peel make cats/ -o pack --for whatsapp,telegram --title Cats": "for messengers",
            "peel make --pack Cats -o cats --for whatsapp": "a pack in the studio's library",
            "peel make ~/Pictures -o all --resume": "continue after Ctrl-C",
            "peel make ~/Camera -o pack --watch": "each photo that a phone syncs into the folder",
        ],
        request: { operands, values in
            if KeptPackRequest.isMeant(by: values) { return try KeptPackRequest(operands, values) }
            return try MakeRequest(operands, values)
        })

    private static let samePhoto: [String] = [
        "Each file counts once, even if it is linked or listed twice; Peel reports duplicates. Two copies of a file "
            + "are two photos.",
        "For --resume, a photo is the same if its bytes and all settings are the same; its name does not count. "
            + "Stickers of photos that are not given stay, unless --force is given, too. A stopped run keeps the "
            + "existing stickers of photos that it did not reach, even if they were made with other settings.",
    ]

    private static let metadata: [String] = [
        "\(PackMetadata.fileName) in a given folder, or beside a given photo, describes the stickers of its photos. "
            + "--metadata FILE reads another file instead. It is a JSON object with title, author and emoji of the "
            + "pack, and stickers: one entry for each photo, keyed by its path from the given folder on. An entry may "
            + "have emoji, title, text (for people who cannot see the sticker) and options. options takes the same "
            + "settings as the command line, without the dashes: "
            + LookSetting.ofOnePhoto.map(\.name).joined(separator: ", ")
            + ". All of them may be left out. --title, --author and --emoji override the file's values for the pack. A "
            + "photo's own emoji and options override --emoji and the other options.",
        "pack.json keeps the metadata of each photo. With --resume, changes of the file change the pack, and only "
            + "stickers whose options changed are made again. A text has at most \(PackMetadata.longestText) "
            + "characters, a photo at most \(PackMetadata.mostEmoji) emoji. A name that matches no photo ends the "
            + "run before anything is made, unless --force is given. Names in different Unicode forms are equal.",
    ]

    private static let watching: [String] = [
        "A photo that has its stickers is not read again until it changes; a restarted run resumes, as with --resume. "
            + "Stickers of photos that are moved out of the folder stay; when a photo is replaced, so is its sticker. "
            + "With --for, the platforms' packs are also written after each batch, except while a pack breaks a rule "
            + "of the platform, for example because it has too few stickers."
    ]

    private static let platforms: [String] =
        [
            "A sticker is reduced to the platform's size and centred on a transparent canvas; it is never enlarged. "
                + "It is encoded without loss if that fits, else with the highest quality, or the largest palette, "
                + "within the limit. More stickers than a pack may have are split evenly into several packs.",
            "HOW-TO.txt in each folder says what to do next. whatsapp/ has contents.json and the pictures as the "
                + "official sample apps read them, and a .wastickers file a pack for sticker makers on phones. "
                + "telegram/ has the pictures in their order with emoji.txt for the bot @Stickers. signal/ has the "
                + "pictures for the pack creator of Signal's desktop program, and in bundle the encrypted files to "
                + "upload; the key, a new one in each run, is beside it in pack-key.txt and is not uploaded. "
                + "imessage/ has an asset catalog for Xcode in each of the three sizes. The other platforms take "
                + "pictures: discord/, slack/, kakao/, mastodon/ and png/ have them, line/ and viber/ also as a ZIP; "
                + "discord/ has details.json with the name, emoji and description of each, as Discord asks for them.",
        ] + CommonText.rules
}
