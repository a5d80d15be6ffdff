import { createHash } from "node:crypto";
import { drawSecret } from "./draw-secret.ts";

const MAX_SESSIONS = 20;

/**
 * Creates the store of sessions. A session ends after its hours, with a new password, and with the agent; beyond the
 * maximum number, the oldest ends. Tokens themselves are not kept.
 */
export function createSessions({ hours, monotonicMs }: { hours: number; monotonicMs: () => number }) {
  const sessions = new Map<string, { passwordHash: string; untilMs: number }>();
  const keyOf = (token: string) => createHash("sha256").update(token).digest("hex");
  return {
    /** Returns the token of a session that was opened with the password of this hash. */
    open(passwordHash: string): string {
      const [oldest] = sessions.keys();
      if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      const token = drawSecret(32).toString("base64url");
      sessions.set(keyOf(token), { passwordHash, untilMs: monotonicMs() + hours * 3_600_000 });
      return token;
    },
    isOpen(token: string | undefined, passwordHash: string | undefined): boolean {
      const session = token === undefined ? undefined : sessions.get(keyOf(token));
      return session !== undefined && session.passwordHash === passwordHash && monotonicMs() < session.untilMs;
    },
    close: (token: string): void => void sessions.delete(keyOf(token)),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
