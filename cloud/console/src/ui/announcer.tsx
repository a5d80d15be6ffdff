import { createStore, useStore } from "../api/store.ts";

const message = createStore("");

/** Has screen readers read a text aloud, such as the outcome of an action. */
export function announce(text: string): void {
  message.set("");
  // Not in one rendering with the empty text: the same text twice would be no change.
  window.setTimeout(() => message.set(text), 50);
}

/** The page's only live region besides those of alerts and the connection. */
export const Announcer = () => (
  <div className="unseen" aria-live="polite" aria-atomic="true">
    {useStore(message)}
  </div>
);
