import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { clearDraft, hasDraft } from "../forms/drafts.ts";
import { useMe } from "../api/me.ts";
import { useFocusKept } from "../ui/use-focus-kept.ts";
import { NameForm } from "./name-form.tsx";
import type { Edit } from "./use-edit.ts";

type Props = {
  place: { id: string; name: string };
  kind: "site" | "lane";
  isFirst: boolean;
  edit: Edit;
  /** Consequence of its removal for its cameras. */
  consequence: string;
  /** The name as it is shown. */
  children: ReactNode;
};

/** The name of a site or lane, and the buttons that rename, move and remove it. */
export function PlaceName({ place: { id, name }, kind, isFirst, edit, consequence, children }: Props) {
  const userId = useMe().data?.id ?? "";
  const draft = `name of ${id}`;
  const [isRenaming, setIsRenaming] = useState(() => hasDraft(userId, draft));
  const element = useFocusKept<HTMLDivElement>();
  const close = () => {
    clearDraft(userId, draft);
    setIsRenaming(false);
  };
  const rename = async (renamed: string) => {
    const isSaved = await edit.change({ kind: "rename", id, name: renamed }, t`${name} renamed to ${renamed}`);
    if (isSaved) close();
    return isSaved;
  };
  if (isRenaming)
    return (
      <div ref={element} className="place-name">
        <NameForm
          label={t`New name of ${name}`}
          action={t`Save`}
          draft={draft}
          name={name}
          save={rename}
          busy={edit.busy}
        >
          <button type="button" className="quiet" onClick={close}>{t`Cancel`}</button>
        </NameForm>
      </div>
    );
  return (
    <div ref={element} className="place-name">
      {children}
      <span className="device-actions">
        <button type="button" className="quiet" onClick={() => setIsRenaming(true)}>{t`Rename`}</button>
        <button
          type="button"
          className="quiet"
          aria-label={t`Move ${name} up`}
          aria-disabled={isFirst || edit.busy}
          onClick={() => void (isFirst || edit.busy || edit.change({ kind: "move-up", id }, t`${name} moved up`))}
        >
          ↑
        </button>
        <button type="button" className="quiet" onClick={() => void edit.remove({ id, name, kind, consequence })}>
          {kind === "site" ? t`Remove site` : t`Remove lane`}
        </button>
      </span>
    </div>
  );
}
