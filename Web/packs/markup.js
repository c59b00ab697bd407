import { closeButton, place } from "../core/markup.js";

/** The dialog in which stickers become packs for platforms. */
place({
  styles: ["packs/packs.css"],
  markup: /* html */ `
<dialog id="pack" class="card-dialog pack" aria-labelledby="pack-title">
  <header class="dialog-head"><h2 id="pack-title"></h2>${closeButton}</header>
  <div id="pack-targets" class="pack-targets" role="group" data-label="packTargets"></div>
  <div class="pack-fields">
    <label class="text-field wide" id="pack-name-field"><span data-text="packName"></span><input type="text" id="pack-name" maxlength="120" autocomplete="off"></label>
    <label class="text-field" id="pack-author-field"><span data-text="packAuthor"></span><input type="text" id="pack-author" maxlength="120" autocomplete="off"></label>
    <div class="text-field" id="pack-emoji-field"><span data-text="packEmoji"></span><button type="button" class="emoji-button" id="pack-emoji"></button></div>
  </div>
  <p id="pack-emoji-left" class="pack-emoji-left" hidden><span></span><button type="button" class="button tinted small fixed" id="pack-emoji-each" data-text="packEmojiEach"></button></p>
  <ul id="pack-kinds" class="pack-kinds" hidden></ul>
  <details id="pack-each" class="pack-each">
    <summary><span data-text="packEach"></span><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#down"/></svg></summary>
    <ul id="pack-each-list" class="pack-each-list"></ul>
  </details>
  <p id="pack-problem" class="pack-problem" role="alert" hidden></p>
  <div id="pack-wait" class="pack-wait" hidden>
    <p id="pack-wait-text"></p>
    <button type="button" class="button tinted small" id="pack-cancel" data-text="packCancel"></button>
    <progress id="pack-progress" class="bar" value="0" max="1" data-label="packMaking"></progress>
  </div>
  <p id="pack-saved" class="saved-file" role="status" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#check"/></svg><span id="pack-saved-text"></span></p>
  <div id="pack-reports" class="pack-reports"></div>
  <section id="pack-next" class="pack-next" aria-labelledby="pack-next-title" hidden>
    <h3 id="pack-next-title" data-text="packNext"></h3>
    <ul id="pack-next-list"></ul>
  </section>
  <div class="pack-foot" id="pack-foot">
    <button type="button" class="button solid" id="pack-make"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#download"/></svg><span data-text="packMake"></span></button>
    <button type="button" class="button tinted" id="pack-best" hidden></button>
    <button type="button" class="button tinted" id="pack-force" data-text="packForce" hidden></button>
    <button type="button" class="button solid" id="pack-share" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#share"/></svg><span data-text="packShareFile"></span></button>
    <a class="button solid" id="pack-download" download hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#download"/></svg><span id="pack-download-text"></span></a>
  </div>
</dialog>
`,
});
