import Files
import Testing

@Suite struct SystemReleaseTests {
    @Test func debianSaysItsCodeName() {
        let release = SystemRelease(
            """
            PRETTY_NAME="Debian GNU/Linux 13 (trixie)"
            NAME="Debian GNU/Linux"
            VERSION_CODENAME=trixie
            ID=debian
            """)
        #expect(release.name == "Debian GNU/Linux 13 (trixie)")
        #expect(release.codename == "trixie")
    }

    @Test func whatIsMadeOfAnotherSystemsPackagesHasItsCodeName() {
        let mint = SystemRelease("PRETTY_NAME='Linux Mint 22'\nVERSION_CODENAME=wilma\nUBUNTU_CODENAME=noble\n")
        #expect(mint.name == "Linux Mint 22")
        #expect(mint.codename == "noble")
        #expect(SystemRelease("DEBIAN_CODENAME=trixie\nVERSION_CODENAME=gigi").codename == "trixie")
    }

    @Test func aSystemThatSaysNothingIsLinux() {
        #expect(SystemRelease("").name == "Linux")
        #expect(SystemRelease("# nothing\n=\nNAME").codename == nil)
    }

    @Test func aNameDoesNotSteerATerminal() {
        #expect(!SystemRelease("PRETTY_NAME=\"a\u{1B}[2Jb\"").name.contains("\u{1B}"))
    }
}
