/** As the studio reads an emoji (Unicode's UTS 51, 1.4.9): the first part of a sequence tells that all of it is one. */
const part = "\\p{RI}\\p{RI}|[0-9#*]\\uFE0F\\u20E3|\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}"
  + "|(?![0-9#*]|\\p{RI}|\\p{Emoji_Modifier})(?:\\p{Emoji}\\uFE0F|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}|\\p{Emoji_Presentation})";
const laterPart = `${part}|(?![0-9#*]|\\p{RI}|\\p{Emoji_Modifier})\\p{Emoji}`;
const emojiOnly = new RegExp(`^(?:(?:${part})(?:\\u200D(?:${laterPart}))*)+$`, "u");

/**
 * Whether there is an emoji in the text, and nothing else but spaces and commas between several.
 *
 * @param {string} text
 */
export const isOnlyEmoji = (text) => emojiOnly.test(text.replace(/[\s,]/g, ""));
