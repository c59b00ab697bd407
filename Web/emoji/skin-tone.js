/** Groups, for which there are no tones. */
const untoned = /^(?:👯|🤼|👪)/u;

/**
 * The emoji in a skin tone, where it shows one person's skin.
 *
 * @param {string} emoji
 * @param {string} tone empty for none
 */
export function toned(emoji, tone) {
  if (/\p{Emoji_Modifier}/u.test(emoji)) return emoji;
  const people = emoji.match(/\p{Emoji_Modifier_Base}/gu) ?? [];
  if (tone === "" || people.length !== 1 || untoned.test(emoji)) return emoji;
  return emoji.replace(/(\p{Emoji_Modifier_Base})\uFE0F?/u, `$1${tone}`);
}
