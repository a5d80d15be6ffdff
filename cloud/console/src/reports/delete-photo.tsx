import type { Evidence } from "@container-inspection/shared-schemas";
import { api, bodyOf } from "../api/client.ts";
import { useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";

type Props = { photo: Evidence; ownerId: string };

/** For the uploader of a photo and the owner of its container, as the service allows it to no other user. */
export function DeletePhoto({ photo: { containerId: id, evidenceId, note, uploader, image }, ownerId }: Props) {
  const userId = useMe().data?.id;
  const { write, busy, problem } = useWrite(
    () => bodyOf(api.DELETE("/v1/containers/{id}/evidence/{evidenceId}", { params: { path: { id, evidenceId } } })),
    ["container"],
  );
  if (userId !== uploader.id && userId !== ownerId) return null;
  const remove = async () => {
    const text = `${note ?? "It has no note."} SHA-256 ${image.sha256.slice(0, 12)}… This cannot be undone.`;
    if (await confirm({ title: "Delete this photo?", text, action: "Delete photo" }))
      await write(undefined, () => announce("Photo deleted"));
  };
  return (
    <>
      <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>
        Delete …
      </button>
      <Problem text={problem} />
    </>
  );
}
