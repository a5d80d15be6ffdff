import { createHash } from "node:crypto";
import path from "node:path";
import { openOutbox } from "../../edge-agent/src/outbox/open-outbox.ts";
import type { Outbox, OutboxLimits } from "../../edge-agent/src/outbox/outbox.ts";
import type { Cut } from "./cuts.ts";
import type { LedgerLine } from "./programs/ledger.ts";

type Expectations = {
  /** The database below the watched folder. */
  file: string;
  /** Records from before the recording began. */
  before?: readonly LedgerLine[];
  /** True if full-size pictures may be dropped, because the outbox was full. */
  mayReduce?: boolean;
  /** True if the file was damaged and may therefore be in quarantine. */
  mayQuarantine?: boolean;
  limits?: Partial<OutboxLimits>;
};

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const quiet = { info() {}, warn() {}, error() {} };

/**
 * Returns a function that checks a cut: it opens the outbox as the next start of the agent does, and compares it with
 * the ledger. Every acknowledged capture is pending and complete, or parked, or was being delivered; a delivered one
 * is no longer pending. A scan without a number waits for it, and is complete once it has one.
 */
export function outboxChecker(expected: Expectations): (cut: Cut) => string[] {
  return ({ folder, acknowledged }) => {
    const lines = [...(expected.before ?? []), ...acknowledged.map((line) => JSON.parse(line) as LedgerLine)];
    let outbox: Outbox;
    try {
      const limits = { ballastBytes: 0, ...expected.limits };
      const file = path.join(folder, expected.file);
      const newId = () => crypto.randomUUID();
      outbox = openOutbox({ file, nowMs: Date.now, newId, logger: quiet, sign: undefined, limits });
    } catch (error) {
      return [`the outbox does not open: ${String(error)}`];
    }
    try {
      const problems = nameUnnumbered(outbox, lines);
      return [...problems, ...findMissing(outbox, lines, expected), ...findHarm(outbox, expected)];
    } finally {
      outbox.close();
    }
  };
}

/** Gives every scan that waits for its number one; returns those that had one before. */
function nameUnnumbered(outbox: Outbox, lines: readonly LedgerLine[]): string[] {
  const numbered = new Set(lines.flatMap((line) => ("numbered" in line ? [line.numbered] : [])));
  return outbox.unnumbered().flatMap(({ id }) => {
    const result = outbox.assignNumber(id, "MSCU1234566");
    const problems = result === "numbered" ? [] : [`${id} cannot get its number: it is ${result}`];
    return numbered.has(id) ? [...problems, `${id} has lost its number`] : problems;
  });
}

function findMissing(outbox: Outbox, lines: readonly LedgerLine[], { mayReduce = false }: Expectations): string[] {
  const settling = new Set(lines.flatMap((line) => ("settling" in line ? [line.settling] : [])));
  const parked = new Set(outbox.parked(100_000).map(({ id }) => id));
  const captured = lines.filter((line) => "captured" in line);
  const expected = captured.filter((line) => !settling.has(line.captured) && !parked.has(line.captured));
  const known = new Set(expected.map((line) => line.captured));
  return [
    ...expected.flatMap((line) => compareCapture(outbox, line, mayReduce)),
    ...findUnexpected(outbox, lines, known),
  ];
}

type CapturedLine = Extract<LedgerLine, { captured: string }>;

/** Returns the problems of a record that must wait whole. */
function compareCapture(outbox: Outbox, line: CapturedLine, mayReduce: boolean): string[] {
  const found = outbox.read(line.captured);
  if (!found.ok) return [`${line.captured} is ${found.reason}`];
  const { image } = found.record;
  const isReduced = image?.reduced ?? false;
  const expectedSha256 = isReduced ? line.smallSha256 : line.sha256;
  const problems: string[] = [];
  if (isReduced && !mayReduce) problems.push(`${line.captured} has lost its full-size picture`);
  if (sha256(image?.bytes ?? Buffer.alloc(0)) !== expectedSha256) problems.push(`${line.captured} has other bytes`);
  return problems;
}

/** Returns the problems of the waiting records that nothing requires to wait. */
function findUnexpected(outbox: Outbox, lines: readonly LedgerLine[], known: ReadonlySet<string>): string[] {
  const settled = new Set(lines.flatMap((line) => ("settled" in line ? [line.settled] : [])));
  const refused = new Set(lines.flatMap((line) => ("refused" in line ? [line.refused] : [])));
  return waitingIds(outbox)
    .filter((id) => !known.has(id))
    .flatMap((id) => {
      if (settled.has(id)) return [`${id} waits again after it was delivered`];
      // One whose insert had not returned may be missing or present; when it is present, it is whole.
      return !refused.has(id) && !outbox.read(id).ok ? [`${id} is incomplete`] : [];
    });
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
