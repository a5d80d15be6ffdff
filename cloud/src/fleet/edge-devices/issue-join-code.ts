import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { createJoinCode, hashJoinCode } from "./join-code.ts";
import { replaceJoinCode } from "./join-code-store.ts";

const LIFETIME_MS = 15 * 60_000;

/**
 * Makes the code of a locked device, for 15 minutes, in the place of one that is open. Returns it; kept is its hash
 * alone.
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
