import { z } from "zod";
import { auditOfAnonymous } from "../../journal/audit/create-audit.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import { sendEmail } from "../../notices/mail/send-email.ts";
import { findUserByEmail, lockActiveUser } from "../accounts/user-store.ts";
import { appLink } from "./app-links.ts";
import { countLinkTokens, insertLinkToken } from "./link-token-store.ts";
import { createLinkToken } from "./link-token.ts";
import type { Needs } from "../parts.ts";

const LIFETIME_MS = 3_600_000;
/** Open links of one account, so that a mailbox cannot be flooded from many addresses. */
const MAX_OPEN = 5;

export const startPasswordResetKind: JobKind<{ email: string; requestId?: string | undefined }> = {
  name: "start-password-reset",
  data: z.object({ email: z.string(), requestId: z.string().optional() }),
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  timeoutSeconds: 60,
  atOnce: 1,
  batchSize: 8,
};

/** Emails a link to set a new password if the account exists and may sign in. */
export const startPasswordReset = defineWorker(
  startPasswordResetKind,
  (parts: Needs<"settings" | "db" | "jobs" | "nowMs" | "newId">) =>
    async ({ email, requestId = null }) => {
      const { db, settings, nowMs } = parts;
      if (email === settings.edgeDefaultUserEmail) return;
      const user = await findUserByEmail(db, email);
      if (!user || user.isService) return;
      await db.transaction(async (tx) => {
        const account = await lockActiveUser(tx, user.id);
        const now = new Date(nowMs());
        const purpose = "password-reset";
        if (!account) return;
        if ((await countLinkTokens(tx, { userId: user.id, purpose, now })) >= MAX_OPEN) return;
        const { token, tokenHash } = createLinkToken();
        const expiresAt = new Date(now.getTime() + LIFETIME_MS);
        await insertLinkToken(tx, { tokenHash, purpose, userId: user.id, createdAt: now, expiresAt });
        const link = appLink(settings, "reset-password", token);
        await sendEmail(parts, tx, { kind: purpose, to: account.email, link, linkExpiresAt: expiresAt });
        const subject = { type: "user", id: user.id };
        const after = { linkExpiresAt: expiresAt.toISOString() };
        await auditOfAnonymous(parts, requestId)(tx, { action: "user.mail-reset-link", subject, before: {}, after });
      });
    },
);
