import type { DeviceConfiguration } from "@container-inspection/shared-schemas/device-configurations";
import type { ConfigurationRow } from "./configuration-store.ts";

/** A configuration as admins and joining devices see it. */
export function presentConfiguration(row: ConfigurationRow): DeviceConfiguration {
  const { configuration, missing, sha256, agentVersion, reportedAt } = row;
  return { configuration, missing, sha256, agentVersion, reportedAt: reportedAt.toISOString() };
}
