import Files
import TestSupport
import Testing

@testable import StickerPacks

/// Whether a pack is of the photos that are given, and what is told of those that are not.
extension PackSizeTests {
    @Test(arguments: Size.allCases)
    func withoutForceNoStickerIsRemovedWhosePhotoWasNotGiven(_ size: Size) async throws {
        try write("a.png", "b.png", "c.png", "z.png")
        try await make(size, ["a.png", "b.png"])
        let error = await #expect(throws: PackError.self) { try await make(size, ["a.png", "c.png"]) }
        #expect(error?.code == .otherPhotos && error?.description.contains("a sticker") == true)
        #expect(error?.description.contains("(b.png)") == true)
        #expect(try sources() == ["a.png", "b.png"])
        // Edited and renamed, they are the same.
        try write("a.png", content: "edited")
        try write("c.png", content: "b.png")
        try await make(size, ["a.png", "c.png"])
        #expect(try sources() == ["a.png", "c.png"])
        // All others, though they are called the same.
        try write("a.png", content: "another")
        try write("c.png", content: "yet another")
        let others = await #expect(throws: PackError.self) { try await make(size, ["a.png", "c.png", "z.png"]) }
        #expect(others?.description.contains("2 stickers") == true)
        try await make(size, ["a.png", "z.png"], PackSettings(force: true))
        #expect(try sources() == ["a.png", "z.png"])
    }

    @Test(arguments: Size.allCases)
    func aNameThatTwoPhotosOfAPackHaveTellsNeither(_ size: Size) async throws {
        try write("1/a.png", "2/a.png", "b.png")
        try await make(size, ["1/a.png", "2/a.png", "b.png"])
        await #expect(throws: PackError.self) { try await make(size, ["1/a.png", "b.png"]) }
        try await make(size, ["1/a.png", "2/a.png", "b.png"])
        #expect(try sources() == ["a.png", "a.png", "b.png"])
    }

    @Test(arguments: Size.allCases)
    func aPackThatAKilledRunHasBegunIsOneToo(_ size: Size) async throws {
        try write("a.png", "b.png", "c.png")
        try await make(.small, ["a.png", "b.png"], isKilled: true)
        let error = await #expect(throws: PackError.self) { try await make(size, ["b.png", "c.png"]) }
        #expect(error?.code == .otherPhotos && error?.description.contains("(a.png)") == true)
        let made = try await make(size, ["a.png", "b.png"], Self.resuming)
        #expect(size.isOfParts || made.kept.sorted() == ["a.png", "b.png"])
        #expect(try sources() == ["a.png", "b.png"])
    }

    /// Whatever made the pack that is there.
    @Test(arguments: Size.allCases, Size.allCases)
    func whatWasRemovedIsTold(_ first: Size, _ second: Size) async throws {
        try write("a.png", "b.png", "c.png", "d.png")
        try await make(first, ["a.png", "b.png", "c.png"])
        try write("c.png", content: "edited")
        let made = try await make(second, ["a.png", "c.png", "d.png"], PackSettings(force: true))
        #expect(made.pack.removedStickerCount == 1)
        #expect(try sources() == ["a.png", "c.png", "d.png"])
    }

    /// It has another name and gives no sticker any more, which is told as a failure.
    @Test(arguments: Size.allCases)
    func aStickerWhosePhotoWasGivenIsNotAmongTheRemoved(_ size: Size) async throws {
        try fixture.temporary.write(SyntheticPhoto.twoBalls().png(), to: "in/a.png")
        try write("b.png", "c.png")
        try await make(size, ["a.png", "b.png", "c.png"])
        try root.appending("a.png").move(to: root.appending("z.png"))
        let made = try await make(size, ["b.png", "z.png"], PackSettings(force: true), mostPixels: 130_000)
        #expect(made.failed == ["z.png"] && made.pack.removedStickerCount == 1)
        #expect(try sources() == ["b.png"])
    }
}
