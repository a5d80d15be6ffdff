import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { listPlace } from "../shell/list-place.ts";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { deleteContainer } from "./actions-api.ts";

/** Has the number of a container typed before it is deleted. */
export function DeleteDialog({ container: { id, containerNumber }, close }: ActionProps) {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  // Not the group of the container: it would be read again, and found to be missing.
  const { write, busy, problem } = useWrite(deleteContainer, ["containers", "escalations"]);
  const submit = () =>
    write(id, () => {
      announce(t`${containerNumber} deleted`);
      close();
      void navigate(listPlace("/containers"));
    });
  return (
    <ActionDialog
      title={t`Delete ${containerNumber}?`}
      action={t`Delete container`}
      isDanger
      isReady={typed.trim().toUpperCase() === containerNumber.toUpperCase()}
      {...{ submit, busy, problem, close }}
    >
      <p className="faint">
        {t`The container is no longer found, and its number and its manifests become free. Its scans and photos stay in the records. This cannot be undone.`}
      </p>
      <label className="faint">
        {t`Type ${containerNumber} to confirm`}
        <input
          className="number"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoFocus
          autoComplete="off"
          required
        />
      </label>
    </ActionDialog>
  );
}
