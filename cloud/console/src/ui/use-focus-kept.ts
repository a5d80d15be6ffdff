import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to the first button of an element when the part of it that had the focus is taken away. */
export function useFocusKept<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const { current } = element;
    if (hadFocus.current && document.activeElement === document.body) current?.querySelector("button")?.focus();
    const note = () => (hadFocus.current = current?.contains(document.activeElement) === true);
    note();
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  });
  return element;
}
