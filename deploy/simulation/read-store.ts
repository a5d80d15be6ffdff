import type { MemoryStore } from "../../edge-agent/src/outbox/testing/memory-store.ts";
import { prepared } from "../../edge-agent/src/outbox/prepared.ts";
import { refsOf } from "./ledger.ts";

/** The ids of the records that are neither delivered nor parked. */
export const readWaiting = (store: MemoryStore): string[] =>
  store.run("read", "the simulation", (db) =>
    prepared<[], string>(db, "SELECT id FROM records WHERE parked_at_ms IS NULL").pluck().all(),
  );

/** A parked record: its items and, of a scan or a photo, its place on the chain of its camera. */
export type Parked = { id: string; refs: string[]; chain: string; sequence: number };

export function readParked(store: MemoryStore): Parked[] {
  const rows = store.run("read", "the simulation", (db) =>
    prepared<[], { id: string; payload: string; chain: string; sequence: number }>(
      db,
      `SELECT id, CAST(payload AS TEXT) AS payload, sequence,
         CASE WHEN record_sha256 IS NULL THEN '' ELSE camera_id || ' ' || kind END AS chain
       FROM records WHERE parked_at_ms IS NOT NULL`,
    ).all(),
  );
  return rows.map(({ payload, ...row }) => ({ ...row, refs: refsOf(JSON.parse(payload)) }));
}
