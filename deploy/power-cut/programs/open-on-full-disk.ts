/*
 * Opens an outbox on a disk that is full from some write on until the ballast is given up, delivers what waits in it and closes
 * it.
 */
import { writeFileSync } from "node:fs";
import { openOutbox } from "../../../edge-agent/src/outbox/open-outbox.ts";
import { captureScan } from "./capture-scan.ts";
import { type LedgerLine, openLedger } from "./ledger.ts";

export type OpenOnFullDiskArgs = { file: string; writesBefore: number };

const { file, writesBefore } = JSON.parse(process.argv[2] ?? "") as OpenOnFullDiskArgs;
const faults = process.env["POWER_CUT_FAULTS"] ?? "";
const record: (line: LedgerLine) => void = openLedger();
const open = (warn: (fields: object, message: string) => void) =>
  openOutbox({
    file,
    nowMs: Date.now,
    newId: () => crypto.randomUUID(),
    logger: { info() {}, warn, error() {} },
    sign: undefined,
    limits: { ballastBytes: 16 * 1024 ** 2 },
  });

const before = open(() => {});
record(captureScan(before, "waiting", 3_000));
before.close();
writeFileSync(faults, `full ${writesBefore} *`);
const outbox = open((_fields, message) => {
  if (message.includes("released the ballast")) writeFileSync(faults, "");
});
outbox.acknowledge("waiting");
record({ settled: "waiting" });
outbox.close();
