import Glibc
import HTTPServing
import Movies
import ObjectStorage
import Peel
import PhotoLibrary
import SlitScan
import Testing

@testable import PeelCommand

/// A full disk has the same exit status, whichever library's error says so.
struct ExitCodeTests {
    @Test(arguments: [(ENOSPC, ExitCode.tryAgain), (EDQUOT, .tryAgain), (EACCES, .someFailed)])
    func whatMayPassIsKnownOfEachLibrary(number: CInt, status: ExitCode) {
        let file = FileError("write", "a", errorNumber: number)
        let movie = MovieError(file)
        let errors: [any Error] = [
            file, PackError(file), PrintingError(file), ScanError(file), LibraryError(file), movie, ScanError(movie),
        ]
        for error in errors { #expect(ExitCode(endedBy: error) == status, "\(type(of: error)): \(error)") }
        // Its words alone are what it is made of again.
        #expect(ExitCode(endedBy: CommandFailure(PrintingError(file))) == status)
    }

    @Test func eachCommandSaysWhatAFullDiskEndsItWith() {
        for command in Command.all {
            #expect(command.exitStatus.contains { $0.key == "75" }, "\(command)")
        }
    }
}
