import Peel

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "show versions, device and formats, and whether they work",
        synopsis: "peel doctor [OPTION]...",
        operands: .none,
        options: DoctorRequest.options,
        paragraphs: [
            "Tries what the other commands need: runs the network, decodes a sample of each format, looks at the "
                + "cache. Exits with 1 when something does not work."
        ],
        jsonRecords: [.examination],
        exitStatus: [
            "0": "all works", "1": "something does not work: see FAILS", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
        ],
        examples: [
            "peel doctor": "the whole examination",
            "peel doctor --device GPU": "does the network run on the GPU?",
        ],
        request: { try DoctorRequest($0, $1) })
}
