import { request } from "../core/api.js";

/** @type {(id?: string, rest?: string) => string} */
const path = (id, rest = "") => `/library/packs${id ? `/${id}` : ""}${rest}`;

/**
 * With its stickers.
 *
 * @typedef {API.KeptPack & { photos: string[] }} WholePack
 */

/** @type {(id: string) => Promise<WholePack>} */
export const packOf = (id) => request("GET", path(id));
/** @type {(pack: API.NewPack) => Promise<WholePack>} */
export const makePack = (pack) => request("POST", path(), pack);
/** @type {(id: string, change: API.PackChange) => Promise<WholePack>} */
export const changePack = (id, change) => request("PATCH", path(id), change);
/** @type {(id: string) => Promise<unknown>} */
export const removePack = (id) => request("DELETE", path(id));
/** @type {(id: string) => Promise<WholePack>} */
export const restorePack = (id) => request("POST", path(id, "/restore"));
