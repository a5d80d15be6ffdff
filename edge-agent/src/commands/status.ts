import { type CommandContext, type CommonOptions, loadConfig, runningAgent, show } from "./terminal/command-context.ts";
import { describeClock } from "./describe-clock.ts";
import { describeSigningKey } from "./describe-signing-key.ts";
import { describeUsualTimes } from "./describe-usual-times.ts";
import { readStatus } from "../status/agent-client.ts";
import { type AgentStatus, agentStatus } from "../status/agent-status.ts";
import { formatAgo, formatDuration, formatTable, plural } from "./terminal/wording.ts";

/** Shows the status of the running agent. */
export async function showStatus(options: CommonOptions, context: CommandContext): Promise<void> {
  const config = await loadConfig(options, context);
  const instead = 'start it with "edge-agent run"; for waiting records: edge-agent queue status';
  const agent = await runningAgent(config.dataDir, instead);
  const status = await agent.request("/status");
  show(options, context, status, options.json ? [] : describeStatus(status, context.clock.nowMs()));
}

/** Describes the reply of a running agent in lines for a person. */
export function describeStatus(answer: unknown, nowMs: number): string[] {
  const status = readStatus(answer, agentStatus);
  const { forwarder, refused, watching } = status;
  return [
    `${status.deviceId}: edge agent ${status.version}, up for ${formatDuration(status.uptimeSeconds * 1_000)}`,
    ...describeClock(status),
    ...describeSigningKey(status.signingKey),
    "cameras",
    ...formatTable(status.cameras.map((camera) => describeCamera(camera, nowMs))),
    "stations",
    ...status.stations.flatMap((station) => describeStation(station, nowMs)),
    ...status.numbers.flatMap((lane) => describeNumbers(lane, nowMs)),
    ...status.verdicts.flatMap((output) => describeVerdicts(output, nowMs)),
    ...(status.mqtt ? [describeMqtt(status.mqtt)] : []),
    describeInference(status.inference),
    ...formatTable(
      status.models.map((model) => [
        `  ${model.id}`,
        `${model.name} ${model.version}`,
        model.executionProvider,
        model.problem === null ? "" : `NOT USED: ${model.problem}`,
      ]),
    ),
    ...describeReleases(status),
    ...describeShadows(status),
    `cloud      ${forwarder.state}, ${status.cloudUrl}${forwarder.usesFallback ? ", AT ITS SECOND ADDRESS" : ""}, last delivery ${formatAgo(forwarder.lastDeliveredAtMs, nowMs)}`,
    ...(forwarder.pause
      ? [`  ${forwarder.pause.reason}; next attempt in ${formatDuration(forwarder.pause.nextTryInMs)}`]
      : []),
    ...(forwarder.opensInMs > 0 ? [`  the next delivery window opens in ${formatDuration(forwarder.opensInMs)}`] : []),
    `outbox     ${describeOutbox(status)}`,
    ...describeDrain(status),
    ...(watching.cameras.length > 0
      ? [`watched    ${watching.cameras.join(", ")}: ${plural(watching.picturesSent, "picture")} sent since the start`]
      : []),
    ...describeDrift(status),
    ...(refused.unsaved + refused.lostScans + refused.lostEvents > 0
      ? [
          `  REFUSED: ${refused.unsaved} scans only in memory; lost ${refused.lostScans} scans, ${refused.lostEvents} events`,
        ]
      : []),
  ];
}

function describeReleases({ releases }: AgentStatus): string[] {
  if (releases.length === 0) return [];
  const rows = releases.map(({ kind, name, version, state, reason, downloadedBytes }) => [
    `  ${kind} ${name} ${version}`,
    state === "refused" ? "REFUSED" : state,
    reason ?? (state === "downloading" ? `${Math.round((downloadedBytes ?? 0) / 1_000_000)} MB` : ""),
  ]);
  return ["rolled out", ...formatTable(rows)];
}

function describeShadows({ shadows }: AgentStatus): string[] {
  if (shadows.length === 0) return [];
  const rows = shadows.map(({ name, version, state, reason, comparison }) => [
    `  model ${name} ${version}`,
    state === "refused" ? "REFUSED" : state,
    reason ??
      (comparison
        ? `${comparison.picturesEqual} of ${comparison.picturesCompared} pictures equal, ${comparison.picturesSkipped} skipped`
        : ""),
  ]);
  return ["compared", ...formatTable(rows)];
}

function describeDrain({ drain }: AgentStatus): string[] {
  if (drain === null) return [];
  const { delivered, waiting, secondsLeft } = drain;
  const left = secondsLeft === null ? "time left unknown" : `about ${formatDuration(secondsLeft * 1_000)} left`;
  return [`  delivering a backlog: ${delivered} of ${delivered + waiting} delivered, ${left}`];
}

function describeDrift({ drift }: AgentStatus): string[] {
  return (drift ?? []).flatMap(({ cameraId, measures }) => {
    const drifting = measures.filter(({ isDrifted }) => isDrifted).map(({ measure }) => measure);
    if (drifting.length === 0) return [];
    return [
      `drift      ${cameraId} DIFFERS FROM ITS REFERENCE in ${drifting.join(", ")}; see: edge-agent camera drift`,
    ];
  });
}

