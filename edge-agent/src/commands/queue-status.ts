import type { FailingRecords, OutboxStatus } from "../outbox/outbox.ts";
import { type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { withOutbox } from "./queue.ts";
import { formatAgo, formatDuration, formatMegabytes, plural } from "./terminal/wording.ts";

/** Shows how many records wait, for how long, and how long the space will last. */
export async function showQueue(options: CommonOptions, context: CommandContext): Promise<void> {
  const status = await withOutbox(options, context, (outbox) => ({ ...outbox.status(), failing: outbox.failing() }));
  show(options, context, status, describeQueue(status, context.clock.nowMs()));
}

function describeQueue(status: OutboxStatus & { failing: FailingRecords[] }, nowMs: number): string[] {
  const { pending, pendingByKind, oldestAgeMs, unnumbered, parked, reduced, refused, spareDiskBytes, hoursUntilFull } =
    status;
  const disk = spareDiskBytes === null ? "" : `, ${formatMegabytes(spareDiskBytes)} free on the disk`;
  const kinds = Object.entries(pendingByKind).filter(([, count]) => count > 0);
  const detail = kinds.map(([kind, count]) => `${count} ${kind}`).join(", ");
  const age = oldestAgeMs === null ? "" : `, the oldest for ${formatDuration(oldestAgeMs)}`;
  const until =
    hoursUntilFull === null ? "" : `; full in ${formatDuration(hoursUntilFull * 3_600_000)} without deliveries`;
  return [
    `waiting    ${pending}${detail === "" ? "" : ` (${detail})`}${age}`,
    ...status.failing.map(
      ({ count, lastError }) => `failing    ${plural(count, "record")}, last attempt: ${lastError}`,
    ),
    ...(unnumbered > 0
      ? [
          `unnumbered ${plural(unnumbered, "scan")}, which ${unnumbered === 1 ? "waits for its" : "wait for their"} container number`,
        ]
      : []),
    `parked     ${parked}${parked > 0 ? "  see: edge-agent queue parked" : ""}`,
    `delivered  last ${formatAgo(status.lastDeliveredAtMs, nowMs)}`,
    `space      ${formatMegabytes(status.usedBytes)} of ${formatMegabytes(status.maxBytes)}${disk}${until}`,
    ...(reduced > 0 ? [`reduced    ${reduced} records have only their small picture, for lack of space`] : []),
    ...(refused > 0 ? [`refused    ${refused} captures since the outbox was created`] : []),
    ...(status.ballastInPlace ? [] : ["disk       is or was full: free up space"]),
    ...status.sequenceGaps.map(
      ({ cameraId, kind, fromSequence, toSequence }) =>
        `gap        ${cameraId}: ${kind} ${fromSequence} to ${toSequence} were in a damaged file`,
    ),
    ...status.quarantines.map((folder) => `damaged    ${folder}`),
  ];
}
