import { useEffect, useRef } from "react";
import { createStore } from "../api/store.ts";
import { isDialogOpen } from "./is-dialog-open.ts";

const KEY = "keys off";

/** True if single keys act on any page; the user's choice in this browser. */
export const keysEnabled = createStore(localStorage.getItem(KEY) === null);

export function enableKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "1");
  keysEnabled.set(isOn);
}

/**
 * Runs an action for each key that is pressed outside of fields and dialogs. A key without an action presses the button
 * or choice that names it in `aria-keyshortcuts`.
 */
export function useKeys(actions: Record<string, () => void>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !keysEnabled.get() || isTaken(event.target)) return;
      const action = current.current[event.key] ?? controlFor(event.key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** A field keeps its keys; a dialog, too, which takes the page's controls out of reach. */
const isTaken = (target: EventTarget | null) =>
  isDialogOpen() ||
  (target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), textarea, select"));

function controlFor(key: string): (() => void) | undefined {
  const found = document.querySelector(`main [aria-keyshortcuts="${CSS.escape(key)}"]:enabled`);
  if (!(found instanceof HTMLElement)) return undefined;
  return found instanceof HTMLTextAreaElement ? () => found.focus() : () => found.click();
}
