import type { EdgeCaller } from "../../platform/http/context.ts";
import { equalSecrets } from "../../platform/http/equal-secrets.ts";
import type { Needs } from "../parts.ts";
import { NOTED_EVERY_MS } from "./edge-device-rules.ts";
import { hashEdgeKey } from "./edge-key.ts";
import { createKeyReader, recordKeyUsed } from "./edge-key-store.ts";
import { recordSeen } from "./record-seen.ts";

/**
 * Looks up the device of an edge key on every request, so that revoking takes effect immediately in all processes: one
 * query by primary key, none for the shared key. Records at most every 30 s that the device sent a request, outside the
 * request's transaction.
 */
export function createFindEdgeCaller(parts: Needs<"settings" | "db" | "logger" | "nowMs" | "newId">) {
  const { db, settings, nowMs } = parts;
  const readHolder = createKeyReader(db);
  return async (key: string): Promise<EdgeCaller | undefined> => {
    if (equalSecrets(key, settings.edgeApiKey)) return { device: null };
    const keyHash = hashEdgeKey(key);
    if (keyHash === undefined) return undefined;
    const now = new Date(nowMs());
    const holder = await readHolder(keyHash, now);
    if (!holder) return undefined;
    const { id, name, silentSince } = holder;
    if (silentSince || isOld(holder.lastSeenAt, now)) await recordSeen(parts, db, holder, now);
    if (isOld(holder.keyLastUsedAt, now)) await recordKeyUsed(db, keyHash, now);
    return { device: { id, name } };
  };
}

const isOld = (noted: Date | null, now: Date) => noted === null || now.getTime() - noted.getTime() >= NOTED_EVERY_MS;
