import Movies
import Peel
import Testing

@testable import PeelCommand
@testable import SlitScan

/// What a person and a program are told of frames and sound that were lost.
@MainActor struct ScanDisplayTests {
    private var snapshot: CaptureSnapshot {
        var snapshot = CaptureSnapshot(config: ScanConfig())
        snapshot.frames = 40
        return snapshot
    }

    @Test func theLineSaysWhatIsLostAndNothingWhenNothingIs() {
        #expect(ScanDisplay.line(snapshot, elapsed: .seconds(2)) == "40 frames, 0 x 0, 20/s")
        var losing = snapshot
        losing.droppedFrames = 3
        losing.droppedSound = 0.25
        losing.recording = RecordingStatus(frames: 40, seconds: 1.5, droppedFrames: 2, droppedSound: 1)
        losing.soundError = ScanError(.movie(.unplugged), "the microphone was unplugged")
        #expect(
            ScanDisplay.line(losing, elapsed: .seconds(2))
                == "40 frames, 0 x 0, 20/s, movie 1.5 s, 2 not recorded, 3 lost, 1.25 s of sound lost, no sound any more"
        )
    }

    @Test func theObjectForAProgramHasWhatWasLostAndWhyTheSoundEnded() {
        var last = snapshot
        last.soundError = ScanError(.movie(.unplugged), "the microphone was unplugged")
        last.lastRecording = RecordingStatus(frames: 40, seconds: 1.5, droppedFrames: 2, droppedSound: 1)
        var metadata = ScanMetadata(source: "test")
        metadata.droppedSound = 0.25
        let result = ScanResult(pictures: [], metadata: metadata)
        let text = json(result, [], movie: "a.mp4", last, isStopped: false).text
        #expect(text.contains(#""droppedSound":0.25,"missing":null,"soundError":"the microphone was unplugged","#))
        #expect(text.contains(#""droppedFrames":2,"droppedSound":1"#))
        #expect(json(result, [], movie: nil, snapshot, isStopped: false).text.contains(#""soundError":null"#))
    }
}
