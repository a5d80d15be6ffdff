import type { Polygon, Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { objectsOf, type ScanObject } from "./objects.ts";
import type { ScanImage } from "../pictures/picture-image.tsx";
import type { Box } from "../pictures/use-zoom.ts";
import { announce } from "../ui/announcer.tsx";
import { boxOf, fitInto, outlineOf } from "./boxes.ts";
import { type Change, inverseOf, writeChange } from "./drawing-api.ts";

/** The object that is changed: one of the scan, or a new box. */
export type Work = {
  object: ScanObject | undefined;
  /** Outline before the unsaved changes; for a new box, the outline as first drawn. */
  outline: Polygon;
  className: string;
  /** Box at each step; the last one is the current box. */
  steps: readonly Box[];
  /** True if the new box was placed with the keyboard, which then moves it. */
  isTyped?: boolean;
};

export type Drawing = ReturnType<typeof useDrawing>;

/** The last box of some work. */
export const boxIn = ({ steps, outline }: Work): Box => steps.at(-1) ?? boxOf(outline);

/** The outline of some work, at its last box. */
export const outlineIn = (work: Work): Polygon => (isMoved(work) ? fitInto(work.outline, boxIn(work)) : work.outline);

const isMoved = ({ steps }: Work) => steps.length > 1;

/** Returns true if the work has changes to save. */
export const isChanged = (work: Work): boolean =>
  !work.object || isMoved(work) || work.className !== work.object.className;

/** The changes of a scan that are saved here one by one, each with what takes it back. */
function useChanges(scan: Scan, objects: readonly ScanObject[]) {
  const [past, setPast] = useState<readonly Change[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const { write, busy, problem } = useWrite(
    (asked: Parameters<typeof writeChange>[0]) => writeChange(asked).finally(() => setIsSaving(false)),
    ["container", "containers"],
  );
  const make = async (change: Change, onDone: () => void, isUndo = false): Promise<number | undefined> => {
    const before = change.kind === "set" ? objects.find(({ index }) => index === change.index)?.verdict : undefined;
    let made: number | undefined;
    setIsSaving(true);
    await write({ scan, change }, (index) => {
      made = index;
      if (isUndo) setPast((all) => renumbered(all.slice(0, -1), change, index));
      else setPast((all) => [...all, inverseOf(change, before, index)]);
      onDone();
    });
    return made;
  };
  return { past, make, busy, isSaving, problem, forget: () => setPast([]) };
}

/** Objects of a scan as a reviewer moves, stretches, names, adds and removes them; each saved change can be undone. */
export function useDrawing(scan: Scan, image: ScanImage) {
  const objects = objectsOf(scan);
  const [scanId, setScanId] = useState(scan.id);
  const [work, setWork] = useState<Work>();
  const [isAiming, setIsAiming] = useState(false);
  const { past, make, busy, isSaving, problem, forget } = useChanges(scan, objects);
  const hasChanges = work !== undefined && isChanged(work);
  const close = () => {
    setWork(undefined);
    setIsAiming(false);
  };
  if (scanId !== scan.id) {
    // Another picture: its objects are others.
    setScanId(scan.id);
    close();
    forget();
  }
  const closeWith = (text: string) => () => {
    close();
    announce(text);
  };
  const actions = actionsOf({ objects, work, setWork, setIsAiming, isHeld: hasChanges || busy });
  const save = async () =>
    work && hasChanges && work.className.trim() !== ""
      ? make(changeOf(work), closeWith(t`Saved: ${work.className}`))
      : undefined;
  const remove = async () => {
    const { object } = work ?? {};
    if (!object?.isAdded) return;
    await make({ kind: "set", index: object.index, body: undefined }, closeWith(t`Removed: ${object.className}`));
  };
  const undo = async () => {
    if (isSaving) return undefined;
    if (work && isMoved(work)) return setWork({ ...work, steps: work.steps.slice(0, -1) });
    const last = past.at(-1);
    if (last && !hasChanges) await make(last, closeWith(t`Undone`), true);
    return undefined;
  };
  const canUndo = hasChanges && work ? isMoved(work) : past.length > 0;
  return { image, work, isAiming, busy, isSaving, problem, hasChanges, canUndo, close, save, remove, undo, ...actions };
}

type Parts = {
  objects: readonly ScanObject[];
  work: Work | undefined;
  setWork: (change: (now: Work | undefined) => Work | undefined) => void;
  setIsAiming: (change: (isAiming: boolean) => boolean) => void;
  /** True if unsaved changes must not be discarded for another object. */
  isHeld: boolean;
};

/** Returns the actions that start work on an object or a new box, and change it before it is saved. */
const actionsOf = ({ objects, work, setWork, setIsAiming, isHeld }: Parts) => ({
  aim: () => {
    if (isHeld) return;
    setWork(() => undefined);
    setIsAiming((isAiming) => !isAiming);
  },
  select: (index: number) => {
    const object = objects.find((one) => one.index === index);
    const { polygon: outline } = object ?? {};
    if (!object || !outline || isHeld || work?.object?.index === index) return;
    setIsAiming(() => false);
    setWork(() => ({ object, outline, className: object.className, steps: [boxOf(outline)] }));
  },
  begin: (box: Box, isTyped: boolean) => {
    setIsAiming(() => false);
    setWork(() => ({ object: undefined, outline: outlineOf(box), className: "", steps: [box], isTyped }));
  },
  /** Changes the box; a continued change, such as a drag, is one step. */
  move: (change: (box: Box) => Box, isContinued = false) =>
    setWork((now) => {
      if (!now) return now;
      const box = change(boxIn(now));
      return { ...now, steps: isContinued && isMoved(now) ? [...now.steps.slice(0, -1), box] : [...now.steps, box] };
    }),
  name: (className: string) => setWork((now) => now && { ...now, className }),
});

function changeOf(work: Work): Change {
  const { object } = work;
  const className = work.className.trim();
  const polygon = outlineIn(work);
  if (!object) return { kind: "add", body: { className, polygon } };
  const { index, isAdded, verdict } = object;
  const note = verdict?.note ? { note: verdict.note } : {};
  if (isAdded) return { kind: "set", index, body: { verdict: "added", className, polygon, ...note } };
  // Earlier corrections are kept.
  const kept = isMoved(work) || verdict?.polygon ? { polygon } : {};
  const named = className !== object.className || typeof verdict?.className === "string" ? { className } : {};
  return { kind: "set", index, body: { verdict: "corrected", ...named, ...kept, ...note } };
}

/** Added again, an object has another index. */
function renumbered(changes: readonly Change[], made: Change, index: number): Change[] {
  if (made.kind !== "add" || made.was === undefined) return [...changes];
  return changes.map((one) => (one.kind === "set" && one.index === made.was ? { ...one, index } : one));
}
