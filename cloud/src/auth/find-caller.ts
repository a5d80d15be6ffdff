import type { Database } from "../db/connect.ts";
import type { Caller } from "../http/context.ts";
import { createSessionReader } from "./session-store.ts";
import type { Tokens } from "./tokens.ts";

/** Looks up who a session token stands for, on every request anew, so that sign-out and role changes take effect at once. */
export function createFindCaller(db: Database, tokens: Tokens, nowMs: () => number) {
  const readSession = createSessionReader(db);
  return async (token: string): Promise<Caller | undefined> => {
    const claims = await tokens.verify(token);
    if (!claims) return undefined;
    return readSession({ sessionId: claims.sid, tokenId: claims.jti, now: new Date(nowMs()) });
  };
}
