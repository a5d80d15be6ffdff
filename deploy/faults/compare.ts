import { inspectOutbox } from "../../edge-agent/src/outbox/inspect-outbox.ts";
import { query } from "./query.ts";
import type { Site } from "./site.ts";

/** Outcome of all captured records. */
export type Balance = {
  captured: number;
  delivered: number;
  parked: { id: string; reason: string }[];
  duplicates: number;
  lost: string[];
};

/** Compares the gate's ledger with the records in the cloud and the list of parked records. */
export async function compare(site: Site): Promise<Balance> {
  const outbox = inspectOutbox({ file: site.files.outbox, nowMs: Date.now });
  const parked = outbox.parked(1_000_000).map(({ id, reason }) => ({ id, reason }));
  outbox.close();
  const refs = site.readLedger().map((line) => line.split(" ")[1] ?? "");
  const receipts = await query<{ key: string }>(site.databaseUrl, "select key from idempotency_receipts");
  const events = await query<{ id: string }>(site.databaseUrl, "select event_id as id from tracking_events");
  const recorded = new Set([...receipts.map(({ key }) => key), ...events.map(({ id }) => id)]);
  const isParked = new Set(parked.map(({ id }) => id));
  const [counts] = await query<{
    scans: number;
    photos: number;
    scanReceipts: number;
    photoReceipts: number;
    events: number;
    different: number;
  }>(
    site.databaseUrl,
    `select (select count(*)::int from scans where source = 'edge') as scans, (select count(*)::int from evidence) as photos,
       (select count(*)::int from idempotency_receipts where reply ? 'scanId') as "scanReceipts",
       (select count(*)::int from idempotency_receipts where reply ? 'evidenceId') as "photoReceipts",
       (select count(*)::int from tracking_events) as events,
       (select count(distinct event_id)::int from tracking_events) as different`,
  );
  if (counts === undefined) throw new Error("the database counts nothing");
  const duplicates =
    counts.scans - counts.scanReceipts + (counts.photos - counts.photoReceipts) + (counts.events - counts.different);
  const scans = await compareUser(site);
  return {
    captured: refs.length + scans.accepted,
    delivered: refs.filter((ref) => recorded.has(ref)).length + scans.finished,
    parked,
    duplicates: duplicates + scans.duplicates,
    lost: [...refs.filter((ref) => !recorded.has(ref) && !isParked.has(ref)), ...scans.lost],
  };
}

/** The scans of the user: every accepted one exists with its findings, and no other. */
async function compareUser({ user, databaseUrl }: Site) {
  const rows = await query<{ id: string; status: string }>(
    databaseUrl,
    "select id, status from scans where source = 'user'",
  );
  const done = new Set(rows.filter(({ status }) => status === "done").map(({ id }) => id));
  const lost = user.accepted.filter((id) => !done.has(id)).map((id) => `scan ${id} of the user`);
  const accepted = new Set(user.accepted);
  return {
    accepted: accepted.size,
    finished: accepted.size - lost.length,
    duplicates: rows.filter(({ id }) => !accepted.has(id)).length,
    lost,
  };
}

export const describeBalance = ({ captured, delivered, parked, duplicates, lost }: Balance): string =>
  `captured ${captured} = delivered ${delivered} + parked ${parked.length}, duplicates ${duplicates}, lost ${lost.length}`;
