import { type FollowedVerdicts, followVerdicts } from "./follow-verdicts.ts";
import { lastScanOf } from "./last-scan.ts";

/** Gives verdicts out where the configuration of a lane asks for it; null where none does. */
export function openVerdicts(
  parts: Omit<Parameters<typeof followVerdicts>[0], "lastScanMs" | "hasLeft"> & {
    stations: Pick<Parameters<typeof followVerdicts>[0], "hasLeft"> & { list: Parameters<typeof lastScanOf>[1] };
  },
): FollowedVerdicts | null {
  const { config, stations } = parts;
  if (config.lanes.every(({ verdict }) => verdict === undefined)) return null;
  return followVerdicts({ ...parts, lastScanMs: lastScanOf(config, stations.list), hasLeft: stations.hasLeft });
}
