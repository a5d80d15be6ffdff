import { z } from "zod";
import type { Logger } from "../../base/logger.ts";

/**
 * State of this device's signing key at the cloud. `unknown`: the cloud has not reported it; `unregistered`: the cloud
 * has no key of this device; `another`: the cloud has registered a different one; `unusable`: this device cannot sign.
 */
const signingKeyState = z.enum(["unknown", "registered", "unregistered", "another", "unusable"]);
type SigningKeyState = z.infer<typeof signingKeyState>;

/** The key with which an agent signs, and what is wrong with it, as its status reports them. */
export const signingKeyStatus = z.object({
  fingerprint: z.string().nullable(),
  state: signingKeyState,
  /** Null if nothing is to be done. */
  problem: z.string().nullable(),
  fix: z.string().nullable(),
});
export type SigningKeyStatus = z.infer<typeof signingKeyStatus>;

/** Knows whether the cloud has registered the key with which this agent signs. */
export type KeyRegistration = {
  /** Keeps the fingerprint that the cloud reports, null for none; an earlier version of the cloud reports nothing. */
  note(registered: string | null | undefined): void;
  status(): SigningKeyStatus;
};

const REGISTER =
  'run "edge-agent join CODE" with a join code, or let an administrator register the key that "edge-agent signing-key" prints';
const NONE = { problem: null, fix: null };
const PROBLEMS: Record<SigningKeyState, Pick<SigningKeyStatus, "problem" | "fix">> = {
  unknown: NONE,
  registered: NONE,
  unregistered: {
    problem: "the cloud has registered no signing key of this device and shows its records as unsigned",
    fix: REGISTER,
  },
  another: {
    problem: "the agent signs with another key than the cloud has registered, and its signatures count as invalid",
    fix: `restart the agent if the key was just replaced; otherwise ${REGISTER}`,
  },
  unusable: {
    problem: "the signing key cannot be used, and records are not signed",
    fix: 'run "edge-agent signing-key", which reports the reason, and restart the agent',
  },
};

/** Logs once when the cloud does not have the key, and once when it has it again. */
export function createKeyRegistration(
  fingerprint: string | null,
  logger: Pick<Logger, "info" | "warn">,
): KeyRegistration {
  let state: SigningKeyState = fingerprint === null ? "unusable" : "unknown";
  return {
    note(registered) {
      if (registered === undefined || fingerprint === null) return;
      const before = state;
      state = registered === null ? "unregistered" : registered === fingerprint ? "registered" : "another";
      if (state === before) return;
      if (state !== "registered") {
        logger.warn({ fingerprint, registered }, "the cloud has not registered the signing key of this device");
      } else if (before !== "unknown") {
        logger.info({ fingerprint }, "the cloud has registered the signing key of this device");
      }
    },
    status: () => ({ fingerprint, state, ...PROBLEMS[state] }),
  };
}
