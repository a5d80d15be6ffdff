import type { UsedPasskey } from "@container-inspection/shared-schemas/second-factors";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { createSecretSeal } from "../../platform/settings/secret-seal.ts";
import type { SecondFactorUsed } from "../auth/open-session.ts";
import type { Needs } from "../parts.ts";
import { stepOfCode } from "./authenticator-app.ts";
import { findFactors, passkeysOf, recordUse, takeRecoveryCode } from "./factor-store.ts";
import { checkUsedPasskey } from "./passkeys.ts";
import { hashRecoveryCode, plain } from "./recovery-codes.ts";

type Parts = Needs<"settings" | "nowMs">;

/**
 * Checks a person's second factor in the transaction that holds the account, and uses it up: a code works once.
 * Returns its kind; undefined if it is wrong.
 */
export async function checkSecondFactor(
  parts: Parts,
  tx: DatabaseOrTransaction,
  { userId, challenge, code, passkey }: SentFactor & { userId: string; challenge: string },
): Promise<SecondFactorUsed | undefined> {
  if (passkey) return (await usePasskey(parts, tx, { userId, challenge, passkey })) ? "passkey" : undefined;
  const typed = plain(code ?? "");
  if (await useAppCode(parts, tx, { userId, code: typed })) return "totp";
  const isTaken = await takeRecoveryCode(tx, { userId, codeHash: hashRecoveryCode(typed) });
  return isTaken ? "recovery-code" : undefined;
}

export type SentFactor = { code?: string | undefined; passkey?: UsedPasskey | undefined };

async function useAppCode(
  { settings, nowMs }: Parts,
  tx: DatabaseOrTransaction,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const app = (await findFactors(tx, userId)).find(({ kind }) => kind === "totp");
  if (!app) return false;
  const secret = createSecretSeal(settings.jwtSecret, "authenticator apps").open(app.sealedSecret ?? "", userId);
  const step = secret && stepOfCode(secret, code, { nowMs: nowMs(), lastStep: app.lastStep ?? 0 });
  if (!step) return false;
  await recordUse(tx, app.id, { now: new Date(nowMs()), lastStep: step });
  return true;
}

async function usePasskey(
  { settings, nowMs }: Parts,
  tx: DatabaseOrTransaction,
  { userId, challenge, passkey }: { userId: string; challenge: string; passkey: UsedPasskey },
): Promise<boolean> {
  const factor = (await findFactors(tx, userId)).find(({ credentialId }) => credentialId === passkey.id);
  const [known] = factor ? passkeysOf([factor]) : [];
  if (!factor || !known) return false;
  const use = { used: passkey, challenge, known, owner: userId, asksForPin: false };
  const signCount = await checkUsedPasskey(settings, use);
  if (signCount === undefined) return false;
  await recordUse(tx, factor.id, { now: new Date(nowMs()), signCount });
  return true;
}
