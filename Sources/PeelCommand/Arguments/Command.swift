import Catalog
import Peel

/// What `peel` can do: the first word of its command line.
enum Command: String, CaseIterable, Sendable {
    case make, check, upload, cut, sheet, scan, colors, catalog, serve, split, worker, merge, doctor, help

    /// What stands on the command line without being an option or its value.
    enum Operands: Equatable, Sendable {
        case none
        case photosAndFolders
        case stickersAndPhotos
        case packs
        case outputs
        case onePhoto
        case movieOrCamera
        case photos
        case catalog
        case command
    }

    var operands: Operands {
        switch self {
        case .make: .photosAndFolders
        case .check: .packs
        case .upload: .packs
        case .cut: .onePhoto
        case .sheet: .stickersAndPhotos
        case .scan: .movieOrCamera
        case .colors: .photos
        case .catalog: .catalog
        case .split: .photosAndFolders
        case .merge: .outputs
        case .serve, .worker, .doctor: .none
        case .help: .command
        }
    }

    /// How it is called, without its options.
    var synopsis: String {
        switch self {
        case .make: "peel make PHOTO|FOLDER|SOURCE|-... -o DIR [OPTION]..."
        case .check: "peel check FOLDER|ZIP... [OPTION]..."
        case .upload: "peel upload PACK --user ID --name NAME [OPTION]..."
        case .cut: "peel cut PHOTO|MOVIE|- -o FILE|- [OPTION]..."
        case .sheet: "peel sheet PACK|STICKER|PHOTO|FOLDER... -o DIR [OPTION]..."
        case .scan: "peel scan MOVIE|CAMERA -o FILE [OPTION]..."
        case .colors: "peel colors PHOTO|-... [OPTION]..."
        case .catalog: "peel catalog list|save [SOURCE]... [OPTION]..."
        case .serve: "peel serve [OPTION]..."
        case .split: "peel split PHOTO|FOLDER|SOURCE|-... -o DIR --parts N [OPTION]..."
        case .worker: "peel worker --manifest FILE|DIR -o DIR [OPTION]..."
        case .merge: "peel merge DIR... -o PACK [OPTION]..."
        case .doctor: "peel doctor [OPTION]..."
        case .help: "peel help [COMMAND]"
        }
    }

    /// What it does, in one line.
    var summary: String {
        switch self {
        case .make: "make a sticker pack of photos and folders"
        case .check: "check packs against the rules of messengers"
        case .upload: "make a Telegram set of a pack, through a bot"
        case .cut: "cut one sticker out of one photo, or a movie's subject out of it"
        case .sheet: "lay stickers out on pages to print and cut"
        case .scan: "make a slit-scan picture of a movie or a camera"
        case .colors: "show the dominant colours of photos"
        case .catalog: "list or save pictures from the web, with their credits"
        case .serve: "open the studio: stickers in a browser, also on a phone"
        case .split: "divide photos into parts for several machines"
        case .worker: "make the stickers of a part, for a scheduler"
        case .merge: "make one pack of what workers made"
        case .doctor: "show versions, device and formats, and whether they work"
        case .help: "show help for a command"
        }
    }

