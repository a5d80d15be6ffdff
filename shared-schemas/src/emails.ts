import { z } from "zod";
import { datetime, email, pageQuery } from "./primitives.ts";

/** `no-mail-server`: no mail server is configured, so the job shows the link for an admin to pass on. */
export const emailStatus = z.enum(["pending", "sent", "failed", "no-mail-server"]).meta({ id: "EmailStatus" });
export type EmailStatus = z.infer<typeof emailStatus>;

export const emailKind = z
  .enum([
    "invite",
    "password-reset",
    "verify-email",
    "change-email",
    "email-change-notice",
    "second-factor-notice",
    "second-factor-reset",
    "alert",
    "shift-report",
  ])
  .meta({ id: "EmailKind" });
export type EmailKind = z.infer<typeof emailKind>;

export const listEmailJobsQuery = pageQuery.extend({ status: emailStatus.optional(), to: email.optional() });

export const emailJob = z
  .object({
    id: z.string(),
    kind: emailKind,
    to: z.string(),
    subject: z.string(),
    status: emailStatus,
    attempts: z.int(),
    lastError: z.string().nullable(),
    /** Link of the email, only while no mail server is configured and until the link expires; null otherwise. */
    link: z.string().nullable(),
    linkExpiresAt: datetime,
    createdAt: datetime,
    sentAt: datetime.nullable(),
  })
  .meta({ id: "EmailJob" });
