import SlitScan
import Testing

@testable import Studio

struct ScanConfigChangeTests {
    private let before = ScanConfig(mode: .delay, width: 2, length: 9)

    private func changed(_ json: String) throws -> ScanConfig {
        try JSONReading.value(ScanConfigChange.self, from: Array(json.utf8)).applied(to: before)
    }

    @Test func everySettingIsSet() throws {
        let after = try changed(
            #"{"mode":"sweep","axis":"rows","direction":"backward","slit":0.25,"width":4,"speed":2.5,"length":7,"#
                + #""mirror":true,"blend":false}"#)
        #expect(
            after
                == ScanConfig(
                    mode: .sweep, axis: .rows, direction: .backward, slit: 0.25, width: 4, speed: 2.5, length: 7,
                    isMirrored: true, isBlended: false))
    }

    @Test func nullTakesTheLengthAwayAndLeavesTheOthers() throws {
        #expect(try changed("{}") == before)
        let nulls = ScanConfigChange.names.map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try changed("{\(nulls)}") == ScanConfig(mode: .delay, width: 2))
    }
}
