/** As the studio reads an emoji (Unicode's UTS 51, 1.4.9), also where a keyboard leaves out U+FE0F. */
const part = "\\p{RI}\\p{RI}|[0-9#*]\\uFE0F?\\u20E3|\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}"
  + "|(?![0-9#*]|\\p{RI}|\\p{Emoji_Modifier})(?:\\p{Emoji_Modifier_Base}\\uFE0F?\\p{Emoji_Modifier}|\\p{Emoji}\\uFE0F?)";
const emojiOnly = new RegExp(`^(?:(?:${part})(?:\\u200D(?:${part}))*)+$`, "u");

/**
 * Whether there is an emoji in the text, and nothing else but spaces and commas between several.
 *
 * @param {string} text
 */
export const isOnlyEmoji = (text) => emojiOnly.test(text.replace(/[\s,]/g, ""));

/**
 * One by one, those of a text in which there is nothing else.
 *
 * @param {string} text
 */
export const emojiIn = (text) => [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text.replace(/[\s,]/g, ""))]
  .map(({ segment }) => segment);
