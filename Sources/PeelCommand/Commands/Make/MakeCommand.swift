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
            "Clips among the photos (\(ClipFile.pathExtensions.joined(separator: ", ")), and GIF, WebP, PNG and AVIF that "
                + "move) become stickers that move, of at most three seconds: animated WebP in stickers/. Telegram takes "
                + "them beside still ones, WhatsApp in packs of their own. --still makes still ones, of the frame in "
                + "which the subject is whole and sharpest.",
            "A phone's photo with a movie in it (Motion Photo, or a .mov beside it, as iPhones write) gives a still "
                + "sticker, and with --living one that moves.",
            "Folders are searched with all folders in them. - reads paths from standard input, one a line, and so is "
                + "a file that ends in .txt read. Photos that fail are named and the others go on. Ctrl-C finishes "
                + "the photos in flight and leaves a valid pack, which --resume continues, and so do SIGTERM and "
                + "SIGHUP; a second Ctrl-C ends at once.",
            CommonText.aboutManyPhotos,
            "--watch goes on when the folder's photos are done: photos are taken as they arrive, by a camera's upload or "
                + "a phone's sync, once they are whole, and each batch leaves a whole pack. Ctrl-C ends it.",
            "A SOURCE is pictures from the web, as 'peel help catalog' names them; a file that is called so is "
                + "./apod:... here.",
            "--for writes the pack as platforms take it, too, each in a folder of its own: DIR/whatsapp, "
                + "DIR/telegram. Every rule of the platform is checked; a pack that breaks one is not written, and "
                + "how to mend it is said. report.txt and report.json list all rules, and what quality each sticker "
                + "has.",
            "--pack makes such packs of one that the studio keeps: its stickers as they are, in its order, with its "
                + "cover as the picture that stands for the pack. The studio must not have the library open meanwhile.",
            CommonText.aboutColors,
        ],
        reference: [
            "What is read": [CommonText.formats, CommonText.folders, CommonText.lists],
            "The same photo": Self.samePhoto,
            "What is said of photos": Self.metadata,
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
                "some photos failed, each named with its reason, and the others are done; or no sticker was made, "
                + "and a pack that was there is as it was; or a pack for a platform breaks a rule and was not "
                + "written",
            "2": Status.wrongUsage,
            "74": "the run could not go on, as when its folder cannot be made or goes away; what was made until then "
                + "is a pack, and --resume goes on",
            "75": "try again with --resume: the disk is full or does not answer; what was made until then is a pack",
            "130": Status.stopped,
        ],
        examples: [
            "peel make ~/Pictures/cats -o cats --zip": "a pack of a folder, and its ZIP",
            "peel make *.jpg -o cats --size 320 --square -f png": "PNG stickers for Discord",
            "find ~/Pictures -newer cats -name '*.heic' -print0 | peel make -0 - -o new":
                "only the photos that find picks",
            "peel make cats/ -o pack --for whatsapp,telegram --title Cats": "for messengers",
            "peel make --pack Cats -o cats --for whatsapp": "a pack that the studio keeps",
            "peel make ~/Pictures -o all --resume": "go on after Ctrl-C",
            "peel make ~/Camera -o pack --watch": "each photo that a phone syncs into the folder",
        ],
        request: { operands, values in
            if KeptPackRequest.isMeant(by: values) { return try KeptPackRequest(operands, values) }
            return try MakeRequest(operands, values)
        })

    private static let samePhoto: [String] = [
        "A file is one photo, however many names it has: links, hard links and folders that are named twice add "
            + "nothing, and that is said. Two copies of a file are two photos.",
        "For --resume a photo is the same if its bytes and all settings are the same; what it is called does not "
            + "count. Stickers of photos that are not given stay, unless --force is given, too. A run that is "
            + "stopped keeps what it did not come to, also where that was made with other settings.",
    ]

    private static let metadata: [String] = [
        "\(PackMetadata.fileName) in a folder that is named, or beside a photo that is named, says what its photos' "
            + "stickers are called and stand for; --metadata FILE names another file, and those beside the photos "
            + "are not read then. It is a JSON object with title, author and emoji, all of the pack, and stickers: "
            + "an object with an object for each photo, under its path from the folder that was named on, which has "
            + "emoji, title and text (for people who cannot see it), and options: an object with what is made "
            + "otherwise of it than of the others, whose members are called as "
            + LookSetting.ofOnePhoto.map { "--\($0.name)" }.joined(separator: ", ")
            + ", without the dashes before. All of them may be left out. --title, --author and --emoji hold before "
            + "what the file says of the pack; what it says of a photo holds before --emoji, and its options before "
            + "those of all.",
        "pack.json keeps what is said of each photo. With --resume, a file that was changed changes the pack, and no "
            + "sticker is made anew but those with other options. At most \(PackMetadata.longestText) characters a "
            + "text, \(PackMetadata.mostEmoji) emoji a photo. A name that matches no photo ends the run before "
            + "anything is made, unless --force is given; in which Unicode form it is written does not count.",
    ]

    private static let watching: [String] = [
        "A photo that was made into stickers is not read again until it changes; a run that starts again goes on as "
            + "--resume does. Stickers of photos that are moved out of the folder stay; that of a photo which is replaced "
            + "is replaced. With --for, the platforms' packs are written after each batch, too, and not while a pack "
            + "breaks a rule of the platform, as with too few stickers."
    ]

    private static let platforms: [String] =
        [
            "A sticker is shrunk to what the platform asks and put in the middle of a transparent canvas; it is "
                + "never enlarged. It is encoded without loss where that fits, else with the highest quality, or the "
                + "largest palette, that keeps the limit. More stickers than a pack may have are split evenly.",
            "HOW-TO.txt in each folder says what to do next. "
                + "whatsapp/ has contents.json and the pictures as the official sample apps read them, and a .wastickers "
                + "file a pack for sticker makers on phones. telegram/ has the pictures in their order with "
                + "emoji.txt for the bot @Stickers. signal/ has the pictures for the pack creator of "
                + "Signal's desktop program, and in bundle what is uploaded: encrypted; the key, another in each "
                + "run, is beside it in pack-key.txt and is not uploaded. imessage/ has an asset catalog for Xcode "
                + "in each of the three sizes. The other platforms take pictures: discord/, slack/, kakao/, "
                + "mastodon/ and png/ have them, line/ and viber/ also as a ZIP; discord/ has details.json with the "
                + "name, emoji and description of each, as Discord asks for them.",
        ] + CommonText.rules
}
