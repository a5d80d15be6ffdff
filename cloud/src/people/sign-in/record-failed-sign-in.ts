import { z } from "zod";
import { countRecentAuditEntries } from "../../journal/audit/audit-store.ts";
import { auditOfAnonymous } from "../../journal/audit/create-audit.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import { findUserByEmail, findUserById, lockUser } from "../accounts/user-store.ts";
import type { Needs } from "../parts.ts";

const ACTION = "user.fail-sign-in";
/** Entries of one account in 15 minutes; more of them would add nothing and let an attacker fill the log. */
const MAX_ENTRIES = 10;
const WINDOW_MS = 900_000;

/** `method` is the wrong factor: the password, or the second factor after a right one, whose account is known. */
const failed = z.object({
  email: z.string().optional(),
  userId: z.string().optional(),
  requestId: z.string(),
  method: z.enum(["password", "code", "passkey"]).optional(),
});
type Failed = z.infer<typeof failed>;

/** A refused sign-in, recorded in a job, so that the request does the same work whether or not the account exists. */
export const recordFailedSignInKind: JobKind<Failed> = {
  name: "record-failed-sign-in",
  data: failed,
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  timeoutSeconds: 60,
  atOnce: 1,
  batchSize: 8,
};

/** Adds the refused sign-in to the audit log if the account exists. */
export const recordFailedSignIn = defineWorker(
  recordFailedSignInKind,
  (parts: Needs<"db" | "nowMs" | "newId">) =>
    async ({ email, userId, requestId, method = "password" }) => {
      const user =
        userId === undefined ? await findUserByEmail(parts.db, email ?? "") : await findUserById(parts.db, userId);
      if (!user) return;
      await parts.db.transaction(async (tx) => {
        const account = await lockUser(tx, user.id);
        if (!account) return;
        const subject = { type: "user", id: user.id };
        const since = new Date(parts.nowMs() - WINDOW_MS);
        if ((await countRecentAuditEntries(tx, { action: ACTION, subject, since })) >= MAX_ENTRIES) return;
        const after = { email: account.email, method };
        await auditOfAnonymous(parts, requestId)(tx, { action: ACTION, subject, before: null, after });
      });
    },
);
