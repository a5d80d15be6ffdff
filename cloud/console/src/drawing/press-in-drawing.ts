import type { KeyboardEvent } from "react";
import type { Drawing } from "./use-drawing.ts";

/** The keys of a reviewer in the picture; returns whether the key was one of them. */
export function pressInDrawing(drawing: Drawing, event: KeyboardEvent<HTMLElement>): boolean {
  const { currentTarget: frame } = event;
  const withControl = event.ctrlKey || event.metaKey;
  const actions = withControl ? { z: () => void drawing.undo() } : actionsOf(drawing, frame);
  const action = event.altKey ? undefined : new Map(Object.entries(actions)).get(event.key);
  if (!action) return false;
  event.preventDefault();
  action();
  return true;
}

/** Returns the current action of each key. */
function actionsOf({ work, isAiming, hasChanges, aim, close, remove }: Drawing, frame: HTMLElement) {
  const leave = () => {
    close();
    // An outline keeps the focus; a new box and the surface are taken away.
    if (!work?.object) frame.focus({ preventScroll: true });
  };
  return {
    b: aim,
    e: work && (() => focusNextCorner(frame)),
    Escape: work || isAiming ? leave : undefined,
    Delete: work?.object?.isAdded ? () => void remove() : undefined,
    // The form asks for missing values.
    Enter: hasChanges ? () => formOf(frame)?.requestSubmit() : undefined,
  };
}

/** Goes from corner to corner, and from the last one to the first. */
function focusNextCorner(frame: HTMLElement): void {
  const corners = [...frame.querySelectorAll<SVGElement>(".handle")];
  const at = corners.findIndex((corner) => corner === document.activeElement);
  corners[(at + 1) % corners.length]?.focus({ preventScroll: true });
}

const formOf = (frame: HTMLElement) => frame.parentElement?.querySelector<HTMLFormElement>(".drawing-form");
