// Types that several of the page's modules share, and what TypeScript does not know of browsers yet.

type Store = import("./core/store.js").Store;
type Connection = "connecting" | "open" | "lost" | "locked";

/// What goes into a text's `{names}`.
type Named = Record<string, string | number | { toString(): string }>;

/// The studio's reason, a `StudioError`, or what the browser says.
interface Failure {
  code?: string;
  message?: string;
  retryAt?: number | null;
}

/// What the browser says of cameras has a name.
interface CameraFailure extends Failure {
  name?: string;
}

type StudioEvent =
  | { type: "snapshot"; data: API.Snapshot }
  | { type: "photo"; data: API.Photo }
  | { type: "removed"; data: { ids: string[] } }
  | { type: "order"; data: { ids: string[] } }
  | { type: "progress"; data: API.Progress }
  | { type: "library"; data: API.Library }
  | { type: "packs"; data: { packs: API.KeptPack[] } }
  | { type: "catalog"; data: API.Catalog };

/// What the browser's tabs with the page tell each other.
type TabMessage =
  | { kind: "restart" }
  | { kind: "hello" }
  | { kind: "event"; event: StudioEvent; id: string }
  | { kind: "status"; status: Connection }
  | { kind: "answer"; snapshot: API.Snapshot | null; id: string | null; status: Connection };

/// A pack that the grid shows in place of all stickers, and how it is changed.
interface ShownPack {
  id: string;
  name: string;
  /// In its order.
  photos: string[];
  cover?: string;
  sort(ids: string[], before: string[]): void;
  /// Takes stickers out of it.
  remove(ids: string[]): void;
  /// Puts duplicates behind the stickers of which they were made.
  insert(copies: Map<string, string>): void;
}

/// One side of the page.
interface PageScreen {
  /// Its tab's, and the address' behind the number sign.
  name: string;
  /// The key of its tab's text.
  title: string;
  /// Its tab's symbol.
  picture: string;
  panel: HTMLElement;
  /// Whether the panel waits for the studio's first word.
  hidesUntilReady: boolean;
  start(): void;
}

declare class OffscreenCanvas {}
interface VideoFrameMetadata {
  captureTime?: number;
}
interface HTMLElement {
  showPopover?(): void;
  hidePopover?(): void;
}
interface Navigator {
  userActivation?: { isActive: boolean };
}
interface Element {
  checkVisibility?(options: { contentVisibilityAuto?: boolean }): boolean;
}
interface Array<T> {
  findLastIndex(predicate: (value: T) => boolean): number;
}
