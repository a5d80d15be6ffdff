import { createHash } from "node:crypto";
import path from "node:path";
import { openOutbox } from "../../edge-agent/src/outbox/open-outbox.ts";
import type { Outbox, OutboxLimits } from "../../edge-agent/src/outbox/outbox.ts";
import type { Cut } from "./cuts.ts";
import type { LedgerLine } from "./programs/ledger.ts";

type Expectations = {
  /** The database below the watched folder. */
  file: string;
  /** Records that were there before the recording began. */
  before?: readonly LedgerLine[];
  /** Whether full-size pictures may be given up, because the outbox was full. */
  mayReduce?: boolean;
  /** Whether the file was damaged, so that it may stand in quarantine. */
  mayQuarantine?: boolean;
  limits?: Partial<OutboxLimits>;
};

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const quiet = { info() {}, warn() {}, error() {} };

/**
 * Returns what checks a cut: opens the outbox as the next start of the agent does, and compares it with the ledger. Every
 * capture that was acknowledged waits whole, or is parked, or was being delivered; what was delivered does not wait again.
 */
export function outboxChecker(expected: Expectations): (cut: Cut) => string[] {
  return ({ folder, acknowledged }) => {
    const lines = [...(expected.before ?? []), ...acknowledged.map((line) => JSON.parse(line) as LedgerLine)];
    let outbox: Outbox;
    try {
      const limits = { ballastBytes: 0, ...expected.limits };
      const file = path.join(folder, expected.file);
      outbox = openOutbox({ file, nowMs: Date.now, newId: () => crypto.randomUUID(), logger: quiet, limits });
    } catch (error) {
      return [`the outbox does not open: ${String(error)}`];
    }
    try {
      return [...findMissing(outbox, lines, expected), ...findHarm(outbox, expected)];
    } finally {
      outbox.close();
    }
  };
}

function findMissing(outbox: Outbox, lines: readonly LedgerLine[], { mayReduce = false }: Expectations): string[] {
  const settling = new Set(lines.flatMap((line) => ("settling" in line ? [line.settling] : [])));
  const settled = new Set(lines.flatMap((line) => ("settled" in line ? [line.settled] : [])));
  const refused = new Set(lines.flatMap((line) => ("refused" in line ? [line.refused] : [])));
  const parked = new Set(outbox.parked(100_000).map(({ id }) => id));
  const waiting = new Set(waitingIds(outbox));
  const problems: string[] = [];
  for (const line of lines) {
    if (!("captured" in line) || settling.has(line.captured)) continue;
    const id = line.captured;
    if (parked.has(id)) continue;
    const found = outbox.read(id);
    if (!found.ok) {
      problems.push(`${id} is ${found.reason}`);
      continue;
    }
    const { image } = found.record;
    const isReduced = image?.reduced ?? false;
    if (isReduced && !mayReduce) problems.push(`${id} has lost its full-size picture`);
    const sum = isReduced ? line.smallSha256 : line.sha256;
    if (sha256(image?.bytes ?? Buffer.alloc(0)) !== sum) problems.push(`${id} has other bytes`);
    waiting.delete(id);
  }
  for (const id of waiting) {
    if (settled.has(id)) problems.push(`${id} waits again after it was delivered`);
    // One whose insert had not returned may be there or not; when it is, it is whole.
    else if (!refused.has(id) && !outbox.read(id).ok) problems.push(`${id} is incomplete`);
  }
  return problems;
}

/** A power cut must never look like a failing disk. */
function findHarm(outbox: Outbox, { mayQuarantine = false }: Expectations): string[] {
  const { quarantines, sequenceGaps } = outbox.status();
  const damaged = outbox.parked(100_000).filter(({ reason }) => reason.startsWith("damaged"));
  const problems = damaged.map(({ id, reason }) => `${id} is parked: ${reason}`);
  if (sequenceGaps.length > 0) problems.push(`records are missing: ${JSON.stringify(sequenceGaps)}`);
  if (!mayQuarantine && quarantines.length > 0) problems.push(`in quarantine: ${quarantines.join(", ")}`);
  return problems;
}

function waitingIds(outbox: Outbox): string[] {
  const ids: string[] = [];
  for (;;) {
    const heads = outbox.nextRecords({ excludeCameraIds: [], excludeKinds: [], excludeIds: ids, limit: 1_000 });
    if (heads.length === 0) return ids;
    ids.push(...heads.map(({ id }) => id));
  }
}
