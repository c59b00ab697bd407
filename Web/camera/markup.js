import { closeButton, place, radios } from "../core/markup.js";

/** The camera with its settings, and the dialog that shows what was made. */
place({
  styles: ["camera/camera.css", "camera/camera-views.css"],
  markup: /* html */ `
<div data-panel="camera-panel">
  <div class="camera-content">
    <div class="segments camera-modes" role="radiogroup" data-label="cameraMode" id="camera-modes">
      ${radios("camera-mode", { photo: "camera.photo", living: "camera.living", strip: "camera.strip", sweep: "camera.sweep", delay: "camera.delay", map: "camera.map" }, "photo")}
    </div>
    <p class="camera-about" id="camera-about"></p>
    <div class="camera-banner" id="camera-watching" role="status" hidden>
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#lock"/></svg><p data-text="cameraWatching"></p>
      <button type="button" class="button solid small" id="camera-take-over"><span data-text="takeOver"></span></button>
    </div>
    <div class="views" id="camera-views">
      <div class="view">
        <div class="view-frame" id="camera-live">
          <video id="camera-picture" class="view-picture" autoplay muted playsinline aria-hidden="true"></video>
          <canvas id="camera-frame" class="view-picture" role="img" data-label="cameraSees" hidden></canvas>
          <div class="slit" id="slit" role="slider" tabindex="0" data-label="slit" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50" hidden><span></span></div>
          <div class="travelling-slit" id="travelling-slit" aria-hidden="true" hidden></div>
          <span class="view-tag" data-text="cameraSees"></span>
          <div id="camera-flash" class="camera-flash" aria-hidden="true"></div>
          <div class="view-cover" id="camera-wait" role="status" hidden><span class="spinner"></span><p data-text="cameraStarting"></p></div>
          <div class="view-cover" id="camera-off">
            <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#camera"/></svg>
            <p id="camera-reason" role="alert" hidden></p>
            <p id="camera-upload-text" class="upload-line" hidden></p>
            <progress id="camera-upload-bar" class="bar" value="0" max="1" data-label="uploads" hidden></progress>
            <button type="button" class="button solid" id="camera-start"><span id="camera-start-text"></span></button>
            <button type="button" class="button tinted" id="camera-choose" hidden><span data-text="choosePhoto"></span></button>
          </div>
        </div>
      </div>
      <div class="view" id="scan-view">
        <div class="view-frame">
          <canvas id="scan-picture" class="view-picture" role="img" data-label="scanGrows"></canvas>
          <span class="view-tag" data-text="scanGrows"></span>
          <div class="view-cover quiet" id="scan-empty"><div id="mode-demo" class="mode-demo-place"></div><p id="scan-hint"></p></div>
          <div class="scan-progress" id="scan-progress" aria-hidden="true"></div>
        </div>
      </div>
    </div>
    <div class="camera-bar">
      <div class="camera-facts"><p id="camera-facts"></p><button type="button" class="button bare small" id="camera-lost" aria-expanded="false" hidden></button></div>
      <div class="camera-buttons" role="toolbar" data-label="cameraButtons">
        <button type="button" class="button tinted round" id="camera-stop" data-label="turnOff" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#power"/></svg></button>
        <button type="button" class="button tinted round" id="scan-again" hidden></button>
        <button type="button" class="shutter" id="shutter" disabled></button>
        <button type="button" class="record" id="record" aria-pressed="false" hidden></button>
        <button type="button" class="button tinted round" id="switch-camera" data-label="switchCamera" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#flip"/></svg></button>
      </div>
    </div>
    <div class="camera-settings" id="camera-settings">
      <fieldset class="group" id="source-group">
        <legend data-text="source"></legend>
        <select id="camera-source" class="select" data-label="source"></select>
        <div class="file-row" id="upload-row" hidden>
          <button type="button" class="button tinted" id="choose-video"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#film"/></svg><span data-text="chooseVideo"></span></button>
          <p class="file-name" id="video-name"></p>
        </div>
        <div class="segments" id="pace-row" role="radiogroup" data-label="pace" hidden>${radios("pace", { fast: "paceFast", own: "paceOwn" }, "fast")}</div>
        <label class="setting-row" id="size-row"><span data-text="frameSize"></span><select id="camera-size" class="select"></select></label>
        <label class="setting-row" id="microphone-row" hidden><span data-text="microphone"></span><select id="camera-microphone" class="select"></select></label>
        <label class="switch-row" id="sound-row"><span data-text="withSound"></span><input type="checkbox" role="switch" id="camera-sound" class="switch"></label>
        <p class="hint" id="sound-note" role="status"></p>
        <div id="lock-rows" hidden>
          <label class="switch-row"><span data-text="lock.exposure"></span><input type="checkbox" role="switch" class="switch" data-lock="exposure"></label>
          <label class="switch-row"><span data-text="lock.focus"></span><input type="checkbox" role="switch" class="switch" data-lock="focus"></label>
          <label class="switch-row"><span data-text="lock.whiteBalance"></span><input type="checkbox" role="switch" class="switch" data-lock="whiteBalance"></label>
        </div>
      </fieldset>
      <fieldset class="group" id="scan-group">
        <legend data-text="scan"></legend>
        <div class="segments" role="radiogroup" data-label="axis" data-for="strip sweep delay">${radios("axis", { columns: "axis.columns", rows: "axis.rows" }, "columns")}</div>
        <div class="segments" role="radiogroup" data-label="direction">
          <label><input type="radio" name="direction" value="forward" checked><span id="direction-forward"></span></label>
          <label><input type="radio" name="direction" value="backward"><span id="direction-backward"></span></label>
        </div>
        <label class="slider-row" data-for="strip sweep delay"><span data-text="sliceWidth"></span><input type="range" id="scan-width" min="0" max="15" step="1" value="0"><output for="scan-width" id="scan-width-value"></output></label>
        <label class="slider-row" data-for="strip sweep"><span data-text="speed"></span><input type="range" id="scan-speed" min="-6" max="6" step="0.5" value="0"><output for="scan-speed" id="scan-speed-value"></output></label>
        <label class="setting-row" data-for="strip delay map"><span id="scan-length-text"></span><input type="number" id="scan-length" class="number" min="1" max="1000000" step="1" inputmode="numeric" data-placeholder="lengthFree"></label>
        <div class="map-row" data-for="map">
          <button type="button" class="button tinted" id="choose-map"><span data-text="mapPicture"></span></button>
          <button type="button" class="button tinted" id="map-rings"><span data-text="mapRings"></span></button>
        </div>
        <label class="switch-row" data-for="delay map"><span data-text="blend"></span><input type="checkbox" role="switch" id="scan-blend" class="switch"></label>
        <label class="switch-row"><span data-text="mirror"></span><input type="checkbox" role="switch" id="scan-mirror" class="switch"></label>
        <p class="hint" id="refused-config" role="alert"></p>
      </fieldset>
      <fieldset class="group" id="movie-group">
        <legend data-text="movie"></legend>
        <div class="segments" role="radiogroup" data-label="movieFormat">
          <label><input type="radio" name="movie-format" value="mp4" checked><span>MP4</span></label>
          <label><input type="radio" name="movie-format" value="webm"><span>WebM</span></label>
        </div>
        <div class="segments" role="radiogroup" data-label="quality">${radios("movie-quality", { draft: "quality.draft", good: "quality.good", best: "quality.best" }, "good")}</div>
        <label class="switch-row"><span data-text="movieSound"></span><input type="checkbox" role="switch" id="movie-sound" class="switch" checked></label>
      </fieldset>
      <section class="group" id="results-group" aria-labelledby="results-title" hidden>
        <h3 class="legend" id="results-title" data-text="results"></h3>
        <ul class="results" id="results"></ul>
        <p class="hint" id="results-note" role="status"></p>
      </section>
      <a class="button bare wide" id="open-view" target="_blank" rel="noopener"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#external"/></svg><span data-text="openScanAlone"></span></a>
    </div>
  </div>
</div>

<dialog id="result" class="card-dialog result" aria-labelledby="result-title">
  <header class="dialog-head"><h2 id="result-title"></h2>${closeButton}</header>
  <div class="result-picture">
    <img id="result-image" alt="" hidden>
    <video id="result-movie" controls playsinline loop preload="metadata" data-label="movie" hidden></video>
  </div>
  <p id="result-facts" class="note"></p>
  <p id="result-lost" class="note" hidden></p>
  <div class="result-actions">
    <a class="button tinted" id="result-save" download><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#download"/></svg><span data-text="save"></span></a>
    <a class="button tinted" id="result-download" download><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#film"/></svg><span data-text="downloadMovie"></span></a>
    <button type="button" class="button solid" id="result-sticker"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#sticker"/></svg><span data-text="makeSticker"></span></button>
  </div>
  <button type="button" class="button bare wide danger-text" id="result-delete"><span data-text="delete"></span></button>
</dialog>

<input id="video-input" class="visually-hidden" type="file" accept="video/*,.mkv" tabindex="-1" data-label="chooseVideo">
<input id="film-input" class="visually-hidden" type="file" accept="video/*" capture="environment" tabindex="-1" data-label="chooseVideo">
<input id="map-input" class="visually-hidden" type="file" accept="image/*" tabindex="-1" data-label="mapPicture">
`,
});
