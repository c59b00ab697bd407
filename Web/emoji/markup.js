import { closeButton, place } from "../core/markup.js";

/** The dialog in which emoji are chosen. */
place({
  styles: ["emoji/emoji.css"],
  markup: /* html */ `
<dialog id="emoji" class="card-dialog emoji" aria-labelledby="emoji-title">
  <header class="dialog-head"><h2 id="emoji-title"></h2>${closeButton}</header>
  <div class="emoji-subject">
    <img id="emoji-sticker" alt="" hidden>
    <div id="emoji-chosen" class="emoji-chosen" role="group" data-label="emojiChosen"></div>
    <p id="emoji-hint" class="note" role="status"></p>
  </div>
  <label class="text-field"><span class="visually-hidden" data-text="emojiSearch"></span><input type="search" id="emoji-search" maxlength="60" autocomplete="off" data-placeholder="emojiSearch"></label>
  <div id="emoji-groups" class="emoji-groups" role="group" data-label="emojiGroups"></div>
  <div id="emoji-list" class="emoji-list" data-label="emojiList" role="region" aria-busy="true"></div>
  <div class="pack-foot">
    <button type="button" class="button tinted" id="emoji-back" data-text="previous" hidden></button>
    <button type="button" class="button solid" id="emoji-done"></button>
  </div>
</dialog>
`,
});
