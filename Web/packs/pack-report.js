import { make, symbol } from "../core/elements.js";
import { sayingSpan } from "../languages/languages.js";

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
  // What the rules are called is English everywhere: they are the platforms' own.
  const list = make("dl", { class: "pack-rules", lang: "en" },
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
const ruleRow = ({ rule, about, limit, value, at, kept, remedy }) =>
  make("div", { class: "pack-rule", "data-rule": rule, "data-broken": !kept },
    make("dt", {}, about, make("small", {}, limit)),
    make("dd", {}, value, at ? make("small", {}, at) : null),
    remedy ? make("dd", { class: "pack-remedy" }, remedy) : null);
