import type { ChainEnd, DeviceConfiguration } from "@container-inspection/shared-schemas/device-configurations";
import type { joinRequest } from "@container-inspection/shared-schemas/heartbeats";
import type { z } from "zod";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { findOtherHolder } from "../../inspection/provenance/signing-key-store.ts";
import { claimNames } from "../../inspection/provenance/claim-store.ts";
import { findChainEnds } from "../../inspection/provenance/chain-end-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findConfiguration } from "../configurations/configuration-store.ts";
import { presentConfiguration } from "../configurations/present-configuration.ts";
import type { Needs } from "../parts.ts";
import { type EdgeDeviceRow, lockEdgeDevice, updateEdgeDevice } from "../register/edge-device-store.ts";
import { issueKey } from "./issue-key.ts";
import { findJoinCode, findOpenJoinCode, spendJoinCode } from "./join-code-store.ts";
import { isProven, registerSigningKey } from "./register-signing-key.ts";
import { hashJoinCode } from "./join-code.ts";

/** The default overlap of a rotation. */
const OVERLAP_MINUTES = 1_440;

type Joined =
  | { outcome: "joined"; device: EdgeDeviceRow; apiKey: string; restored: Restored | undefined }
  | { outcome: "no-configuration" }
  | { outcome: "unproven" }
  | { outcome: "key-in-use"; usedBy: string }
  | { outcome: "unknown" }
  | { outcome: "expired" };

/** Data that new hardware receives from the hardware that it replaces. */
type Restored = { configuration: DeviceConfiguration; chainEnds: ChainEnd[] };

/**
 * Exchanges a code for a key of its device. Of any number of callers with one code, one gets the key. `auditFor`
 * creates the audit log with the device as the actor, which is known only from the code. With `restore`, a code
 * of a device without a kept configuration is not used up; nor is one that comes with another device's signing key.
 */
export async function redeemJoinCode(
  { db, settings, nowMs, newId }: Needs<"db" | "settings" | "nowMs" | "newId">,
  request: z.output<typeof joinRequest>,
  auditFor: (device: { id: string; name: string }) => Audit,
): Promise<Joined> {
  const { signing_key: publicKey, signing_key_proof: proof } = request;
  if (publicKey !== undefined && !isProven({ publicKey, proof, subject: request.code })) return { outcome: "unproven" };
  const codeHash = hashJoinCode(request.code, settings.jwtSecret);
  const code = await findJoinCode(db, codeHash);
  if (!code) return { outcome: "unknown" };
  const now = new Date(nowMs());
  return db.transaction(async (tx): Promise<Joined> => {
    // The device first, as everywhere: revoking locks the device before its codes.
    const device = await lockEdgeDevice(tx, code.deviceId);
    if (!device) return { outcome: "unknown" };
    if ((await findOpenJoinCode(tx, device.id, now))?.codeHash !== codeHash) return { outcome: "expired" };
    const restored = request.restore === true ? await findRestored(tx, device) : undefined;
    if (request.restore === true && !restored) return { outcome: "no-configuration" };
    const holder = await findHolderOf(tx, publicKey, device);
    if (holder) return { outcome: "key-in-use", usedBy: holder.name };
    if (device.revokedAt || !(await spendJoinCode(tx, codeHash, now))) return { outcome: "expired" };
    const { apiKey, hint, earlierEndAt } = await issueKey(tx, device, { now, overlapMinutes: OVERLAP_MINUTES });
    const { device_id: reportedId = device.reportedId, agent_version: agentVersion = device.agentVersion } = request;
    const changed = await updateEdgeDevice(tx, device.id, { reportedId, agentVersion });
    await claimNames(tx, { kind: "device", names: namesOf(request), edgeDeviceId: device.id, now });
    const subject = { type: "edge-device", id: device.id };
    const signingKey = publicKey && (await registerSigningKey(tx, device, { id: newId(), publicKey, now }));
    const after = {
      keyHint: hint,
      earlierKeysEndAt: earlierEndAt.toISOString(),
      reportedId,
      signingKey,
      restored: restored && true,
    };
    await auditFor(device)(tx, { action: "edge-device.join", subject, before: null, after });
    return { outcome: "joined", device: changed, apiKey, restored };
  });
}

const namesOf = ({ device_id: name }: { device_id?: string | undefined }) => (name === undefined ? [] : [name]);

/** The other device to which the signing key of a request belongs. */
async function findHolderOf(tx: DatabaseOrTransaction, publicKey: string | undefined, { id: deviceId }: EdgeDeviceRow) {
  return publicKey === undefined ? undefined : findOtherHolder(tx, { publicKey, deviceId });
}

async function findRestored(tx: DatabaseOrTransaction, device: EdgeDeviceRow): Promise<Restored | undefined> {
  const found = await findConfiguration(tx, device.id);
  if (!found) return undefined;
  const { id: edgeDeviceId, reportedId } = device;
  const chainEnds = reportedId === null ? [] : await findChainEnds(tx, { edgeDeviceId, deviceId: reportedId });
  return { configuration: presentConfiguration(found), chainEnds };
}
