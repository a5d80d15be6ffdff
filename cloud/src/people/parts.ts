import type { NoticesParts } from "../notices/parts.ts";
import type { SignInProvider } from "./sign-in/sign-in-provider.ts";
import type { Tokens } from "./auth/tokens.ts";

export type PeopleParts = NoticesParts & {
  tokens: Tokens;
  /** Undefined when sign-in with a provider is not configured. */
  signInProvider: SignInProvider | undefined;
};

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof PeopleParts> = Pick<PeopleParts, Key>;

/** What it takes to open a session and, before that, to create its account. */
export type SignInParts = Needs<"settings" | "db" | "tokens" | "jobs" | "nowMs" | "newId">;
