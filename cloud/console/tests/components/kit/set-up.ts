// A setup file of Vitest: runs before each test file of components.
import { configure } from "@testing-library/dom";
import { afterEach, vi } from "vitest";
import { noteAnswer } from "../../../src/api/connection.ts";
import { sessionEnded } from "../../../src/api/session.ts";
import { newRecoveryCodes } from "../../../src/accounts/recovery-codes.ts";
import { lastMatchedChange } from "../../../src/manifests/match-change.tsx";
import { lastSavedDoubts } from "../../../src/manifests/saved-doubts.tsx";
import { askedQuestion } from "../../../src/ui/confirm.ts";
import { lastDone } from "../../../src/ui/undo.ts";
import { keysEnabled } from "../../../src/ui/use-keys.ts";

// A loaded machine must not fail what waits for a condition, and a test ends after a minute. Hidden elements are few, and to find out takes long.
configure({
  asyncUtilTimeout: 45_000,
  defaultHidden: true,
  getElementError: (message) => new Error(`${message}\nThe page shows: ${document.body.textContent}`),
});

/** State that outlives a page in one browser tab is new for each test, since all files of a worker share it. */
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  for (const store of [askedQuestion, lastDone, lastMatchedChange, lastSavedDoubts, newRecoveryCodes])
    store.set(undefined);
  noteAnswer();
  sessionEnded.set(false);
  keysEnabled.set(true);
});

/** happy-dom does not know the element yet, of which React would warn. */
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: Element) {
    return this.localName === "search" ? "HTMLElement" : "HTMLUnknownElement";
  },
});

/** happy-dom has no stream of events: pages are read again when the test asks for it. */
class QuietEvents extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  close(): void {
    this.readyState = QuietEvents.CLOSED;
  }
}
Reflect.set(globalThis, "EventSource", QuietEvents);
