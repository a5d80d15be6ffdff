import type { NumberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "react";
import { useMe } from "../api/me.ts";
import { clearDraft, readDraft, writeDraft } from "../forms/drafts.ts";
import { type EditedSettings, editedDifferences } from "./rule-settings.ts";

/** The settings as they are edited for a site. The tab keeps them until they are proposed or discarded. */
export function useEditedSettings({ rules }: NumberedRuleSet, siteId: string | undefined) {
  const userId = useMe().data?.id ?? "";
  const draft = `rules of ${siteId ?? t`every site`}`;
  const [edited, setEdited] = useState(() => textsOf(readDraft(userId, draft)));
  const differences = useMemo(() => editedDifferences(rules, edited), [rules, edited]);
  const isChanged = differences.length > 0;
  useEffect(() => {
    if (isChanged) writeDraft(userId, draft, edited);
    else clearDraft(userId, draft);
  }, [userId, draft, edited, isChanged]);
  return {
    edited,
    differences,
    edit: (path: string, text: string) => setEdited({ ...edited, [path]: text }),
    discard: () => setEdited({}),
  };
}

export type EditedSettingsState = ReturnType<typeof useEditedSettings>;

/** Returns the edited settings that the tab has kept. */
const textsOf = (draft: Record<string, unknown>): EditedSettings =>
  Object.fromEntries(Object.entries(draft).filter((one): one is [string, string] => typeof one[1] === "string"));
