import type { SecondFactor } from "@container-inspection/shared-schemas/second-factors";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { sendEmail } from "../../notices/mail/send-email.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { webAppUrlOf } from "../auth/app-links.ts";
import { deleteOtherSessions } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";
import { type Factor, insertFactor, replaceRecoveryCodes } from "./factor-store.ts";
import { presentFactor } from "./present-factor.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";

/**
 * Time in ms for which admins see the link to the console in a notice, where no mail server is configured.
 */
const NOTICE_LIFETIME_MS = 7 * 24 * 3_600_000;

export type ChangeParts = Needs<"settings" | "jobs" | "nowMs" | "newId">;
/** A change of the second factors of an account that the transaction holds locked, by its user in this session. */
export type FactorChange = { account: User; sessionId: string; audit: Audit };
type NewFactor = Pick<Factor, "kind" | "name"> & Partial<Factor>;

/**
 * Adds a factor, and with the first one the recovery codes, which are returned. Undefined, without a change, if the
 * passkey is known already.
 */
export async function addFactor(
  parts: ChangeParts,
  tx: DatabaseOrTransaction,
  { factor, ...change }: FactorChange & { factor: NewFactor },
): Promise<{ factor: SecondFactor; recoveryCodes: string[] | null } | undefined> {
  const { account, audit } = change;
  const now = new Date(parts.nowMs());
  const added = await insertFactor(tx, { ...factor, id: parts.newId(), userId: account.id, createdAt: now });
  if (!added) return undefined;
  const recoveryCodes = account.hasSecondFactor ? null : await renewRecoveryCodes(parts, tx, account.id);
  const shown = presentFactor(added);
  const { id, kind, name } = shown;
  const subject = { type: "user", id: account.id };
  await audit(tx, { action: "user.add-second-factor", subject, before: null, after: { id, kind, name } });
  await followChange(parts, tx, change);
  return { factor: shown, recoveryCodes };
}

/** Creates new recovery codes in place of the earlier ones, and returns them. */
export async function renewRecoveryCodes(
  { nowMs }: Needs<"nowMs">,
  tx: DatabaseOrTransaction,
  userId: string,
): Promise<string[]> {
  const { codes, hashes } = createRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, { hashes, now: new Date(nowMs()) });
  return codes;
}

/** Ends the other sessions of the user, which may be a thief's, and mails a notice. */
export async function followChange(
  parts: ChangeParts,
  tx: DatabaseOrTransaction,
  { account, sessionId }: Pick<FactorChange, "account" | "sessionId">,
): Promise<void> {
  await deleteOtherSessions(tx, { userId: account.id, sessionId });
  await mailNotice(parts, tx, { kind: "second-factor-notice", to: account.email });
}

/** Mails that the second factor has changed or was reset. */
export async function mailNotice(
  parts: ChangeParts,
  tx: DatabaseOrTransaction,
  { kind, to }: { kind: "second-factor-notice" | "second-factor-reset"; to: string },
): Promise<void> {
  const linkExpiresAt = new Date(parts.nowMs() + NOTICE_LIFETIME_MS);
  await sendEmail(parts, tx, { kind, to, link: webAppUrlOf(parts.settings), linkExpiresAt });
}
