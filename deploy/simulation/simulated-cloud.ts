import { checkStreamEvents } from "../../cloud/src/fleet/tracking/check-stream-events.ts";
import { checkRecordChain } from "../../cloud/src/intake/check-record-chain.ts";
import { comparedSha256 } from "../../cloud/src/intake/compared-sha256.ts";
import {
  commitWithReceipt,
  findReceipt,
  type ReceiptOutcome,
  type Transactions,
  UncertainCommitError,
} from "../../cloud/src/platform/idempotency/receipts.ts";
import { requestSha256 } from "../../cloud/src/platform/idempotency/request-sha256.ts";
import {
  createMemoryReceipts,
  type MemoryConnection,
  type MemoryTransaction,
} from "../../cloud/src/platform/idempotency/testing/memory-receipts.ts";
import { createProcess, DATABASE_FAILED, type DatabaseFault } from "./cloud-process.ts";
import { type Ledger, refsOf } from "./ledger.ts";
import type { Schedule } from "./schedule.ts";
import type { VirtualTime } from "./virtual-time.ts";

export type CloudRequest = {
  path: string;
  apiKey: string;
  key: string | null;
  body: Buffer;
  fault: DatabaseFault | null;
};
export type CloudReply = { status: number; headers?: Record<string, string>; body: Record<string, unknown> };
type Transacting = Transactions<MemoryTransaction>;
/** Parts of the cloud that a mutant may change. */
export type CloudSeam = { transactions?: (connection: Transacting, time: VirtualTime) => Transacting };
type Body = Record<string, unknown>;
type CloudParts = { time: VirtualTime; schedule: Schedule; ledger: Ledger; seam: CloudSeam };

export const FIRST_KEY = "key-1";
export const SECOND_KEY = "key-2";

/**
 * Two processes of the cloud on one database: the rules of receipts, of the hash chain and of events are those of the
 * product; the database and the effects of a record are in memory. A process can end at each call to the database.
 */
export function createCloud(parts: CloudParts) {
  const { time, schedule, ledger } = parts;
  const database = createMemoryReceipts();
  const processes = [0, 1].map((index) => createProcess({ index, time, schedule, database }));
  return {
    crash: (index: 0 | 1, downMs: number) => processes[index]?.crash(downMs),
    calm: () => processes.forEach((process) => process.calm()),
    /** One request arrives at one of the processes; calls back once, with its reply or without. */
    receive(request: CloudRequest, at: number, onReply: (reply: CloudReply) => void, onLost: () => void): void {
      const process = [processes[at], processes[1 - at]].find((each) => each?.isUp());
      if (process === undefined) return onLost();
      process.lost.add(onLost);
      const end = (reply: CloudReply) => {
        if (process.lost.delete(onLost)) onReply(reply);
      };
      const failed = (error: unknown) => {
        // Any error other than those of the simulated database is a bug.
        const isExpected = error instanceof UncertainCommitError || String(error).includes(DATABASE_FAILED);
        if (!isExpected) ledger.fail(String(error));
        end(refusal(request, 503, "SERVICE_UNAVAILABLE"));
      };
      answer(parts, request, process.connect(request.fault)).then(end, failed);
    },
  };
}

/**
 * Answers as `defineIngest` does: checks the record, looks for its receipt, commits its effect with the receipt, and
 * replies.
 */
async function answer(parts: CloudParts, request: CloudRequest, connection: MemoryConnection): Promise<CloudReply> {
  const { time, seam, ledger } = parts;
  const body: Body = JSON.parse(request.body.toString("utf8"));
  const number = /containers\/(\w+)\//.exec(request.path)?.[1] ?? String(body["container_number"]);
  const refused = refuse(parts, request, body, number);
  if (refused) return refused;
  const { shelf, hash, rejected } = identify(request, body, number);
  const receipt = { key: request.key, requestSha256: hash, nowMs: time.nowMs(), shelf: connection.shelf(shelf) };
  const first = await findReceipt<Body>(receipt);
  if (first) return reply(request, first);
  const transactions = seam.transactions?.(connection, time) ?? connection;
  const outcome = await commitWithReceipt(transactions, receipt, async (tx) => {
    tx.write(() => record(ledger, request, body, new Set(rejected.map(({ index }) => index))));
    return { recorded: refsOf(body).length - rejected.length, rejected };
  });
  return reply(request, outcome);
}

