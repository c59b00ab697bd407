/// What a pack has of what moves.
public enum MotionChoice: String, Hashable, Sendable, CaseIterable {
    /// A clip becomes a sticker that moves, a photo a still one, also if there is a movie in it.
    case asGiven
    /// A photo with a movie in it becomes a sticker that moves, too.
    case living
    /// A clip becomes a still sticker, of its best frame.
    case still
}
