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
                + "tells a scheduler what to do. SIGTERM finishes the photos in flight; the same command with "
                + "--resume continues.",
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
            "65": "all are recorded, some of them as bad, each reported with its reason; another run changes nothing",
            "75":
                "try again with --resume: the disk is full, storage does not answer, or SIGTERM or Ctrl-C stopped "
                + "the run after the photos in flight",
            "2":
                "never try again as it is: the command line is wrong, the manifest or network cannot be read, or the "
                + "output was made with other settings",
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
            + "CLOUD_RUN_TASK_INDEX, the first of these that is set. Slurm's arrays must begin at 0.",
        "A line of a manifest is a JSON object. Only photo is required: a path or an address that begins with "
            + "http:// or https://. source names the sticker, order is the place in the pack, bytes and version show "
            + "whether the photo has changed since it was recorded, options and metadata are its entry in "
            + "stickers.json (see peel help make). A line with any other name is refused.",
    ]

    private static let output: [String] = [
        "stickers/ab/ has the stickers, named by the SHA-256 of photo and settings; records/ab/ has a JSON file for "
            + "each photo, which is written last: the line of the manifest, status, stickers with colours and "
            + "confidence, or the reason why there is none, and seconds. Each file is written under a temporary "
            + "name, synchronised and renamed. So it is safe to process a part twice, by two workers at once, or by "
            + "one that was suspended for long.",
        "--resume skips photos that are recorded. A photo that could not be read is tried again. If its folder is "
            + "missing, too, the photo is not recorded, and the exit status is 75, because a file system may not be "
            + "mounted. All stickers of an output must be made by one version with the same options.",
    ]

    private static let metrics: [String] = [
        "With --metrics 127.0.0.1:9100, http://127.0.0.1:9100/metrics has these metrics in Prometheus's text format, "
            + "each with the part as a label: peel_part_photos; peel_photos_total by status (made, kept, leftOut, "
            + "failed, unrecorded); peel_failures_total by reason, with # in place of numbers; "
            + "peel_stage_seconds_total by stage; process_resident_memory_bytes. It has no names of photos and needs "
            + "no token: everyone who reaches the address can read it. A port alone listens on this machine only."
    ]
}
