import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import type { startMqttTriggers } from "./mqtt-triggers.ts";

/** Announces and requests what the broker states; null where none is configured. */
export async function openMqttTriggers({
  config,
  stations,
  logger,
}: {
  config: AgentConfig;
  stations: Pick<Parameters<typeof startMqttTriggers>[0], "announce" | "requestScan">;
  logger: Logger;
}): Promise<ReturnType<typeof startMqttTriggers> | null> {
  if (!config.mqtt) return null;
  // Only here, so that an agent without a broker does not load the client.
  const { startMqttTriggers: start } = await import("./mqtt-triggers.ts");
  return start({
    settings: config.mqtt,
    deviceId: config.device.id,
    stations: config.stations.flatMap(({ id, scan: { mqttTopic } }) => (mqttTopic ? [{ id, mqttTopic }] : [])),
    announce: (target, reports) => stations.announce(target, reports),
    requestScan: (stationId) => stations.requestScan(stationId),
    logger,
  });
}
