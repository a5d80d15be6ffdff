import type { joinRequest } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { Needs } from "../parts.ts";
import { type EdgeDeviceRow, lockEdgeDevice, updateEdgeDevice } from "./edge-device-store.ts";
import { issueKey } from "./issue-key.ts";
import { findJoinCode, spendJoinCode } from "./join-code-store.ts";
import { registerSigningKey } from "./register-signing-key.ts";
import { hashJoinCode } from "./join-code.ts";

/** The default overlap of a rotation. */
const OVERLAP_MINUTES = 1_440;

type Joined =
  | { outcome: "joined"; device: EdgeDeviceRow; apiKey: string }
  | { outcome: "unknown" }
  | { outcome: "expired" };

/**
 * Exchanges a code for a key of its device. Of any number of callers with one code, one gets the key. `auditFor`
 * creates the audit log with the device as the actor, which is known only from the code.
 */
export async function redeemJoinCode(
  { db, settings, nowMs, newId }: Needs<"db" | "settings" | "nowMs" | "newId">,
  request: z.output<typeof joinRequest>,
  auditFor: (device: { id: string; name: string }) => Audit,
): Promise<Joined> {
  const codeHash = hashJoinCode(request.code, settings.jwtSecret);
  const code = await findJoinCode(db, codeHash);
  if (!code) return { outcome: "unknown" };
  const now = new Date(nowMs());
  return db.transaction(async (tx): Promise<Joined> => {
    // The device first, as everywhere: revoking locks the device before its codes.
    const device = await lockEdgeDevice(tx, code.deviceId);
    if (!device) return { outcome: "unknown" };
    if (device.revokedAt || !(await spendJoinCode(tx, codeHash, now))) return { outcome: "expired" };
    const { apiKey, hint, earlierEndAt } = await issueKey(tx, device, { now, overlapMinutes: OVERLAP_MINUTES });
    const { device_id: reportedId = device.reportedId, agent_version: agentVersion = device.agentVersion } = request;
    const changed = await updateEdgeDevice(tx, device.id, { reportedId, agentVersion });
    const subject = { type: "edge-device", id: device.id };
    const { signing_key: publicKey } = request;
    const signingKey = publicKey && (await registerSigningKey(tx, device, { id: newId(), publicKey, now }));
    const after = { keyHint: hint, earlierKeysEndAt: earlierEndAt.toISOString(), reportedId, signingKey };
    await auditFor(device)(tx, { action: "edge-device.join", subject, before: null, after });
    return { outcome: "joined", device: changed, apiKey };
  });
}
