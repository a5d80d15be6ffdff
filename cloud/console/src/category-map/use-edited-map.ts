import type { NumberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { useEffect, useMemo, useState } from "react";
import { useMe } from "../api/me.ts";
import { clearDraft, readDraft, writeDraft } from "../forms/drafts.ts";
import { type EditedClass, type EditedMap, editedOf, mapOf } from "./edited-map.ts";
import { differencesOf } from "./map-differences.ts";
import { hasMapProblem } from "./map-problems.ts";

const DRAFT = "table of the category map";
/** Edited map, and the version that was in force when editing began. */
type Kept = { edited: EditedMap; basedOn: number };

/** The map as it is edited. The tab keeps it until it is saved or discarded. */
export function useEditedMap(current: NumberedCategoryMap) {
  const userId = useMe().data?.id ?? "";
  const [kept, setKept] = useState(() => keptOf(readDraft(userId, DRAFT)));
  const untouched = useMemo(() => ({ edited: editedOf(current.map), basedOn: current.version }), [current]);
  const { edited, basedOn } = kept ?? untouched;
  const map = useMemo(() => mapOf(edited), [edited]);
  const differences = useMemo(() => differencesOf(current.map, map), [current.map, map]);
  const isChanged = kept !== undefined && differences.length > 0;
  useEffect(() => {
    if (isChanged) writeDraft(userId, DRAFT, kept);
    else clearDraft(userId, DRAFT);
  }, [userId, kept, isChanged]);
  const edit = (changed: Partial<EditedMap>) => setKept({ edited: { ...edited, ...changed }, basedOn });
  return {
    edited,
    basedOn,
    map,
    differences,
    /** True if a part of the map cannot be put in force as it is. */
    hasProblem: useMemo(() => hasMapProblem(edited), [edited]),
    edit,
    editClass: (at: number, changed: Partial<EditedClass>) =>
      edit({ classes: edited.classes.map((entry, index) => (index === at ? { ...entry, ...changed } : entry)) }),
    /** Continues with the content of another version; to save it puts that content in force again. */
    startFrom: (version: NumberedCategoryMap) => setKept({ edited: editedOf(version.map), basedOn: current.version }),
    /** Keeps the edits, so that saving them replaces the map currently in force. */
    accept: () => setKept({ edited, basedOn: current.version }),
    discard: () => setKept(undefined),
  };
}

export type EditedMapState = ReturnType<typeof useEditedMap>;

/** Returns the edited map that the tab has kept, if any; only this page writes the draft. */
function keptOf(draft: Record<string, unknown>): Kept | undefined {
  const isKept = (value: object): value is Kept => "edited" in value && "basedOn" in value;
  return isKept(draft) ? draft : undefined;
}
