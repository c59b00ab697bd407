import { processAll } from "../core/api.js";
import { failed } from "../core/notices.js";
import { isClip, isStopped } from "../core/photo-state.js";
import { store } from "../core/store.js";

/** More photos than these take long, and are made when a person asks for all, or comes to each. */
const few = 30;

/** Whether a person has stopped "make all", and not asked for it again. */
export const batch = { isStopped: false };

/** Makes the stickers that are missing, if they are few and none is of a clip, which takes long. */
export function makeFew() {
  if (batch.isStopped || store.progress.running || store.counts.waiting === 0) return;
  const waiting = store.all.filter((photo) => photo.state === "waiting" && !isStopped(photo));
  if (waiting.length <= few && !waiting.some(isClip)) processAll().catch(failed);
}
