import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { keepLanes, type LaneParts } from "../judging/keep-lane.ts";
import { lockNumber } from "../manifests/attachment-store.ts";
import { auditAttached } from "../manifests/audit-attached.ts";
import { type OwnedContainer, readBackContainer } from "../record/container-store.ts";
import { snapshotContainer } from "../record/present-container.ts";
import { beginContainer } from "./begin-container.ts";

/** A container that a user registers and owns, or that the records of a device are given to. */
export type Registration = {
  number: ContainerNumber;
  sizeType?: string | undefined;
  ownerId: string;
  /** The time of the first record of a device, if it has one. */
  recordedAt?: Date | undefined;
  audit: Audit;
  newId: () => string;
} & LaneParts;

/** Creates a container with its owner and the manifests that wait for its number; undefined when that is taken. */
export async function makeContainer(
  tx: DatabaseOrTransaction,
  { number, sizeType, ownerId, recordedAt, audit, newId, nowMs, matchRules }: Registration,
): Promise<OwnedContainer | undefined> {
  await lockNumber(tx, number.key);
  const id = newId();
  const source = recordedAt ? ("edge" as const) : ("user" as const);
  const ids = { id, visitId: newId() };
  if (!(await beginContainer(tx, { ...ids, number, sizeType, ownerId, source, recordedAt, nowMs }))) return undefined;
  await keepLanes(tx, { matchRules, nowMs }, id);
  const found = await readBackContainer(tx, id);
  const after = snapshotContainer(found.container);
  await audit(tx, { action: "container.create", subject: { type: "container", id }, before: null, after });
  await auditAttached(tx, audit, id, found.container.furtherManifestIds);
  return found;
}