    /// What it does, in paragraphs.
    var description: [String] {
        switch self {
        case .make:
            [
                "Cuts the subject out of every photo, gives it a die-cut border, reads its colours and writes "
                    + "a pack: stickers/, pack.json and contact-sheet.png.",
                "Folders are searched with all folders in them. - reads paths from standard input, one a line, "
                    + "and so is a file that ends in .txt read. Photos that fail are named and the others go on. Ctrl-C finishes the photos in flight and "
                    + "leaves a valid pack, which --resume continues, and so do SIGTERM and SIGHUP; a second Ctrl-C ends at once.",
                Self.aboutManyPhotos,
                "A SOURCE is pictures from the web, as 'peel help catalog' names them; a file that is called so is "
                    + "./apod:... here.",
                "--for writes the pack as platforms take it, too, each in a folder of its own: DIR/whatsapp, DIR/telegram. "
                    + "Every rule of the platform is checked; a pack that breaks one is not written, and how to mend it is "
                    + "said. report.txt and report.json list all rules, and what quality each sticker has.",
                Self.aboutColors,
            ]
        case .check:
            [
                "Checks sticker packs, of other programs too, against the rules that the platforms publish: each rule with its "
                    + "limit, the value that was found, and pass or FAIL. Of a rule that is broken, the first 100 that break it are "
                    + "listed, with what to do.",
                "A FOLDER is what 'peel make --for' wrote, or one laid out as the platform asks; a ZIP has the same files, "
                    + "and may be a .wastickers file. Nothing is changed.",
            ]
        case .upload:
            [
                "Makes a sticker set on Telegram of the folder that 'peel make --for telegram' wrote, and prints its link. A pack of "
                    + "more than 120 stickers lies in several folders, and becomes NAME, NAME_2 and so on.",
                "It takes a bot: ask @BotFather for one, and write to it once from the account that will own the set. The token is "
                    + "read from PEEL_TELEGRAM_TOKEN or from the file of --token-file, never from the command line, where other "
                    + "users of the machine could read it. @userinfobot tells the number of your account for --user.",
                "A set that was begun is gone on with: the same command looks at what is there and adds the rest, no sticker twice. "
                    + "What was begun is noted in upload.json beside the stickers. A set of other stickers is never changed.",
            ]
        case .cut:
            [
                "Cuts the subject out of one photo. With - the photo comes from standard input or the sticker "
                    + "goes to standard output, so that it works in a pipe.",
                "With --split each subject gets a file of its own, numbered before the extension: cat-1.png, "
                    + "cat-2.png, the largest first.",
                "--at, --not-at and --box may be given more than once. What touches in the photo is one subject: --at takes all "
                    + "of it. A --not-at on it parts the two along an edge between both pixels, or where the subject is narrow, "
                    + "and so do several --at with --split. Where no such line is found, nothing is written, and it says so: "
                    + "take pixels farther inside each, or a --box around one.",
                "--mask writes the subject's matte in place of the sticker: white is subject, black is not, grey is the "
                    + "edge. With the same options it has the sticker's size, and each pixel the same place; border, "
                    + "shadow and background are black in it.",
                "A movie that is named, with -o FILE.webm or FILE.mp4, becomes a movie of its subject, as large as it is: VP9 with "
                    + "alpha, or what --background or --mask ask for, with the movie's sound.",
                "With --requests another program sends photos and reads stickers, as the Python package does: one network for "
                    + "all of them, some in work at a time, until standard input ends.",
                Self.aboutColors,
            ]
        case .sheet:
            [
                "Lays stickers out on pages, nested by their outlines, and writes sheet.pdf for printers, or PNG and SVG pages. "
                    + "A PACK is a folder of 'peel make'; a picture that is cut out already is a sticker as it is; from any other "
                    + "photo the subject is cut out first.",
                "The cut line is one closed curve around each sticker, where it is half opaque. In the PDF it is a separation "
                    + "named CutContour on a layer of its own, 0.25 pt wide, and overprints. --backing adds a line that goes "
                    + "through the backing, PerfCutContour. --bleed carries the edge's colours beyond the cut line.",
                "--as svg writes pages with pictures and lines for cutting machines, --as lines the lines alone, --as png what is "
                    + "printed. --page own gives each sticker files of its own, by its name.",
                "All lengths are in millimetres. How full the pages are is told, beside what packing by boxes would give. "
                    + "Files of the same names are replaced, but never a photo or sticker that was named. Pages of an earlier run "
                    + "that are not replaced are named.",
            ]
        case .scan:
            [
                "Keeps one thin slice of each frame and lays the slices side by side, so that one axis of the picture "
                    + "is time. 'peel make' takes the picture like any photo.",
                "In strip the slit stands still and the picture grows. In sweep the slit travels over the frame. In "
                    + "delay each column or row is later than the one before, and in map a grey picture says how late "
                    + "each pixel is: they need --frames, --seconds or the movie's end, and show its last moment.",
                "A CAMERA is a device, as /dev/video0 or v4l2:/dev/video0, or lavfi:SOURCE, one of FFmpeg's test sources. "
                    + "Ctrl-C finishes picture and movie; a second Ctrl-C ends at once.",
            ]
        case .colors:
            [
                "Shows a photo's dominant colours, those of its subject above all, the largest share first: swatches "
                    + "on a terminal, JSON in a pipe. All that is behind the subject counts for 15 in a hundred, so that a "
                    + "strong colour there may be the last of them. - reads a photo from standard input."
            ]
        case .catalog:
            [
                "Lists pictures from the web with title, day and credit, or saves their originals into a folder, with "
                    + "all that is known of them in catalog.json. Those that fail are named and the others go on.",
                "A SOURCE is \(CatalogSource.forms.map(\.help).joined(separator: ", or ")). Without one it is "
                    + "apod:random:10. What was loaded is kept for when there is no network.",
            ]
        case .serve:
            [
                "Serves the studio, the sticker app for a browser, until Ctrl-C. Photos that are added there and their "
                    + "stickers are kept in the library; of pictures from the web, copies are in the cache too.",
                "Only this machine can open it, unless --host names another address (0.0.0.0 for all of this machine's): "
                    + "then it speaks HTTPS and asks for a token, which is printed with a QR code for the phone. A "
                    + "certificate is made at the first start; browsers warn of it, compare its fingerprint.",
                "Behind a reverse proxy, name the host that browsers ask for with --allow-host. --trust-proxy is for a "
                    + "proxy that changes Host, and says so. An SSH tunnel to localhost needs neither.",
            ]
        case .split:
            [
                "Divides photos into parts of about the same number of bytes, for machines that work side by side: a manifest a part, "
                    + "which 'peel worker' takes. The photos are those that 'peel make' would take of the same sources, in the same "
                    + "order; none is opened.",
                Self.aboutStorage,
            ]
        case .worker:
            [
                "Makes the stickers of a part as 'peel make' would, and leaves a record for each photo. Its exit status says to a "
                    + "scheduler what to do. SIGTERM finishes the photos in flight; the same command with --resume goes on.",
                "With --json, standard output has a line for each photo as soon as it is recorded, and one for the part.",
                Self.aboutStorage,
                Self.aboutColors,
            ]
        case .merge:
            [
                "Makes one pack of what workers made of all parts: the same, byte for byte, that 'peel make' makes of the same "
                    + "photos with the same options. With --manifest it is known which photos there are, and nothing is written "
                    + "while one has no record.",
                Self.aboutStorage,
                Self.aboutManyPhotos,
            ]
        case .doctor:
            [
                "Tries what the other commands need: runs the network, decodes a sample of each format, looks "
                    + "at the cache. Exits with 1 when something does not work."
            ]
        case .help:
            ["Shows what a command does and its options; without a command, what commands there are."]
        }
    }

