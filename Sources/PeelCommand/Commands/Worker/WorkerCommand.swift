import Peel

extension Command {
    static let worker = Command(
        name: "worker",
        summary: "make the stickers of a part, for a scheduler",
        synopsis: "peel worker --manifest FILE|DIR -o DIR [OPTION]...",
        operands: .none,
        options: WorkerRequest.options,
        paragraphs: [
            "Makes the stickers of a part as 'peel make' would, and leaves a record for each photo. Its exit status "
                + "says to a scheduler what to do. SIGTERM finishes the photos in flight; the same command with "
                + "--resume goes on.",
            "With --json, standard output has a line for each photo as soon as it is recorded, and one for the part.",
            CommonText.aboutStorage,
            CommonText.aboutColors,
        ],
        reference: [
            "The part": Self.partNumbers,
            "The output": Self.output,
            "Metrics": Self.metrics,
            "What is read": [CommonText.formats],
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.photoOfPart, .workedPart],
        exitStatus: [
            "0": "all photos of the part are recorded, and have stickers or were left out by --min-confidence",
            "65": "all are recorded, some of them as bad, each named with its reason; another run changes nothing",
            "75":
                "try again with --resume: the disk is full, storage does not answer, or SIGTERM or Ctrl-C came; what "
                + "was in flight was finished first",
            "2":
                "never try again as it is: the command line is wrong, the manifest or network cannot be read, or the "
                + "output is of other settings",
            "130": "ended at once by a second SIGTERM or Ctrl-C; try again with --resume",
        ],
        examples: [
            "peel worker --manifest parts/part-00007.jsonl -o out --resume": "one part",
            "peel worker --manifest parts --part auto -o out --resume --json": "in a job array of Slurm or Kubernetes",
            "peel worker --manifest s3://peel/parts --part auto -o s3://peel/out --resume":
                "with all of it in storage that speaks S3",
        ],
        request: { try WorkerRequest($0, $1) })

    private static let partNumbers: [String] = [
        "Parts are numbered from 0: of eight, --part 0/8 is the first. With a folder of parts N must be their "
            + "number; of a single manifest --part takes the K-th of N shares, balanced by bytes.",
        "--part auto takes the number from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX or "
            + "CLOUD_RUN_TASK_INDEX, the first of these that is set. Slurm's arrays are to begin with 0.",
        "A line of a manifest is a JSON object. Only photo must be there: a path or an address that begins with "
            + "http:// or https://. source names the sticker, order is the place in the pack, bytes and version tell "
            + "whether the photo has changed since it was recorded, options and metadata have what stickers.json "
            + "says of it (see peel help make). A line with anything else is refused.",
    ]

    private static let output: [String] = [
        "stickers/ab/ has the stickers, named by the SHA-256 of photo and settings; records/ab/ has a JSON file for "
            + "each photo, which is written last: the line of the manifest, status, stickers with colours and "
            + "confidence, or the reason why there is none, and seconds. Each file is written beside, synchronised "
            + "and renamed. So a part may be worked on twice, by two workers at once, or by one that was stopped for "
            + "long.",
        "--resume passes over photos that are recorded. A photo that could not be read is tried again; one whose "
            + "folder is not there either is not recorded, and the exit status is 75, for a file system may not be "
            + "mounted. An output takes stickers of one version and one choice of options.",
    ]

    private static let metrics: [String] = [
        "With --metrics 127.0.0.1:9100, http://127.0.0.1:9100/metrics has in Prometheus's text format, each with the "
            + "part as a label: peel_part_photos; peel_photos_total by status (made, kept, leftOut, failed, "
            + "unrecorded); peel_failures_total by reason, # in place of its numbers; peel_stage_seconds_total by "
            + "stage; process_resident_memory_bytes. There are no names of photos in it, and it needs no token; all "
            + "who reach the address can read it. A port alone is this machine's."
    ]
}
