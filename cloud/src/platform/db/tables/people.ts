// Accounts, and what leads to them: sessions, sign-in providers, invites, mailed links.
import type { Role } from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, time, updatedAt } from "./columns.ts";

export const users = pgTable("users", {
  id: text("id").primaryKey(),
  /** Lower-case: addresses ignore case. */
  email: text("email").notNull().unique(),
  name: text("name"),
  role: text("role").$type<Role>().notNull(),
  /** argon2id; null for an account that cannot sign in with a password. */
  passwordHash: text("password_hash"),
  /** When the address was last shown to be the person's own; null when never. */
  emailVerifiedAt: time("email_verified_at"),
  disabledAt: time("disabled_at"),
  /** The account of a program: it has tokens instead of a password, and no mailbox. */
  isService: boolean("is_service").notNull().default(false),
  createdAt,
  updatedAt,
});

/** A token of a session that a newer one has replaced, by its id; it works until its grace ends. */
type ReplacedToken = { id: string; endsAt: string };

/** One sign-in. Only the newest token id counts, and those before it for a short grace each. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    tokenId: text("token_id").notNull(),
    /** No longer used; replicas of the previous release, which may run during an update, still read both. */
    previousTokenId: text("previous_token_id"),
    previousTokenEndsAt: time("previous_token_ends_at"),
    /** Those whose grace may not have ended. */
    replacedTokens: jsonb("replaced_tokens")
      .$type<ReplacedToken[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    createdAt,
    endsAt: time("ends_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

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

/** An invite has two links: the mailed one proves the address, the one that the admin receives does not. */
export const invites = pgTable(
  "invites",
  {
    id: text("id").primaryKey(),
    /** Lower-case. */
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** Of the link that the admin receives. */
    returnedTokenHash: text("told_token_hash").notNull().unique(),
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
