import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  loadConfig,
  runningAgent,
  show,
} from "./terminal/command-context.ts";
import { readStatus } from "../status/agent-client.ts";
import { type AgentStatus, agentStatus } from "../status/agent-status.ts";
import { formatTable, plural } from "./terminal/wording.ts";

type ShownCamera = NonNullable<AgentStatus["drift"]>[number];
type ShownMeasure = ShownCamera["measures"][number];

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const two = (value: number) => value.toFixed(2);

/** Presentation of each measure: its name, its values, and how large a change must be. */
const SHOWN: Record<string, { name: string; value: (value: number) => string; limit: (limit: number) => string }> = {
  confidence: { name: "confidence", value: two, limit: two },
  unlike: { name: "unlike pictures", value: percent, limit: percent },
  empty: { name: "nothing found", value: percent, limit: percent },
  classes: { name: "classes, distance", value: two, limit: two },
  missing: { name: "missing classes", value: (value) => value.toFixed(0), limit: () => "1" },
  sharpness: {
    name: "sharpness",
    value: (value) => value.toFixed(1),
    // The change is the logarithm of the ratio.
    limit: (limit) => percent(1 - Math.exp(-limit)),
  },
  exposure: { name: "exposure, level", value: (value) => value.toFixed(0), limit: (limit) => limit.toFixed(0) },
};

/** Shows how the last days of a camera, or of all, differ from those after the installation. */
export async function showCameraDrift(
  id: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<void> {
  const config = await loadConfig(options, context);
  const agent = await runningAgent(config.dataDir);
  const status = readStatus(await agent.request("/status"), agentStatus.pick({ drift: true }));
  if (status.drift === null) {
    throw new CommandError("failed", "the days of the cameras are not compared: drift.enabled is false");
  }
  const known = status.drift;
  const shown = id === undefined ? known : known.filter(({ cameraId }) => cameraId === id);
  if (shown.length === 0) {
    const names = known.map(({ cameraId }) => cameraId).join(", ");
    throw new CommandError("usage", `unknown camera "${id ?? ""}"; compared cameras: ${names}`);
  }
  show(options, context, shown, shown.flatMap(describeCamera));
}

/** The lines of one camera, as a person reads them. */
export function describeCamera({ cameraId, learnedDays, referenceDays, measures }: ShownCamera): string[] {
  if (learnedDays < referenceDays) {
    return [`${cameraId}: learning, ${learnedDays} of ${plural(referenceDays, "day")}`];
  }
  if (measures.length === 0) return [`${cameraId}: no day has been compared yet`];
  return [
    cameraId,
    ...formatTable([["", "usual", "now", "limit", "day", ""], ...measures.map(describeMeasure)]).map(
      (line) => `  ${line}`,
    ),
  ];
}

function describeMeasure({ measure, reference, now, limit, day, isDrifted, since }: ShownMeasure): string[] {
  const shown = SHOWN[measure] ?? { name: measure, value: two, limit: two };
  const state = isDrifted ? `DRIFTED since ${since ?? day}` : "as usual";
  return [shown.name, shown.value(reference), shown.value(now), shown.limit(limit), day, state];
}
