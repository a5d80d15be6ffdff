import mqtt from "mqtt";
import type { Logger } from "../base/logger.ts";
import type { MqttSettings } from "../config/mqtt-section.ts";
import { brokerOptions, describe, subscribe } from "./mqtt-broker.ts";
import type { NumberReport } from "../stations/container-numbers.ts";
import type { AnnounceResult, NumberTarget } from "../stations/lanes.ts";
import { readTrigger } from "../stations/read-announcement.ts";

export type MqttStatus = {
  state: "connected" | "disconnected";
  /** Reason for the last disconnection, or problem with a message; null while everything works. */
  lastError: string | null;
  /** Messages that requested a scan or announced a number, since the start. */
  messages: number;
};

type TriggerParts = {
  settings: MqttSettings;
  /** One connection per device: the broker ends an older one of the same name. */
  deviceId: string;
  stations: readonly { id: string; mqttTopic: string }[];
  announce: (target: NumberTarget, reports: readonly NumberReport[]) => AnnounceResult;
  requestScan: (stationId: string) => void;
  logger: Logger;
  /** Between two tries to connect. */
  reconnectMs?: number;
};

const RECONNECT_MS = 5_000;
const CONNECT_MS = 20_000;
const KEEP_ALIVE_SECONDS = 30;
const MAX_PAYLOAD_BYTES = 10_000;

/**
 * Subscribes to the topics of the stations, for as long as the agent runs: a message requests a scan of the next
 * picture, and announces the container numbers that it contains. Reconnects without limit. A message published while
 * the agent was disconnected requests nothing, nor does a retained one: its vehicle may have left.
 */
export function startMqttTriggers(parts: TriggerParts) {
  const { settings, deviceId, stations, logger, reconnectMs = RECONNECT_MS } = parts;
  const { url } = settings;
  const status: MqttStatus = { state: "disconnected", lastError: null, messages: 0 };
  const fail = (message: string): void => {
    // Once per cause, not once per try.
    if (message !== status.lastError) logger.warn({ broker: url }, `MQTT: ${message}`);
    status.lastError = message;
  };
  const client = mqtt.connect(url, {
    ...brokerOptions(settings),
    clientId: `edge-agent-${deviceId}`,
    reconnectPeriod: reconnectMs,
    connectTimeout: CONNECT_MS,
    keepalive: KEEP_ALIVE_SECONDS,
  });
  const topics = stations.map(({ mqttTopic }) => mqttTopic);
  client.on("connect", () => {
    status.state = "connected";
    status.lastError = null;
    logger.info({ broker: url }, "MQTT connected");
    // After each connection, because the session is a clean one.
    subscribe(client, topics, (failure) => {
      if (failure !== null) fail(failure);
    });
  });
  let isStopping = false;
  client.on("close", () => {
    if (status.state === "connected" && !isStopping) fail("the broker closed the connection");
    status.state = "disconnected";
  });
  client.on("error", (error) => fail(describe(error)));
  client.on("message", (topic, payload, { retain }) => {
    const names = stations.filter(({ mqttTopic }) => mqttTopic === topic);
    if (retain) return logger.info({ topic }, "MQTT: retained message ignored");
    status.messages += 1;
    for (const { id } of names) trigger(id, payload, { ...parts, fail });
  });
  return {
    status: (): MqttStatus => ({ ...status }),
    stop(): Promise<void> {
      isStopping = true;
      return client.endAsync(true);
    },
  };
}

function trigger(
  stationId: string,
  payload: Buffer,
  { announce, requestScan, fail, logger }: TriggerParts & { fail: (message: string) => void },
): void {
  const read = readTrigger(payload.byteLength > MAX_PAYLOAD_BYTES ? "" : payload.toString("utf8"));
  if (read.problem !== null) fail(`message for ${stationId}: ${read.problem}`);
  if (read.reports.length > 0) {
    const result = announce({ station: stationId }, read.reports);
    if (!result.ok) fail(`message for ${stationId}: ${result.message}`);
  }
  if (!read.isScanWanted) return;
  logger.info({ station: stationId }, "scan requested by MQTT");
  requestScan(stationId);
}
