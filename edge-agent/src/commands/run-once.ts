import { mkdir, writeFile } from "node:fs/promises";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { UNLIKE_PICTURES } from "@container-inspection/shared-schemas/unlike-pictures";
import type { AgentConfig } from "../config/config.ts";
import { type DeliveryProgress, readProgress } from "../forwarding/delivery-progress.ts";
import { pathOf } from "../forwarding/assemble-request.ts";
import { createLogger } from "../base/logger.ts";
import { NO_TRACES } from "../base/traces/traces.ts";
import { type Pass, type PassedRecord, takePass } from "../composition/one-pass.ts";
import { type Delivery, openDelivery } from "../composition/open-delivery.ts";
import {
  type CommandContext,
  type CommonOptions,
  loadConfig,
  type Outcome,
  requireStations,
  show,
} from "./terminal/command-context.ts";
import { followDelivery } from "./follow-delivery.ts";
import { formatTable, plural } from "./terminal/wording.ts";

export type OnceOptions = CommonOptions & { dryRun?: boolean; timeout: number; wait: number; pictures?: string };

/** Outcome of a record. `refused`: the outbox did not take it; `not-sent`: it was a dry run. */
type Ending = DeliveryProgress | { state: "not-sent" | "unnumbered" | "refused"; note: string | null };
type Result = Omit<Pass, "stations"> & {
  stations: (Omit<Pass["stations"][number], "records"> & { records: (PassedRecord & { ending: Ending })[] })[];
};

/**
 * Runs one pass: every camera gives one picture, every station scans it, and the captures are stored and delivered. In
 * a dry run nothing is stored or sent.
 */
export async function runOnce(options: OnceOptions, context: CommandContext): Promise<Outcome> {
  const config = await loadConfig(options, context);
  requireStations(config);
  const isDry = options.dryRun === true;
  const result = isDry ? await passDry(config, options, context) : await passAndDeliver(config, options, context);
  const files = options.pictures === undefined ? [] : await writePictures(options.pictures, result);
  const outcome = judge(result);
  const shown = { outcome, dryRun: isDry, ...present(result, config), pictures: files };
  show(options, context, shown, [
    ...describeResult(result, config),
    ...files.map((file) => `picture  ${file}`),
    isDry ? "dry run: nothing was stored or sent" : summarise(result),
  ]);
  return outcome;
}

function partsOf(config: AgentConfig, options: OnceOptions, { clock, random, isTerminal, version }: CommandContext) {
  const logger = createLogger({ isTerminal, version, level: options.verbose ? "debug" : "silent" });
  return { config, clock, random, version, logger, timeoutMs: options.timeout * 1_000 };
}

async function passDry(config: AgentConfig, options: OnceOptions, context: CommandContext): Promise<Result> {
  const newId = createObjectIdMaker(context.clock.nowMs);
  const pass = await takePass({ ...partsOf(config, options, context), traces: NO_TRACES, store: null, newId });
  return withEndings(pass, () => ({ state: "not-sent", note: null }));
}

async function passAndDeliver(config: AgentConfig, options: OnceOptions, context: CommandContext): Promise<Result> {
  const parts = partsOf(config, options, context);
  const delivery = await openDelivery(parts);
  try {
    const { committer: keep, traces, newId } = delivery;
    const pass = await takePass({ ...parts, traces, store: { keep, whenSaved: keep.whenSaved }, newId });
    const deadlineMs = context.clock.monotonicMs() + options.wait * 1_000;
    return await withEndings(pass, (record) => deliver(record, delivery, deadlineMs, context));
  } finally {
    await delivery.close();
  }
}

async function withEndings(pass: Pass, end: (record: PassedRecord) => Promise<Ending> | Ending): Promise<Result> {
  const stations: Result["stations"] = [];
  for (const { records, ...station } of pass.stations) {
    const ended: (PassedRecord & { ending: Ending })[] = [];
    for (const record of records) ended.push({ ...record, ending: await end(record) });
    stations.push({ ...station, records: ended });
  }
  return { ...pass, stations };
}

/** Waits for the delivery of a record, which the loop of the outbox makes. */
async function deliver(
  { capture, containerNumber, isKept }: PassedRecord,
  delivery: Delivery,
  deadlineMs: number,
  { clock }: CommandContext,
): Promise<Ending> {
  if (!isKept) return { state: "refused", note: "the disk did not take it" };
  if (containerNumber === null) return { state: "unnumbered", note: null };
  const lost: DeliveryProgress = { state: "parked", note: "it is no longer in the outbox" };
  return followDelivery(() => readProgress(delivery, capture) ?? lost, deadlineMs, clock);
}

const endingsOf = ({ stations }: Result) => stations.flatMap(({ records }) => records.map(({ ending }) => ending));

