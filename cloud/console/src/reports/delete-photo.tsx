import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import { t } from "@lingui/core/macro";
import { api, bodyOf } from "../api/client.ts";
import { useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";

type Props = { photo: Evidence; ownerId: string };

/** Button to delete a photo, for its uploader and the owner of its container, as the service allows no other user. */
export function DeletePhoto({ photo: { containerId: id, evidenceId, note, uploader, image }, ownerId }: Props) {
  const userId = useMe().data?.id;
  const { write, busy, problem } = useWrite(
    () => bodyOf(api.DELETE("/v1/containers/{id}/evidence/{evidenceId}", { params: { path: { id, evidenceId } } })),
    ["container"],
  );
  if (userId !== uploader.id && userId !== ownerId) return null;
  const remove = async () => {
    const text = `${note ?? t`It has no note.`} SHA-256 ${image.sha256.slice(0, 12)}… ${t`This cannot be undone.`}`;
    if (await confirm({ title: t`Delete this photo?`, text, action: t`Delete photo`, isDanger: true }))
      await write(undefined, () => announce(t`Photo deleted`));
  };
  return (
    <>
      <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>{t`Delete …`}</button>
      <Problem text={problem} />
    </>
  );
}
