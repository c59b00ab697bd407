import { place } from "../core/markup.js";

/** The list of pictures, and the dialog that shows one large. */
place({
  styles: ["catalog/catalog.css", "catalog/catalog-card.css", "catalog/viewer.css"],
  markup: /* html */ `
<div data-panel="catalog-panel">
  <div id="pull" class="pull" aria-hidden="true"><span class="spinner small"></span></div>
  <div id="catalog-content" class="catalog-content">
    <header class="catalog-head">
      <div class="feed">
        <h2 class="feed-name"><span id="catalog-title"></span>&nbsp;<svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#down"/></svg></h2>
        <select id="feed" class="feed-menu" data-label="catalogFeed"></select>
      </div>
      <div class="catalog-line">
        <p id="catalog-status" class="catalog-status"></p>
        <button type="button" class="failures-toggle" id="catalog-failures" aria-expanded="false" aria-controls="catalog-failures-list" hidden>
          <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#warning"/></svg><span id="catalog-failures-text"></span><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#down"/></svg>
        </button>
      </div>
      <div class="catalog-actions">
        <button type="button" class="button solid fixed" id="surprise">
          <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#sparkles"/></svg><span data-text="surpriseMe"></span>
        </button>
        <button type="button" class="button tinted round" id="refresh" data-label="refresh" aria-keyshortcuts="R">
          <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#retry"/></svg>
        </button>
      </div>
      <p id="catalog-stored" class="banner" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#offline"/></svg><span id="catalog-stored-text"></span></p>
      <ul id="catalog-failures-list" class="failures" hidden></ul>
    </header>
    <ul id="catalog-list" class="catalog-list" data-label="catalogPictures"></ul>
    <section id="catalog-nothing" class="nothing" hidden aria-labelledby="catalog-nothing-title">
      <img class="nothing-picture" src="icons/catalog.svg" alt="" width="280" height="210">
      <h3 id="catalog-nothing-title"></h3>
      <p id="catalog-nothing-text" class="welcome-text"></p>
      <button type="button" class="button solid large" id="catalog-again">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#retry"/></svg><span id="catalog-again-text"></span>
      </button>
    </section>
  </div>
</div>

<dialog id="viewer" class="viewer" aria-labelledby="viewer-title">
  <button type="button" class="button round glass close" data-close data-label="close" id="viewer-close">
    <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#close"/></svg>
  </button>
  <div id="viewer-picture" class="viewer-picture" data-state="loading">
    <img id="viewer-haze" class="viewer-haze" alt="" aria-hidden="true">
    <img id="viewer-image" class="viewer-image" alt="">
    <span class="spinner" aria-hidden="true"></span>
    <div class="viewer-failure">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#warning"/></svg>
      <p id="viewer-reason" role="status"></p>
      <button type="button" class="button tinted fixed" id="viewer-again" data-text="tryAgain"></button>
    </div>
  </div>
  <div class="viewer-text">
    <h2 id="viewer-title" class="viewer-title"></h2>
    <p id="viewer-meta" class="viewer-meta"></p>
    <div id="viewer-description" class="description"></div>
  </div>
  <div class="viewer-foot">
    <p id="viewer-error" class="save-error" role="status"></p>
    <div class="viewer-actions">
      <button type="button" class="button tinted labelled" id="viewer-original" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#download"/></svg><span data-text="downloadOriginal"></span></button>
      <button type="button" class="button tinted" id="viewer-another">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#sparkles"/></svg><span data-text="anotherOne"></span>
      </button>
      <button type="button" class="button solid" id="viewer-make"></button>
    </div>
  </div>
</dialog>
`,
});
