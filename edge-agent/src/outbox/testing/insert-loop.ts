/*
 * Inserts scans without end and prints each id once its insert has returned; every third is delivered again at once, so
 * that deletes are cut short as well, and every fifth waits for its container number first, which the next round
 * assigns. For the tests that kill it. Arguments: the database file, a prefix for ids.
 */
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { openOutbox } from "../open-outbox.ts";

const [file = "", prefix = ""] = process.argv.slice(2);
const quiet = { info() {}, warn() {}, error() {} };
const outbox = openOutbox({
  file,
  nowMs: Date.now,
  newId: () => crypto.randomUUID(),
  logger: quiet,
  sign: undefined,
  limits: { ballastBytes: 0 },
});
for (let count = 0; ; count++) {
  const id = `${prefix}-${count}`;
  const containerNumber = "MSCU1234566";
  for (const held of outbox.unnumbered()) outbox.assignNumber(held.id, containerNumber);
  const scan = {
    kind: "category-scan" as const,
    id,
    deviceId: "device-1",
    cameraId: `gate-${count % 2}`,
    capturedAtMs: Date.now(),
    clockSynchronised: true,
    payload: { detections: [] },
    pictures: { original: randomBytes(60_000), small: randomBytes(2_000) },
  };
  const isHeld = count % 5 === 4;
  const result = isHeld ? outbox.insertUnnumbered(scan) : outbox.insert({ ...scan, containerNumber });
  if (!result.ok) throw new Error(result.message);
  // Written directly to the descriptor: printed ids are committed, and committed ones are soon printed.
  writeSync(1, `${id}\n`);
  if (count % 3 === 2 && !isHeld) {
    writeSync(1, `-${id}\n`);
    outbox.acknowledge(id);
  }
}
