import type { Status } from "./api.ts";
import { formatBytes, formatDuration } from "./format.ts";
import { words } from "./words.ts";

export type Problem = { what: string; why?: string | null; fix?: string | null; place: string };

const text = words.problem;
/** Failures of a station that are older than this are history. */
const RECENT_MS = 300_000;
const HOURS_TO_FULL = 48;
const LOW_DISK_BYTES = 1_000_000_000;
/** A clock that is further off than this is reported, as in the cloud. */
const CLOCK_OFF_MS = 60_000;

/** Returns the problems that a technician should check, the most urgent first. */
export function findProblems(status: Status): Problem[] {
  return [
    ...ofDisk(status),
    ...ofCameras(status),
    ...ofDrift(status),
    ...ofModels(status),
    ...ofStations(status),
    ...ofDelivery(status),
    ...ofClock(status),
    ...ofSigningKey(status),
  ];
}

function ofDisk({ outbox, outboxError, refused, disk }: Status): Problem[] {
  const place = "queue";
  const problems: Problem[] = [];
  if (!outbox) problems.push({ place, what: text.outboxUnreadable, why: outboxError, fix: text.outboxUnreadableFix });
  if (refused.unsaved > 0) problems.push({ place, what: text.refused(refused.unsaved), fix: text.refusedFix });
  if (refused.lostScans + refused.lostEvents > 0) {
    problems.push({ place, what: text.lost(refused.lostScans, refused.lostEvents), fix: text.lostFix });
  }
  if (disk && disk.freeBytes < LOW_DISK_BYTES) {
    problems.push({ place, what: text.disk(formatBytes(disk.freeBytes)), fix: text.diskFix });
  }
  return problems;
}

function ofCameras({ cameras }: Status): Problem[] {
  return cameras.flatMap(({ id, state, lastError, lastErrorFix, pictureFaults }): Problem[] => {
    const place = `cameras/${encodeURIComponent(id)}`;
    if (state === "failed" || state === "stalled") {
      const fix = [lastErrorFix && sentence(lastErrorFix), text.cameraRetries].filter(Boolean).join(" ");
      return [{ place, what: text.camera(id, text.cameraStates[state]), why: lastError, fix }];
    }
    return pictureFaults.map(({ kind, message }) => {
      const what = kind === "unlike" ? text.unlike(id) : text.picture(id, kind);
      return { place, what, why: message, fix: null };
    });
  });
}

function ofDrift({ drift }: Status): Problem[] {
  return (drift ?? []).flatMap(({ cameraId, measures }) => {
    const drifting = measures.filter(({ isDrifted }) => isDrifted).map(({ measure }) => measure);
    if (drifting.length === 0) return [];
    const place = `cameras/${encodeURIComponent(cameraId)}`;
    return [{ place, what: text.drift(cameraId), why: text.driftWhy(drifting), fix: text.driftFix }];
  });
}

function ofModels({ models }: Status): Problem[] {
  return models.flatMap(({ id, problem }) =>
    problem === null ? [] : [{ place: "models", what: text.model(id), why: problem, fix: text.modelFix }],
  );
}

function ofStations({ stations, models }: Status): Problem[] {
  return stations.flatMap(({ id, failures, waitingForNumber }) => {
    const place = "stations";
    const problems: Problem[] = [];
    const isRecent = failures.lastAtMs !== null && Date.now() - failures.lastAtMs < RECENT_MS;
    // A model that is not used makes each picture fail, and is listed itself.
    const isExplained = models.some(({ problem }) => problem !== null);
    if (isRecent && !isExplained) problems.push({ place, what: text.station(id), why: failures.last });
    if (waitingForNumber) problems.push({ place, what: text.waitsForNumber(id), fix: text.waitsForNumberFix });
    return problems;
  });
}

function ofDelivery({ forwarder, outbox, mqtt }: Status): Problem[] {
  const place = "queue";
  const problems: Problem[] = [];
  if (forwarder.pause) problems.push({ place, what: text.cloud, why: forwarder.pause.reason, fix: text.cloudFix });
  for (const { kind, reason } of forwarder.pausedKinds) problems.push({ place, what: text.kind(kind), why: reason });
  if (outbox && outbox.parked > 0) problems.push({ place, what: text.parked(outbox.parked), fix: text.parkedFix });
  if (outbox && outbox.hoursUntilFull !== null && outbox.hoursUntilFull < HOURS_TO_FULL && outbox.pending > 0) {
    const time = formatDuration(outbox.hoursUntilFull * 3_600_000);
    problems.push({ place, what: text.full(time), fix: text.fullFix });
  }
  if (mqtt?.state === "disconnected") problems.push({ place, what: text.mqtt, why: mqtt.lastError });
  return problems;
}

function ofClock({ clockOffsetMs }: Status): Problem[] {
  if (clockOffsetMs === null || Math.abs(clockOffsetMs) <= CLOCK_OFF_MS) return [];
  const what = text.clock(formatDuration(Math.abs(clockOffsetMs)), clockOffsetMs > 0);
  return [{ place: "queue", what, why: text.clockWhy, fix: text.clockFix }];
}

function ofSigningKey({ signingKey: { problem, fix } }: Status): Problem[] {
  return problem === null ? [] : [{ place: "queue", what: text.signingKey, why: problem, fix: fix && sentence(fix) }];
}

/** Replies begin in lower case and end without a full stop. */
export const sentence = (reply: string) =>
  `${reply.charAt(0).toUpperCase()}${reply.slice(1)}${/[.!?]$/.test(reply) ? "" : "."}`;
