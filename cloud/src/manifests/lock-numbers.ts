import type { DatabaseOrTransaction } from "../db/connect.ts";
import { lockNumber } from "./attachment-store.ts";
import { findManifest } from "./manifest-store.ts";

/**
 * Locks every number that moving a manifest is about, in one order for all: its own, that of the container which it would leave, and
 * one that it is to get. Asked before the manifest and its containers are locked.
 */
export async function lockNumbersOf(tx: DatabaseOrTransaction, manifestId: string, newKey?: string): Promise<void> {
  const { manifest, container } = (await findManifest(tx, manifestId)) ?? {};
  const keys = [manifest?.numberKey, container?.numberKey, newKey];
  const wanted = new Set(keys.filter((key) => typeof key === "string"));
  for (const key of [...wanted].toSorted()) await lockNumber(tx, key);
}
