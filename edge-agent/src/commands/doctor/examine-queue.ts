import { existsSync } from "node:fs";
import type { Clock } from "../../base/clock.ts";
import { formatDuration, plural } from "../terminal/wording.ts";
import type { AgentConfig } from "../../config/config.ts";
import { outboxFile } from "../../composition/data-folder.ts";
import { inspectOutbox } from "../../outbox/inspect-outbox.ts";
import type { FailingRecords, OutboxStatus } from "../../outbox/outbox.ts";
import type { Finding } from "./finding.ts";

type Config = Pick<AgentConfig, "dataDir"> & { outbox: AgentConfig["outbox"] };

/** Reads the outbox beside an agent that may be running: pending, failing and parked records. Never throws. */
export function examineQueue(config: Config, { nowMs }: Clock): Finding[] {
  const base = { layer: "queue" as const, subject: config.dataDir };
  const file = outboxFile(config);
  if (!existsSync(file)) return [{ ...base, state: "ok", message: "no record has been captured yet", fix: "" }];
  try {
    const outbox = inspectOutbox({ file, nowMs, limits: { maxBytes: config.outbox.maxSizeBytes } });
    try {
      return describeQueue(outbox.status(), outbox.failing()).map((finding) => ({ ...base, ...finding }));
    } finally {
      outbox.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ ...base, state: "fail", message, fix: "check the disk, and that this user may read the data folder" }];
  }
}

type Result = Pick<Finding, "state" | "message" | "fix">;

function describeQueue(
  { pending, oldestAgeMs, parked, unnumbered }: OutboxStatus,
  failing: FailingRecords[],
): Result[] {
  const age = oldestAgeMs === null ? "" : `, the oldest for ${formatDuration(oldestAgeMs)}`;
  const numbers = unnumbered === 0 ? "" : `; ${plural(unnumbered, "scan")} without a container number`;
  const found: Result[] = [
    { state: "ok", message: `${plural(pending, "record")} waiting for delivery${age}${numbers}`, fix: "" },
  ];
  for (const { count, lastError } of failing) {
    const message = `the delivery of ${plural(count, "record")} fails: ${lastError}`;
    found.push({ state: "warn", message, fix: "mend the cause; the agent delivers them by itself afterwards" });
  }
  if (parked > 0) {
    const message =
      parked === 1
        ? "1 record is parked: the cloud rejected it"
        : `${parked} records are parked: the cloud rejected them`;
    found.push({ state: "warn", message, fix: "read the reasons with: edge-agent queue parked" });
  }
  return found;
}
