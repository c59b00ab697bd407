import Movies
import Peel
import SlitScan

/// The object that `peel scan --json` prints.
func json(
    _ scan: ScanResult, _ files: [(FilePath, ScanPicture)], movie: FilePath?, _ last: CaptureSnapshot?,
    isStopped: Bool
) -> JSONText {
    let (metadata, recording) = (scan.metadata, last?.lastRecording)
    return .object([
        "status": isStopped ? "stopped" : last?.loss == nil ? "finished" : "incomplete",
        "source": .string(metadata.source),
        "frames": .int(metadata.frames), "droppedFrames": .int(metadata.droppedFrames),
        "droppedSound": .number(metadata.droppedSound, digits: 3),
        "missing": last?.loss.map(json) ?? .null,
        "soundError": last?.soundError.map { .string($0.description) } ?? .null,
        "pictures": .array(
            files.map { path, picture in
                .object([
                    "file": .string(path.escapedText), "width": .int(picture.size.width),
                    "height": .int(picture.size.height),
                ])
            }),
        "movie": movie.map { path in
            .object([
                "file": .string(path.escapedText), "frames": .int(recording?.frames ?? 0),
                "droppedFrames": .int(recording?.droppedFrames ?? 0),
                "droppedSound": .number(recording?.droppedSound ?? 0, digits: 3),
                "seconds": .number(recording?.seconds ?? 0, digits: 3),
            ])
        } ?? .null,
        "changes": .array(metadata.changes.map { json($0.config, from: $0.frame) }),
    ])
}

/// What a movie that is incomplete has not given.
private func json(_ loss: MovieLoss) -> JSONText {
    .object([
        "frames": loss.missingFrames.map { .int($0) } ?? .null,
        "seconds": loss.missingSeconds.map { .number($0, digits: 3) } ?? .null,
        "damagedFrames": .int(loss.damagedFrames), "reason": .string(loss.description),
    ])
}

/// The settings that hold from a frame on.
private func json(_ config: ScanConfig, from frame: Int) -> JSONText {
    .object([
        "frame": .int(frame), "mode": .string(config.mode.rawValue), "axis": .string(config.axis.rawValue),
        "direction": .string(config.direction.rawValue), "slit": .number(config.slit, digits: 4),
        "width": .int(config.width), "speed": .number(config.speed, digits: 4),
        "length": config.length.map { .int($0) } ?? .null, "mirror": .bool(config.isMirrored),
    ])
}

/// The object that `peel scan --list --json` prints.
func json(_ cameras: [CameraDevice], _ microphones: [Microphone]) -> JSONText {
    .object([
        "cameras": .array(
            cameras.map { camera in
                .object([
                    "device": .string(camera.path), "name": .string(camera.name),
                    "formats": .array(
                        camera.formats.map { format in
                            .object([
                                "code": .string(format.code), "width": .int(format.size.width),
                                "height": .int(format.size.height),
                                "framesPerSecond": .array(format.frameRates.map { .number($0, digits: 2) }),
                            ])
                        }),
                ])
            }),
        "microphones": .array(microphones.map { .object(["device": .string("\($0)"), "name": .string($0.name)]) }),
    ])
}

extension JSONRecord {
    static let scanned = JSONRecord(
        "For the scan",
        [
            "status": "finished, incomplete (a movie that is cut short or damaged), or stopped (by Ctrl-C)",
            "source": "the movie or camera, for a person",
            "frames": "number of frames that were used",
            "droppedFrames": "frames of the camera that were not read in time",
            "droppedSound": "seconds of the microphone's sound that were not read in time",
            "missing.frames": "frames that the movie lists but does not contain; missing is null if nothing is missing",
            "missing.seconds": "seconds missing at its end; null if the movie does not state its length",
            "missing.damagedFrames": "damaged frames, which were left out or are shown in part",
            "missing.reason": "the same in a sentence",
            "soundError": "why the sound ended before the pictures; null if it did not fail",
            "pictures[].file": "path; several if frames of another size began another picture",
            "pictures[].width": "pixels",
            "pictures[].height": "pixels",
            "movie.file": "path; movie is null without --record",
            "movie.frames": "number of frames",
            "movie.droppedFrames": "frames left out because the encoder was behind a camera",
            "movie.droppedSound": "seconds of sound left out for the same reason",
            "movie.seconds": "its length",
            "changes[].frame": "the first frame, from 0, that these settings hold for",
            "changes[].mode": "as --mode takes it, and so on",
            "changes[].axis": "columns or rows",
            "changes[].direction": "forward or backward",
            "changes[].slit": "0 to 1",
            "changes[].width": "lines",
            "changes[].speed": "slices a frame",
            "changes[].length": "lines or frames; null for no end",
            "changes[].mirror": "true or false",
        ])

    static let devices = JSONRecord(
        "With --list",
        [
            "cameras[].device": "the name to give as CAMERA",
            "cameras[].name": "for a person",
            "cameras[].formats[].code": "four letters: YUYV, MJPG, …",
            "cameras[].formats[].width": "pixels",
            "cameras[].formats[].height": "pixels",
            "cameras[].formats[].framesPerSecond[]": "the rates it offers",
            "microphones[].device": "the name to give to --audio",
            "microphones[].name": "for a person",
        ])
}
