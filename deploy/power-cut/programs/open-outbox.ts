/* Opens an outbox that needs mending, as the next start of an agent does, captures some scans and closes it. */
import { openOutbox } from "../../../edge-agent/src/outbox/open-outbox.ts";
import { captureScan } from "./capture-scan.ts";
import { type LedgerLine, openLedger } from "./ledger.ts";

export type OpenOutboxArgs = { file: string; prefix: string; count: number };

const { file, prefix, count } = JSON.parse(process.argv[2] ?? "") as OpenOutboxArgs;
const logger = { info() {}, warn() {}, error() {} };
const record: (line: LedgerLine) => void = openLedger();
const outbox = openOutbox({
  file,
  nowMs: Date.now,
  newId: () => crypto.randomUUID(),
  logger,
  sign: undefined,
  limits: { ballastBytes: 0 },
});
for (let index = 0; index < count; index += 1) record(captureScan(outbox, `${prefix}-${index}`, 3_000));
outbox.close();
