// Accounts, and what leads to them: sessions, sign-in providers, invites, mailed links.
import type { Role } from "@container-inspection/shared-schemas/roles";
import type { PasskeyTransport, SecondFactorKind } from "@container-inspection/shared-schemas/second-factors";
import type { SignedInWith } from "@container-inspection/shared-schemas/sessions";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, time, updatedAt } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Lower-case: addresses ignore case. */
    email: text("email").notNull().unique(),
    name: text("name"),
    role: text("role").$type<Role>().notNull(),
    /** argon2id; null for an account that cannot sign in with a password. */
    passwordHash: text("password_hash"),
    /** Time at which the address was last shown to be the person's own; null if never. */
    emailVerifiedAt: time("email_verified_at"),
    disabledAt: time("disabled_at"),
    /** The account of a program: it has tokens instead of a password, and no mailbox. */
    isService: boolean("is_service").notNull().default(false),
    /**
     * True if `second_factors` has a row of this account; written with those rows, so that a sign-in reads one table.
     */
    hasSecondFactor: boolean("has_second_factor").notNull().default(false),
    /** The IANA time zone in which this person reads times; null for that of the device. */
    timeZone: text("time_zone"),
    /**
     * Time at which a pseudonym replaced the person's address and name at their request; the account stays disabled.
     */
    erasedAt: time("erased_at"),
    createdAt,
    updatedAt,
  },
  () => [check("users_erased_disabled", sql`erased_at is null or disabled_at is not null`)],
);

/** Unfinished erasures: texts still to be replaced in other tables. A row is deleted when all are replaced. */
export const erasures = pgTable("erasures", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The former addresses, lower-case. */
  addresses: text("addresses").array().notNull(),
  /** The former names to replace everywhere in a text. */
  names: text("names").array().notNull(),
  startedAt: time("started_at").notNull(),
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
    /** Those whose grace may not have ended. */
    replacedTokens: jsonb("replaced_tokens")
      .$type<ReplacedToken[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Null for tokens of service accounts. */
    signedInWith: text("signed_in_with").$type<SignedInWith>(),
    /** The browser or program that signed in, as it names itself, and its network address. */
    userAgent: text("user_agent"),
    address: text("address"),
    /** Time of the last use, to the minute; null before the first minute has passed. */
    lastUsedAt: time("last_used_at"),
    createdAt,
    endsAt: time("ends_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/**
 * Second factors of a person, beside the password: one authenticator app, and any number of passkeys.
 */
export const secondFactors = pgTable(
  "second_factors",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind").$type<SecondFactorKind>().notNull(),
    name: text("name").notNull(),
    /** Secret of an authenticator app, encrypted with a key that is derived from JWT_SECRET. */
    sealedSecret: text("sealed_secret"),
    /** Time step of the last code of an authenticator app, so that each code works once. */
    lastStep: integer("last_step"),
    /** Credential of a passkey, in the terms of WebAuthn; the key in base64url. */
    credentialId: text("credential_id").unique(),
    publicKey: text("public_key"),
    signCount: bigint("sign_count", { mode: "number" }),
    transports: jsonb("transports").$type<PasskeyTransport[]>(),
    createdAt,
    lastUsedAt: time("last_used_at"),
  },
  (table) => [
    index("second_factors_user").on(table.userId),
    uniqueIndex("second_factors_app")
      .on(table.userId)
      .where(sql`kind = 'totp'`),
  ],
);

/** Codes that replace a lost second factor, by their SHA-256; each is deleted when it is used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    createdAt,
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

/** Sign-ins and enrolments that wait for their second step, by the SHA-256 of their token; each works once. */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose").$type<ChallengePurpose>().notNull(),
    /** Null for a sign-in with a passkey alone, which names the account. */
    userId: text("user_id").references(() => users.id),
    /** Encrypted secret of an authenticator app that is being set up. */
    sealedSecret: text("sealed_secret"),
    createdAt,
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("sign_in_challenges_user").on(table.userId)],
);

/** Requirements of an administrator for the sign-in of each role; none for a role without a row. */
export const signInRules = pgTable("sign_in_rules", {
  role: text("role").$type<Role>().primaryKey(),
  secondFactorRequired: boolean("second_factor_required").notNull(),
  updatedAt,
});

export type ChallengePurpose = "second-step" | "passkey-sign-in" | "add-app" | "add-passkey";

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
    /** Hash of the token in the link that the admin receives. */
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

/** Filters of the review queue that users saved under names. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    /** Filter as the address of the page states it. */
    search: text("search").notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [uniqueIndex("saved_views_name").on(table.userId, table.name)],
);
