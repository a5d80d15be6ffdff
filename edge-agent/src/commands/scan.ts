import { readFile, stat } from "node:fs/promises";
import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { UNLIKE_PICTURES } from "@container-inspection/shared-schemas/unlike-pictures";
import { createLogger } from "../base/logger.ts";
import type { DeliveryProgress } from "../forwarding/delivery-progress.ts";
import type { ScanReceipt } from "../composition/manual-scans.ts";
import { followDelivery } from "./follow-delivery.ts";
import { connectToAgent } from "../status/agent-client.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  type Outcome,
  loadConfig,
  show,
} from "./terminal/command-context.ts";
import { createRemoteDesk, openLocalDesk, type ScanDesk } from "./scan-desk.ts";
import { formatTable, plural } from "./terminal/wording.ts";

type Options = CommonOptions & { container?: string; image: string; model?: string; camera: string; wait: number };

const MAX_IMAGE_BYTES = 50_000_000;

/** Scans one picture file; the result is delivered now, or later from the outbox. */
export async function scan(options: Options, context: CommandContext): Promise<Outcome> {
  const config = await loadConfig(options, context);
  const { container } = options;
  const number = container === undefined ? undefined : parseContainerNumber(container);
  if (container !== undefined && !number) throw new CommandError("usage", `"${container}" is not a container number`);
  const bytes = await readImage(options.image);
  const agent = await connectToAgent(config.dataDir);
  const { clock, random } = context;
  const logger = createLogger({ isTerminal: context.isTerminal, level: options.verbose ? "debug" : "silent" });
  const desk = agent ? createRemoteDesk(agent) : openLocalDesk({ config, clock, random, logger });
  try {
    const request = { bytes, containerNumber: number?.text, model: options.model, cameraId: options.camera };
    const receipt = await desk.scan(request);
    if (context.isTerminal) context.note(`stored as ${receipt.id}; delivering to ${config.cloud.url} ...`);
    const deadlineMs = clock.monotonicMs() + options.wait * 1_000;
    const progress = await followDelivery(() => askProgress(desk, receipt.id), deadlineMs, clock);
    const check = number?.check ?? checkOf(receipt.containerNumber);
    const result = { ...receipt, numberCheck: check, state: progress.state, note: progress.note };
    show(options, context, result, describeScan(receipt, check, progress, config.cloud.url));
    if (progress.state === "delivered") return "done";
    return progress.state === "parked" ? "failed" : "kept";
  } finally {
    await desk.close();
  }
}

/** The number that the lane gave; a placeholder is none. */
const checkOf = (containerNumber: string): string => {
  const check = parseContainerNumber(containerNumber)?.check;
  return check === undefined || check === "not-iso6346" ? "unidentified" : check;
};

async function readImage(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new CommandError("usage", `picture file ${file} does not exist`);
  if (found.size > MAX_IMAGE_BYTES) throw new CommandError("usage", `${file} is over 50 MB`);
  return readFile(file);
}

async function askProgress(desk: ScanDesk, id: string): Promise<DeliveryProgress> {
  const progress = await desk.progress(id);
  if (!progress) throw new CommandError("failed", `scan ${id} is no longer in the outbox`);
  return progress;
}

function describeScan(
  { id, containerNumber, model, inferenceMs, isUnlike, detections }: ScanReceipt,
  check: string,
  { state, note }: DeliveryProgress,
  cloudUrl: string,
): string[] {
  const findings = detections.map(({ className, confidence, areaPercent }) => [
    `  ${className}`,
    `${Math.round(confidence * 100)} %`,
    `${areaPercent.toFixed(1)} % of the picture`,
  ]);
  const outcome = {
    delivered: `delivered to ${cloudUrl} (record ${id})`,
    parked: `parked: ${note}\nThe scan stays in the outbox; see: edge-agent queue parked`,
    "held-up": `stored as ${id}: ${note}\nThe running agent, or the next one, delivers it automatically.`,
    waiting: `stored as ${id}: not delivered yet\nThe running agent, or the next one, delivers it automatically.`,
  }[state];
  return [
    `${containerNumber} (${check}): ${plural(detections.length, "finding")} by ${model.name} ${model.version} in ${Math.round(inferenceMs)} ms`,
    ...formatTable(findings),
    ...(isUnlike ? [`UNLIKE: ${UNLIKE_PICTURES}`] : []),
    outcome,
  ];
}
