// The tables around accounts; users and sessions, which every request reads, are in tables.ts.
import type { EmailKind, EmailStatus, Role } from "@container-inspection/shared-schemas";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { time, users } from "./tables.ts";

const createdAt = time("created_at").notNull();

/** Accounts at a sign-in provider that people sign in with here. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    createdAt,
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex("identities_user").on(table.userId, table.issuer),
  ],
);

/** Two links lead to one invite: the mailed one proves the address, the one told to the admin does not. */
export const invites = pgTable(
  "invites",
  {
    id: text("id").primaryKey(),
    /** Lower-case. */
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    toldTokenHash: text("told_token_hash").notNull().unique(),
    mailedTokenHash: text("mailed_token_hash").notNull().unique(),
    invitedById: text("invited_by_id")
      .notNull()
      .references(() => users.id),
    createdAt,
    expiresAt: time("expires_at").notNull(),
    acceptedAt: time("accepted_at"),
    revokedAt: time("revoked_at"),
  },
  (table) => [index("invites_email").on(table.email)],
);

/** Tokens of mailed links, by their SHA-256; each works once. */
export const linkTokens = pgTable(
  "link_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose").$type<"password-reset" | "verify-email" | "change-email">().notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The address that the link proves; null where it is the one that the account has. */
    email: text("email"),
    createdAt,
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("link_tokens_user").on(table.userId, table.purpose)],
);

/** Every mail, from its cause until it is sent; the link is forgotten then. */
export const emailJobs = pgTable(
  "email_jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<EmailKind>().notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The text, in which `{link}` stands for the link. */
    body: text("body").notNull(),
    link: text("link"),
    linkExpiresAt: time("link_expires_at").notNull(),
    status: text("status").$type<EmailStatus>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt,
    sentAt: time("sent_at"),
  },
  (table) => [
    index("email_jobs_status").on(table.status, table.id),
    index("email_jobs_recipient").on(table.recipient, table.id),
  ],
);
