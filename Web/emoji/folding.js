/**
 * Small letters without accents, and katakana for hiragana: as people type in a hurry.
 *
 * @param {string} text
 */
export const folded = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase().replaceAll("œ", "oe")
  .replace(/[\u3041-\u3096]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));

/**
 * Whether the text is of a script in which no space stands before a word.
 *
 * @param {string} text
 */
export const isUnspaced = (text) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text);
