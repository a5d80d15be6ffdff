import path from "node:path";
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { type Operators, openOperators } from "../lanes/operators.ts";

/** The operators on shift, and the address that a capture carries. */
type CaptureOperators = Operators & {
  /** Returns the operator on shift at a camera; without one, the user of the device, if the configuration names one. */
  userEmailAt: (cameraId: string) => string | undefined;
};

/** Opens the operators that the data folder keeps. */
export function openCaptureOperators({
  config,
  clock,
  logger,
}: {
  config: Pick<AgentConfig, "dataDir" | "device">;
  clock: Clock;
  logger: Logger;
}): CaptureOperators {
  const file = path.join(config.dataDir, "operators.json");
  const operators = openOperators({ file, nowMs: clock.nowMs, logger });
  return { ...operators, userEmailAt: (cameraId) => operators.at(cameraId) ?? config.device.userEmail };
}