/** The container number states the cloud's objection to a record, until that is corrected. */
const REFUSALS: Record<string, [status: number, code: string]> = {
  REFUSED: [400, "VALIDATION_ERROR"],
  FAILS: [500, "INTERNAL_ERROR"],
  NOROUTE: [404, "NOT_FOUND"],
};

function refuse({ time, schedule }: CloudParts, request: CloudRequest, body: Body, number: string): CloudReply | null {
  const { keyChange, upgradeAtMs } = schedule;
  const rightKey = keyChange === null || time.nowMs() < keyChange.atMs ? FIRST_KEY : SECOND_KEY;
  if (request.apiKey !== rightKey) return refusal(request, 401, "INVALID_API_KEY");
  const isMended = upgradeAtMs !== null && time.nowMs() >= upgradeAtMs;
  const fault = isMended ? undefined : REFUSALS[number];
  if (fault) return refusal(request, ...fault);
  const problems = checkRecordChain(asRead(body), number, String(body["image_sha256"]));
  return problems.length > 0 ? refusal(request, 400, "VALIDATION_ERROR") : null;
}

/** The effect of a record: each item once; the database of the product keeps each event once by itself. */
function record(ledger: Ledger, { path }: CloudRequest, body: Body, rejected: ReadonlySet<number>): void {
  const isEvents = Array.isArray(body["events"]);
  for (const [index, ref] of refsOf(body).entries()) {
    if (!rejected.has(index) && !(isEvents && ledger.recorded.has(ref))) ledger.record(ref);
  }
  const { record_sha256: hash, sequence, previous_sha256: previous = "", camera_id: camera } = body;
  if (typeof hash !== "string") return;
  const chain = `${String(camera)} ${path.endsWith("/evidence") ? "evidence" : "category-scan"}`;
  ledger.chains.link(chain, Number(sequence), String(previous), hash);
}

/** Returns the hash by which two requests are equal, and the place of their receipt, by the rules of the product. */
function identify({ path }: CloudRequest, body: Body, number: string) {
  const kind = path.split("/").at(-1) ?? "";
  if (Array.isArray(body["events"])) {
    const { rejected } = checkStreamEvents(body["events"]);
    return { shelf: `events of ${String(body["camera_id"])}`, hash: requestSha256(body), rejected };
  }
  if (kind === "identify") return { shelf: kind, hash: requestSha256(body), rejected: [] };
  return {
    shelf: kind,
    hash: comparedSha256({ key: number }, asRead(body), String(body["image_sha256"])),
    rejected: [],
  };
}

/** A body as the schema of the product hands it on. */
function asRead(body: Body): Parameters<typeof checkRecordChain>[0] {
  // The simulation sends only what the schema lets through; reading it with the schema would take most of the time.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...body, timestamp: { sent: String(body["timestamp"]) } } as never;
}

function reply(request: CloudRequest, outcome: ReceiptOutcome<Body>): CloudReply {
  if (outcome.kind === "key-reused") return refusal(request, 409, "IDEMPOTENCY_KEY_REUSED");
  return { status: 200, body: { success: true, data: outcome.data, idempotencyKey: request.key } };
}

/** The error envelope of the cloud. */
export function refusal(request: Pick<CloudRequest, "key">, status: number, code: string): CloudReply {
  const headers: Record<string, string> = status === 503 || status === 429 ? { "retry-after": "7" } : {};
  const error = { code, message: `${code} in the simulation`, requestId: "r" };
  return { status, headers, body: { success: false, error, idempotencyKey: request.key } };
}