function describeVerdicts(of: AgentStatus["verdicts"][number], nowMs: number): string[] {
  const { lane, output, given, last, waiting, lastError, isLineDown } = of;
  const container = last?.containerNumber == null ? "" : ` for ${last.containerNumber}`;
  const newest = last ? `last ${formatAgo(last.atMs, nowMs)}: ${last.verdict}${container}` : "none yet";
  const down = isLineDown ? ", THE CLOUD DOES NOT ANSWER" : "";
  const reason = lastError === null ? [] : [`    ${waiting} NOT TAKEN, ${lastError}`];
  return [`verdicts   ${lane} to ${output}: ${given} given out, ${newest}${down}`, ...reason];
}

function describeMqtt({ state, messages, lastError }: NonNullable<AgentStatus["mqtt"]>): string {
  return `mqtt       ${state}, ${plural(messages, "message")}${lastError === null ? "" : `; last problem: ${lastError}`}`;
}

function describeInference({ workers, ready, threadsPerWorker, restarts }: AgentStatus["inference"]): string {
  const missing = ready < workers ? `, ONLY ${ready} READY` : "";
  const replaced = restarts > 0 ? `, restarted ${plural(restarts, "time")}` : "";
  return `models     ${plural(workers, "worker")} of ${plural(threadsPerWorker, "thread")}${missing}${replaced}`;
}

function describeOutbox({ outbox, outboxError }: AgentStatus): string {
  if (!outbox) return `CANNOT BE READ: ${outboxError ?? ""}`;
  const age = outbox.oldestAgeMs === null ? "" : `, the oldest for ${formatDuration(outbox.oldestAgeMs)}`;
  const unnumbered = outbox.unnumbered === 0 ? "" : `, ${outbox.unnumbered} without a number`;
  return `${outbox.pending} waiting${age}${unnumbered}, ${outbox.parked} parked`;
}

function describeCamera(camera: AgentStatus["cameras"][number], nowMs: number): string[] {
  const { id, state, framesPerSecond, lastFrameAtMs, pictureFaults, quiet, decoder, lastError, lastWarning } = camera;
  const faults = pictureFaults.map(({ kind }) => `, ${kind.toUpperCase()}`).join("");
  const reason = pictureFaults.map(({ message }) => message).join("; ") || lastWarning;
  return [
    `  ${id}`,
    `${state}${faults}${quiet ? ", no motion" : ""}`,
    `${framesPerSecond.toFixed(1)} fps`,
    decoder === null ? "" : `decoded by: ${decoder}`,
    `last picture ${formatAgo(lastFrameAtMs, nowMs)}`,
    (state === "running" ? reason : lastError) ?? "",
  ];
}

function describeLoad({ scanEach, visit }: AgentStatus["stations"][number]): string {
  if (scanEach === "picture") return "waiting for pictures";
  return visit ? `load ${visit.state} for ${formatDuration(visit.forMs)}` : "empty";
}

/** Reasons why a vehicle's number was not announced. */
const UNREAD: Record<string, string> = {
  uncertain: "too uncertain",
  disagreement: "no two networks read the same number",
  different: "more containers than the lane has positions",
  order: "two containers came into view together, so their positions are unknown",
};

function describeNumbers(lane: AgentStatus["numbers"][number], nowMs: number): string[] {
  const { id, cameraIds, networks, read, unread, last, failures } = lane;
  const shown = last?.numbers.map(
    ({ text, confidence, looks }) => `${text} (${confidence.toFixed(3)}, ${plural(looks, "look")})`,
  );
  const why = last?.reason == null ? "" : ` NOT ANNOUNCED: ${UNREAD[last.reason] ?? last.reason}`;
  const newest = last ? `last ${formatAgo(last.atMs, nowMs)}: ${shown?.join(", ") ?? ""}${why}` : "none yet";
  return [
    `numbers    ${id} by ${cameraIds.join(", ")}: ${read} read, ${unread} not read, ${newest}`,
    `    read by ${networks}`,
    ...describeFailures(failures, nowMs),
  ];
}

const describeFailures = ({ count, last, lastAtMs }: AgentStatus["stations"][number]["failures"], nowMs: number) =>
  count > 0 ? [`    ${plural(count, "failure")}, last ${formatAgo(lastAtMs, nowMs)}: ${last ?? ""}`] : [];

function describeStation(station: AgentStatus["stations"][number], nowMs: number): string[] {
  const { id, containerNumber, scans, lastScan, waitingForNumber, inferenceMs, usualTimes, failures } = station;
  const waits = waitingForNumber ? ", A SCAN WAITS FOR A NUMBER" : "";
  const speed = inferenceMs === null ? "" : `, ${inferenceMs.toFixed(0)} ms per picture`;
  const last = lastScan
    ? `last ${formatAgo(lastScan.capturedAtMs, nowMs)}: ${lastScan.containerNumber}${lastScan.detections === null ? "" : `, ${plural(lastScan.detections, "finding")}`}${lastScan.unidentified ? ` (${lastScan.unidentified})` : ""}`
    : "none yet";
  return [
    `  ${id}  ${describeLoad(station)}, container ${containerNumber ?? "unknown"}${waits}${speed}`,
    `    ${plural(scans, "scan")}, ${last}`,
    ...describeUsualTimes(usualTimes),
    ...describeFailures(failures, nowMs),
  ];
}
