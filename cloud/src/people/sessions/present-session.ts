import type { Session } from "@container-inspection/shared-schemas/sessions";
import type { SessionRow } from "./session-list-store.ts";

/** A session in replies; `currentId` is that of the request. */
export function presentSession(row: SessionRow, currentId: string): Session {
  const { id, signedInWith, userAgent, address, createdAt, lastUsedAt, endsAt } = row;
  return {
    id,
    current: id === currentId,
    signedInWith,
    userAgent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: (lastUsedAt ?? createdAt).toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
