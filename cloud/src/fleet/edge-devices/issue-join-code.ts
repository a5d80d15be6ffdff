import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { createJoinCode, hashJoinCode } from "./join-code.ts";
import { replaceJoinCode } from "./join-code-store.ts";

const LIFETIME_MS = 15 * 60_000;

/**
 * Creates a code of a locked device, valid for 15 minutes; it replaces one that is open. Returns the code, of which
 * only the hash is stored.
 */
export async function issueJoinCode(
  tx: DatabaseOrTransaction,
  { settings }: Needs<"settings">,
  { deviceId, createdById, now }: { deviceId: string; createdById: string; now: Date },
): Promise<{ code: string; expiresAt: Date }> {
  const code = createJoinCode();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const codeHash = hashJoinCode(code, settings.jwtSecret);
  await replaceJoinCode(tx, { codeHash, deviceId, createdById, createdAt: now, expiresAt });
  return { code, expiresAt };
}
