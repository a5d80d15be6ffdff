import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import { attachWaitingManifests } from "../manifests/attachment-store.ts";
import { type ContainerRow, insertContainer, insertFirstVisit, type NewContainer } from "../record/container-store.ts";
import type { ManifestRow } from "../record/manifest-store.ts";
import { recordCreated } from "../record/record-created.ts";
import type { VisitRow } from "../record/visit-store.ts";

/** A container as it was inserted, without the manifests that were then attached to it. */
type BegunContainer = { container: ContainerRow; visit: VisitRow; attached: ManifestRow[] };

/**
 * Inserts a container with its first visit, their live events, and the manifests that wait for its number, in three
 * messages; undefined when its number is taken, as for `insertContainer`. Call `lockNumber` first.
 */
export async function beginContainer(
  tx: DatabaseOrTransaction,
  made: NewContainer,
): Promise<BegunContainer | undefined> {
  const container = await insertContainer(tx, made);
  if (!container) return undefined;
  const { recordedAt, nowMs } = made;
  const [visit, , attached] = await sendTogether([
    insertFirstVisit(tx, container, recordedAt),
    recordCreated(tx, container, { hasRecord: recordedAt !== undefined, nowMs }),
    attachWaitingManifests(tx, container, nowMs),
  ]);
  return { container, visit, attached };
}