    private static let aboutStorage: String =
        "Photos, manifests (--manifest, -o of split) and workers' outputs may be in storage that speaks S3: s3://BUCKET/PREFIX. "
        + "Keys come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, from AWS_PROFILE in ~/.aws, or "
        + "from a container's agent (ECS, EKS Pod Identity); the region from AWS_REGION."

    private static let aboutManyPhotos: String =
        "A pack of more than \(PartMerger.largestManifest) photos has its lists beside pack.json (stickers.jsonl, failures.jsonl), "
        + "its stickers in folders by the first byte of their names, and a contact sheet of a sample."

    private static let aboutColors: String =
        "A COLOUR is written as CSS has it: orange, '#f80', '#ff8800', '#ff880080', 'rgb(255 136 0 / 50%)', 'hsl(32 100% "
        + "50%)'. As --background FILE a picture fills the sticker, cut to its shape from the middle; its name has a "
        + "dot or a slash (./beach). A background fills all of the file, in \(OutputFormat.phrase(joinedBy: "and")) alike, so that "
        + "only its own transparency is left, and on the contact sheet it hides the gradient."

    struct Example: Sendable {
        let line: String
        let purpose: String
    }

    var examples: [Example] {
        switch self {
        case .make:
            [
                Example(line: "peel make ~/Pictures/cats -o cats --zip", purpose: "a pack of a folder, and its ZIP"),
                Example(
                    line: "peel make *.jpg -o cats --size 320 --square -f png", purpose: "PNG stickers for Discord"),
                Example(
                    line: "find ~/Pictures -newer cats -name '*.heic' -print0 | peel make -0 - -o new",
                    purpose: "only the photos that find picks"),
                Example(
                    line: "peel make cats/ -o pack --for whatsapp,telegram --title Cats",
                    purpose: "for messengers"),
                Example(line: "peel make ~/Pictures -o all --resume", purpose: "go on after Ctrl-C"),
            ]
        case .check:
            [
                Example(line: "peel check pack", purpose: "all that --for wrote there"),
                Example(line: "peel check Cats.wastickers", purpose: "a pack of another program"),
                Example(line: "peel check stickers/ --for telegram --json", purpose: "as JSON"),
            ]
        case .upload:
            [
                Example(
                    line: "peel upload pack/telegram --user 123456789 --name cats --token-file token.txt",
                    purpose: "t.me/addstickers/cats_by_YOUR_BOT"),
                Example(
                    line: "peel upload pack --user 123 --name cats --token-file t --api http://[::1]:8081",
                    purpose: "through a Bot API server of your own"),
            ]
        case .cut:
            [
                Example(line: "peel cut cat.jpg -o cat.webp --border 4 --shadow", purpose: "a bolder sticker"),
                Example(
                    line: "peel cut cat.jpg -o cat.png --full-frame --style plain",
                    purpose: "only take the background away"),
                Example(line: "peel cut group.jpg -o friend.png --at 840,610", purpose: "the one at that point"),
                Example(
                    line: "peel cut group.jpg -o friend.png --at 840,610 --not-at 1020,600",
                    purpose: "without the one whose arm is around her"),
                Example(line: "peel cut clip.mp4 -o clip.webm", purpose: "the subject of a video, transparent"),
                Example(line: "curl -s $URL | peel cut - -o - | wl-copy -t image/png", purpose: "in a pipe"),
            ]
        case .sheet:
            [
                Example(line: "peel sheet pack -o print", purpose: "an A4 PDF for a printer"),
                Example(
                    line: "peel sheet pack -o print --page letter --size 60 --marks --as png,lines",
                    purpose: "for a cutting machine with a camera"),
                Example(line: "peel sheet *.jpg -o print --page own --as svg,pdf", purpose: "a file for each sticker"),
                Example(
                    line: "peel sheet cat.png -o print --copies 12 --backing outline", purpose: "singles to peel off"),
            ]
        case .scan:
            [
                Example(line: "peel scan run.mp4 -o run.png --slit 0.3", purpose: "the finish line, as time"),
                Example(
                    line: "peel scan dance.mp4 -o dance.png --mode delay --axis rows -r twisted.mp4",
                    purpose: "twisted dancers, as a movie too"),
                Example(
                    line: "peel scan /dev/video0 -o me.png --mode sweep --mirror",
                    purpose: "hold still, or do not, while the slit comes by"),
            ]
        case .colors:
            [
                Example(line: "peel colors cat.jpg", purpose: "four colours as swatches"),
                Example(line: "peel colors --count 6 --json *.jpg", purpose: "six of each photo, as JSON"),
            ]
        case .catalog:
            [
                Example(line: "peel catalog list apod:random:5", purpose: "five days that chance decides"),
                Example(line: "peel catalog save apod:2025-06-01..2025-06-16 -o sky", purpose: "half a month"),
                Example(line: "peel make apod:random:10 -o sky-stickers", purpose: "straight to stickers"),
            ]
        case .serve:
            [
                Example(line: "peel serve --open", purpose: "the studio in this machine's browser"),
                Example(line: "peel serve --host 0.0.0.0", purpose: "and on a phone in the same network"),
                Example(
                    line: "curl -T cat.jpg -X POST http://127.0.0.1:4747/api/v1/cut -o cat.png",
                    purpose: "one photo, from a script"),
            ]
        case .split:
            [
                Example(line: "peel split /data/photos -o parts --parts 100", purpose: "a hundred parts"),
                Example(
                    line: "find /data -name '*.heic' -print0 | peel split -0 - -o parts --parts 100",
                    purpose: "only the photos that find picks"),
                Example(
                    line: "peel split s3://photos/2024 -o s3://peel/parts --parts 100",
                    purpose: "photos in storage that speaks S3"),
            ]
        case .worker:
            [
                Example(
                    line: "peel worker --manifest parts/part-00007.jsonl -o out --resume", purpose: "one part"),
                Example(
                    line: "peel worker --manifest parts --part auto -o out --resume --json",
                    purpose: "in a job array of Slurm or Kubernetes"),
                Example(
                    line: "peel worker --manifest s3://peel/parts --part auto -o s3://peel/out --resume",
                    purpose: "with all of it in storage that speaks S3"),
            ]
        case .merge:
            [
                Example(line: "peel merge out --manifest parts -o pack", purpose: "the pack of all parts"),
                Example(line: "peel merge node1/out node2/out -o pack", purpose: "of machines without a common disk"),
            ]
        case .doctor:
            [
                Example(line: "peel doctor", purpose: "the whole examination"),
                Example(line: "peel doctor --device GPU", purpose: "does the network run on the GPU?"),
            ]
        case .help:
            [
                Example(line: "peel help make", purpose: "the options of peel make"),
                Example(
                    line: "peel help --completions bash > ~/.local/share/bash-completion/completions/peel",
                    purpose: "completion of commands and options in bash"),
            ]
        }
    }
}
