import type { AgentStatus } from "../status/agent-status.ts";
import { formatDuration } from "./terminal/wording.ts";

/** Describes when vehicles usually come to a station, in a line for a person; in none where that is not known. */
export function describeUsualTimes({
  sinceNumberMs,
  sinceLeftMs,
}: AgentStatus["stations"][number]["usualTimes"]): string[] {
  const times = [
    ...(sinceNumberMs === null ? [] : [describeSinceNumber(sinceNumberMs)]),
    ...(sinceLeftMs === null ? [] : [`${formatDuration(sinceLeftMs)} after they left the other stations`]),
  ];
  return times.length === 0 ? [] : [`    vehicles usually come ${times.join(", and ")}`];
}

function describeSinceNumber(ms: number): string {
  if (Math.abs(ms) < 500) return "with their number";
  return `${formatDuration(Math.abs(ms))} ${ms < 0 ? "before" : "after"} their number`;
}
