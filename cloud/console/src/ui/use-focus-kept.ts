import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the first button of an element when the part of it that had the focus is taken away. A part that
 * is still there has lost the focus to something else, as a click moves it there before anything has it.
 */
export function useFocusKept<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    const { current } = element;
    const isTakenAway = focused.current?.isConnected === false;
    if (isTakenAway && document.activeElement === document.body) current?.querySelector("button")?.focus();
    const note = () => {
      const { activeElement } = document;
      focused.current = current?.contains(activeElement) ? activeElement : null;
    };
    note();
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  });
  return element;
}
