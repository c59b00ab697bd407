import { byId } from "../core/elements.js";
import { chooseShot } from "../stickers/intake.js";
import { take } from "../stickers/arrivals.js";
import { showSticker } from "../stickers/screen.js";
import "./markup.js";
import { startCameraTab } from "./camera.js";

export const camera = {
  name: "camera", title: "tabCamera", picture: "camera", panel: byId("camera-panel"), hidesUntilReady: true,
  start: () => startCameraTab({ take, choose: chooseShot, made: showSticker }),
};
