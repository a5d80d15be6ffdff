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

/** Dependencies for opening a session and, before that, creating its account. */
export type SignInParts = Needs<"settings" | "db" | "tokens" | "jobs" | "nowMs" | "newId">;
