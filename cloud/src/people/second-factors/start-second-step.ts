import type { PendingSignIn } from "@container-inspection/shared-schemas/second-factors";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";
import { insertChallenge } from "./challenge-store.ts";
import { findFactors, passkeysOf } from "./factor-store.ts";
import { requestOf } from "./passkeys.ts";

/** Begins the second step of a sign-in whose password was right, in the transaction that holds the account. */
export async function startSecondStep(
  { settings, nowMs }: Needs<"settings" | "nowMs">,
  tx: DatabaseOrTransaction,
  { id: userId }: Pick<User, "id">,
): Promise<PendingSignIn> {
  const factors = await findFactors(tx, userId);
  const now = new Date(nowMs());
  const { token: challenge, expiresAt } = await insertChallenge(tx, { purpose: "second-step", userId, now });
  const known = passkeysOf(factors);
  const passkey = known.length > 0 ? await requestOf(settings, { challenge, known }) : undefined;
  return {
    challenge,
    expiresAt: expiresAt.toISOString(),
    methods: [
      ...(factors.some(({ kind }) => kind === "totp") ? (["totp"] as const) : []),
      ...(passkey ? (["passkey"] as const) : []),
      "recovery-code",
    ],
    ...(passkey && { passkey }),
  };
}