/** Failed where a part failed; kept where a record waits; else done. */
function judge(result: Result): Outcome {
  const { cameras, stations, numbers } = result;
  const states = endingsOf(result).map(({ state }) => state);
  const hasFailed =
    cameras.some(({ ok }) => !ok) ||
    [...stations, ...numbers].some(({ problem }) => problem !== null) ||
    states.some((state) => state === "parked" || state === "refused");
  if (hasFailed) return "failed";
  return states.every((state) => state === "delivered" || state === "not-sent") ? "done" : "kept";
}

/** Writes the pictures with their findings into a folder, as ID.jpg; returns the files. */
async function writePictures(folder: string, { stations }: Result): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { capture } of stations.flatMap(({ records }) => records)) {
    if (!("pictures" in capture)) continue;
    const { annotated, original } = capture.pictures;
    const file = pathInside(folder, `${capture.cameraId}-${capture.kind}.jpg`);
    await writeFile(file, annotated ?? original);
    files.push(file);
  }
  return files;
}

/** The result as JSON, without the bytes of pictures. */
function present({ stations, ...pass }: Result, { cloud }: AgentConfig) {
  return {
    ...pass,
    stations: stations.map(({ records, ...station }) => ({
      ...station,
      records: records.map(({ capture, containerNumber, ending }) => ({
        id: capture.id,
        kind: capture.kind,
        cameraId: capture.cameraId,
        containerNumber,
        capturedAt: new Date(capture.capturedAtMs).toISOString(),
        url: urlOf({ capture, containerNumber }, cloud.url),
        payload: capture.payload,
        pictureBytes: "pictures" in capture ? capture.pictures.original.byteLength : 0,
        ...ending,
      })),
    })),
  };
}

/** Returns the URL to which a record is sent; null while it has no container number. */
const urlOf = (
  { capture: { kind }, containerNumber }: Pick<PassedRecord, "capture" | "containerNumber">,
  url: string,
) => (containerNumber === null ? null : `${url}${pathOf({ kind, containerNumber })}`);

function describeResult({ cameras, stations, numbers, leftOut }: Result, { cloud }: AgentConfig): string[] {
  return [
    ...cameras.flatMap(({ id, ok, message, fix }) => [
      `${ok ? "ok  " : "FAIL"} camera ${id}: ${message}`,
      ...(fix === "" ? [] : [`     Fix: ${fix}`]),
    ]),
    ...numbers.map(({ cameraId, problem, read }) => {
      const shown = read.map(({ text, confidence }) => `${text} (${confidence.toFixed(3)})`).join(", ");
      return `${problem === null ? "ok  " : "FAIL"} numbers ${cameraId}: ${problem ?? (shown || "no number found")}`;
    }),
    ...stations.flatMap(({ id, problem, records }) => [
      `${problem === null ? "ok  " : "FAIL"} station ${id}: ${problem ?? plural(records.length, "record")}`,
      ...records.flatMap((record) => describeRecord(record, cloud.url)),
    ]),
    ...leftOut.map((id) => `skip station ${id}: only a running agent takes the pictures of a folder`),
  ];
}

function describeRecord({ capture, containerNumber, ending }: PassedRecord & { ending: Ending }, cloudUrl: string) {
  const { kind, payload } = capture;
  const detections = "detections" in payload ? payload.detections : [];
  const found = detections.map(({ class_name: name = "", confidence = 0, area_percentage: percent = 0 }) => [
    `       ${name}`,
    `${Math.round(confidence * 100)} %`,
    `${percent.toFixed(1)} % of the picture`,
  ]);
  const what = "inference_ms" in payload ? `, ${plural(detections.length, "finding")} by ${payload.model_name}` : "";
  return [
    `     ${kind} of ${containerNumber ?? "an unknown container"}${what}: ${describeEnding(ending)}`,
    ...formatTable(found),
    ...("unlike_training" in payload && payload.unlike_training ? [`       UNLIKE: ${UNLIKE_PICTURES}`] : []),
    ...(ending.state === "not-sent"
      ? [`       would be sent: ${describeRequest({ capture, containerNumber }, cloudUrl)}`]
      : []),
  ];
}

function describeRequest(record: Pick<PassedRecord, "capture" | "containerNumber">, cloudUrl: string): string {
  const url = urlOf(record, cloudUrl);
  return url === null ? "once its container number is announced" : `POST ${url}`;
}

function describeEnding({ state, note }: Ending): string {
  const why = note === null ? "" : `: ${note}`;
  return {
    delivered: "delivered",
    parked: `parked${why}; see edge-agent queue parked`,
    "held-up": "stored, not delivered yet",
    waiting: "stored, not delivered yet",
    unnumbered: "waits for its container number",
    refused: `REFUSED${why}`,
    "not-sent": "not sent",
  }[state];
}

function summarise(result: Result): string {
  const endings = endingsOf(result);
  const delivered = endings.filter(({ state }) => state === "delivered").length;
  const reason = endings.find(({ state }) => state === "held-up")?.note;
  const rest = delivered === endings.length ? "" : "; a running agent, or the next pass, delivers what is stored";
  return `${delivered} of ${plural(endings.length, "record")} delivered${rest}${reason == null ? "" : `\n${reason}`}`;
}
