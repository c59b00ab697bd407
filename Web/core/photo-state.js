/**
 * Whether a sticker that moves is made of it, or was made.
 *
 * @param {API.Photo | undefined} photo
 */
export const isClip = (photo) => photo?.clip !== undefined;

/**
 * Whether its sticker is being made, or one in place of that which is there.
 *
 * @param {API.Photo} photo
 */
export const isInWork = ({ state, rendering }) => state === "loading" || state === "processing" || (state === "done" && rendering === true);

/**
 * Whether a person has ended the work on its sticker, and there is none.
 *
 * @param {API.Photo | undefined} photo
 */
export const isStopped = (photo) => photo?.state === "waiting" && photo.stopped === true;

/** @param {API.Photo | undefined} photo */
export const moves = (photo) => photo?.state === "done" && photo.sticker?.living !== undefined;

/**
 * Whether nothing stands out in a photo. A brush stroke can tell what is wanted.
 *
 * @param {API.Photo | undefined} photo
 */
export const needsStroke = (photo) => photo?.state === "invalid" && photo.error?.code === "noSubject" && !isClip(photo);

/** @param {API.Photo | undefined} photo */
export const isEditable = (photo) => photo?.state === "done" || needsStroke(photo);

/**
 * Whether a style reaches it: a photo with a sticker, or one whose turn is still to come. One that failed would be
 * processed anew for nothing but its border.
 *
 * @param {API.Photo | undefined} photo
 */
export const takesStyle = (photo) => photo !== undefined && photo.state !== "invalid";

/** As on the contact sheet of a pack. */
const doubtfulBelow = 0.86;

/**
 * Whether the network is not sure of a photo's subject or edge. It has no say where a person painted.
 *
 * @param {API.Photo | undefined} photo
 */
export const isDoubtful = (photo) =>
  photo?.state === "done" && typeof photo.confidence === "number" && photo.confidence < doubtfulBelow;

/**
 * What a person should look at first: photos without a sticker, then the doubtful ones, the least sure first. The
 * others keep their order.
 *
 * @param {API.Photo[]} photos
 */
export function inReviewOrder(photos) {
  /** @param {API.Photo} photo */
  const rank = (photo) => (photo.state === "invalid" ? -1 : isDoubtful(photo) ? photo.confidence ?? 2 : 2);
  return photos.map((photo, at) => ({ photo, at }))
    .sort((one, other) => rank(one.photo) - rank(other.photo) || one.at - other.at)
    .map(({ photo }) => photo);
}
