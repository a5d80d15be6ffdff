import { openSync, writeSync } from "node:fs";

/** One line of a program's ledger; it is in the journal at the moment when it was written. */
export type LedgerLine =
  /** The insert has returned: from here on the capture cannot be lost. */
  | { captured: string; sha256: string; smallSha256: string | null }
  /** Delivery is about to be acknowledged, and has been. */
  | { settling: string }
  | { settled: string }
  | { parked: string }
  /** It has its container number: from here on it waits for delivery, and not for a number. */
  | { numbered: string }
  | { refused: string; reason: string }
  /** A full outbox has given up this record's full-size pictures. */
  | { reduced: string }
  /** An operation other than an insert has thrown. */
  | { failed: string };

/** Returns what writes a line to the ledger; the write is over when it returns. */
export function openLedger(): (line: object) => void {
  const descriptor = openSync(process.env["POWER_CUT_LEDGER"] ?? "", "a");
  return (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`);
}
