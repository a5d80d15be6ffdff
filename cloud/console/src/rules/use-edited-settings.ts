import type { NumberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "react";
import { useMe } from "../api/me.ts";
import { clearDraft, readDraft, writeDraft } from "../forms/drafts.ts";
import { type EditedSettings, editedDifferences, hasProblem } from "./rule-settings.ts";
import { isRow, type Shown } from "./setting-values.ts";

/** The settings as they are edited for a site. The tab keeps them until they are proposed or discarded. */
export function useEditedSettings({ rules }: NumberedRuleSet, siteId: string | undefined) {
  const userId = useMe().data?.id ?? "";
  const draft = `rules of ${siteId ?? t`every site`}`;
  const [edited, setEdited] = useState(() => editedIn(readDraft(userId, draft)));
  const differences = useMemo(() => editedDifferences(rules, edited), [rules, edited]);
  const isChanged = differences.length > 0;
  useEffect(() => {
    if (isChanged) writeDraft(userId, draft, { edited });
    else clearDraft(userId, draft);
  }, [userId, draft, edited, isChanged]);
  return {
    edited,
    differences,
    /** True if a changed setting cannot be proposed as it is. */
    hasProblem: useMemo(() => hasProblem(edited), [edited]),
    edit: (path: string, shown: Shown) => setEdited((before) => ({ ...before, [path]: shown })),
    discard: () => setEdited({}),
  };
}

export type EditedSettingsState = ReturnType<typeof useEditedSettings>;

/** Returns the edited settings that the tab has kept. */
const editedIn = ({ edited }: Record<string, unknown>): EditedSettings => (isRow(edited) ? edited : {});
