import Peel

/// Which part of several a worker takes.
enum PartChoice: Equatable, Sendable {
    /// From 0.
    case part(Int, of: Int)
    /// From 0, of as many as the folder has.
    case index(Int)
    /// What the scheduler says.
    case auto

    /// `nil` before it is known what the scheduler says.
    var number: Int? {
        switch self {
        case .part(let number, _), .index(let number): number
        case .auto: nil
        }
    }
}

extension PartChoice {
    /// Where schedulers put a job's number in its array, counted from 0.
    static let variables = [
        "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "CLOUD_RUN_TASK_INDEX",
    ]

    /// The choice with what the scheduler says.
    ///
    /// - Parameter environment: variables by their names.
    func resolved(in environment: [String: String]) throws -> PartChoice {
        guard self == .auto else { return self }
        for name in Self.variables {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard let number = Int(value), (0..<PartsFolder.mostParts).contains(number) else {
                throw UsageError("\(name) is '\(value)', not the number of a part")
            }
            return .index(number)
        }
        throw UsageError("--part auto is for a job array, and none of \(Self.variables.joined(separator: ", ")) is set")
    }

    /// Reads `K/N` or `auto`.
    init(_ text: String) throws {
        if text.lowercased() == "auto" {
            self = .auto
            return
        }
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
            (1...PartsFolder.mostParts).contains(count), (0..<count).contains(number)
        else {
            throw UsageError("--part takes K/N with K from 0 to N - 1, or auto, not '\(text)'")
        }
        self = .part(number, of: count)
    }
}
