import { closeButton, place, radios } from "../core/markup.js";

/** The dialogs of the packs that a person has. Their list stands in the grid. */
place({
  styles: ["library/packs.css"],
  markup: /* html */ `
<dialog id="pack-edit" class="card-dialog" aria-labelledby="pack-edit-title">
  <header class="dialog-head"><h2 id="pack-edit-title"></h2>${closeButton}</header>
  <form id="pack-edit-form" class="pack-edit">
    <label class="text-field"><span data-text="packName"></span><input type="text" id="pack-edit-name" maxlength="120" autocomplete="off" required aria-describedby="pack-edit-problem"></label>
    <p id="pack-edit-problem" class="pack-problem" role="alert" hidden></p>
    <button type="submit" class="button solid" data-text="save"></button>
  </form>
</dialog>

<dialog id="pack-choice" class="card-dialog" aria-labelledby="pack-choice-title">
  <header class="dialog-head"><h2 id="pack-choice-title" data-text="packAddTo"></h2>${closeButton}</header>
  <ul id="pack-choice-list" class="pack-choice"></ul>
  <button type="button" class="button solid" id="pack-choice-new"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#plus"/></svg><span data-text="packNew"></span></button>
</dialog>

<dialog id="pack-preview" class="card-dialog pack-preview" aria-labelledby="pack-preview-title">
  <header class="dialog-head"><h2 id="pack-preview-title"></h2>${closeButton}</header>
  <div class="segments" id="pack-preview-looks" role="radiogroup" data-label="previewLook">${radios("preview-look", { light: "previewLight", dark: "previewDark" })}</div>
  <section id="pack-preview-chat" class="chat" data-label="packPreview">
    <ol id="pack-preview-lines" class="chat-lines" tabindex="0" data-label="previewChat" aria-live="polite"></ol>
    <div class="chat-bar" aria-hidden="true"><span class="chat-field" data-text="previewMessage"></span><svg class="symbol"><use href="icons/symbols.svg#sticker"/></svg></div>
    <p class="chat-tab"><img id="pack-preview-cover" alt="" width="32" height="32"><span id="pack-preview-name"></span></p>
    <ul id="pack-preview-keys" class="chat-keys" data-label="previewKeys"></ul>
  </section>
</dialog>
`,
});
