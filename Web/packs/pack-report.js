import { make, symbol } from "../core/elements.js";
import { either, exactly, has, sayingSpan, sayWritten, text } from "../languages/languages.js";

/**
 * What a platform's rules say of a pack: one line, which opens to all of them; those that are broken stand first.
 *
 * @param {API.Pack["targets"][number]} target
 */
export function packReport({ target, name, kept, written, packs, shortenedEmoji, leftOut, ofOtherKind, fewer, more, rules }) {
  const nearest = [fewer, more].flatMap((count) => count ?? []);
  const broken = rules.filter((rule) => !rule.kept);
  const verdict = kept
    ? sayingSpan(packs > 1 ? "packKeptSplit" : "packKept", { count: rules.length, packs })
    : sayingSpan(written ? "packBrokenWritten" : "packBroken", { count: broken.length, rules: rules.length });
  const list = make("dl", { class: "pack-rules" },
    ...[...broken, ...rules.filter((rule) => rule.kept)].map(ruleRow));
  return make("details", { class: "pack-report", "data-target": target, "data-broken": !kept, open: !kept },
    make("summary", {},
      symbol(kept ? "check" : "warning"),
      make("span", { class: "pack-verdict" }, make("strong", {}, name), verdict,
        nearest.length > 0 ? sayingSpan("packNearest", { numbers: nearest.join(", ") }) : null,
        leftOut.length > 0 ? sayingSpan("packLeftOut", { names: leftOut.map((one) => one.replace(/\.[^.]*$/, "")).join(", ") }) : null,
        ofOtherKind.length > 0 ? sayingSpan("packOfOtherKind", { names: ofOtherKind.map((one) => one.replace(/\.[^.]*$/, "")).join(", ") }) : null,
        shortenedEmoji && written ? sayingSpan("packShortenedEmoji") : null),
      symbol("down")),
    list);
}

/** @param {API.PackRule} rule */
const ruleRow = ({ rule, about, limit, value, at, kept, remedy, terms }) =>
  make("div", { class: "pack-rule", "data-rule": rule, "data-broken": !kept },
    make("dt", {}, said(make("span"), about, aboutOf, terms), said(make("small"), limit, limitOf, terms)),
    make("dd", {}, said(make("span"), value, foundOf, terms), at ? make("small", {}, at) : null),
    remedy ? said(make("dd", { class: "pack-remedy" }), remedy, remediesOf, terms) : null);

/**
 * A part of a rule in the page's language; in the studio's English where the page has no words for it.
 *
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {string} english
 * @param {(terms: API.PackRuleTerms) => string | null} write
 * @param {API.PackRuleTerms | undefined} terms
 */
function said(element, english, write, terms) {
  if (terms && write(terms) !== null) return sayWritten(element, () => write(terms) ?? english);
  element.lang = "en";
  element.textContent = english;
  return element;
}

/** @type {(key: string, named?: Named) => string | null} */
const known = (key, named) => (has(key) ? text(key, named) : null);

/** @param {API.PackRuleTerms} terms */
function aboutOf({ kind, subject, part = "" }) {
  const owner = subject ? known(`packRuleOf.${subject}`) : "";
  if (owner === null) return null;
  return known(`packRule.${kind}`, { subject: owner && part ? `${owner} (${part})` : owner || part, part });
}

/** @param {API.PackRuleTerms} terms */
function limitOf({ kind, unit, limit: { zero, least, most, numbers, formats, size, pattern, word } }) {
  if (word) return known(`packWord.${word}`);
  if (pattern) return pattern;
  if (formats) return either(formats);
  if (numbers) return either(numbers.map((one) => amount(one, unit)));
  if (size) return sizeOf(size);
  if (most === undefined) return null;
  if (kind === "wholeTime") return text("packLimit.wholeSeconds", { most: amount(most, unit) });
  if (least === undefined) return text("packLimit.atMost", { most: amount(most, unit) });
  if (least === most) return amount(most, unit);
  const ends = { least: exactly(least), most: amount(most, unit) };
  // The other lengths have their unit in what the rule is about.
  if (kind === "fileName") return text("packLimit.characters", ends);
  const range = text("packLimit.range", ends);
  return zero ? either([exactly(0), range]) : range;
}

/** @param {API.PackRuleTerms} terms */
function foundOf({ unit, found }) {
  if (found?.number !== undefined) return amount(found.number, unit);
  return found?.name ?? (found?.word ? known(`packWord.${found.word}`) : null);
}

/** @param {API.PackRuleTerms} terms */
function remediesOf({ remedies = [] }) {
  const words = remedies.flatMap(({ kind, count = 0, total = 0 }) =>
    known(`packRemedy.${kind}`, { count, total }) ?? []);
  return words.length > 0 && words.length === remedies.length ? either(words) : null;
}

/** @type {(number: number, unit: API.PackRuleTerms["unit"]) => string} */
function amount(number, unit) {
  if (unit === "milliseconds") return exactly(number / 1000, "second");
  return unit === "bytes" ? exactly(number, "byte") : exactly(number);
}

/** @param {NonNullable<API.PackRuleTerms["limit"]["size"]>} size */
function sizeOf({ fit, width, height, leastLongerSide }) {
  if (fit === "longestSide") return text("packLimit.oneSide", { side: width });
  const whole = `${width} × ${height}`;
  const most = fit === "exactly" ? whole : text("packLimit.atMost", { most: whole });
  const even = fit === "even" ? text("packLimit.even", { size: most }) : most;
  return leastLongerSide ? text("packLimit.longerSide", { size: even, least: leastLongerSide }) : even;
}
