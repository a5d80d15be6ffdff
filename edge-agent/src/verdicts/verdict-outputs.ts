import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import mqtt from "mqtt";
import { maskUrl } from "../cameras/mask-url.ts";
import type { VerdictSettings } from "../config/resolve-containers.ts";
import { resolveLimits } from "../forwarding/limits.ts";
import { DIRECT } from "../forwarding/open-dispatcher.ts";
import { openTransport, type Transport } from "../forwarding/transport.ts";
import { syncPath } from "../outbox/sync-path.ts";
import { brokerOptions, describe, type MqttSettings } from "../mqtt-broker.ts";
import type { VerdictMessage } from "./verdict-message.ts";

const CALLBACK_MS = 10_000;
const PUBLISH_MS = 10_000;
const MAX_REPLY_BYTES = 100_000;
const RECONNECT_MS = 5_000;

/** One way to give a verdict out; rejects where it did not arrive. */
export type Output = {
  kind: "file" | "url" | "mqtt";
  /** For the log. */
  name: string;
  give: (message: VerdictMessage, signal: AbortSignal) => Promise<void>;
};

/** Publishes verdicts; one connection for all lanes. */
export type Publisher = {
  publish: (topic: string, text: string, signal: AbortSignal) => Promise<void>;
  stop: () => Promise<void>;
};

/** What carries verdicts to callbacks and to the broker, for all lanes. */
export type Carriers = { transport: Transport; publisher: Publisher | undefined };

/** Connections to callbacks, which no proxy stands before. */
export const openCallbacks = (): Transport => openTransport(DIRECT, resolveLimits({ connectTimeoutMs: CALLBACK_MS }));

/** Connects to the broker, and again without limit. */
export function openPublisher(settings: MqttSettings, deviceId: string, reconnectMs = RECONNECT_MS): Publisher {
  const client = mqtt.connect(settings.url, {
    ...brokerOptions(settings),
    clientId: `edge-agent-${deviceId}-verdicts`,
    reconnectPeriod: reconnectMs,
    queueQoSZero: false,
  });
  let lastError = "the broker is not connected";
  client.on("error", (error) => (lastError = describe(error)));
  return {
    async publish(topic, text, signal) {
      if (!client.connected) throw new Error(lastError);
      const late = Promise.withResolvers<never>();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PUBLISH_MS)]);
      limit.addEventListener("abort", () => late.reject(new Error("the broker did not confirm the message")));
      // Not retained: a gate that connects later must not act on a verdict of the past.
      await Promise.race([client.publishAsync(topic, text, { qos: 1 }), late.promise]);
    },
    stop: () => client.endAsync(true),
  };
}

/** Where the verdicts of a lane are given out, as its configuration states. */
export function outputsOf({ file, url, mqttTopic }: VerdictSettings, { transport, publisher }: Carriers): Output[] {
  const outputs: Output[] = [];
  if (file !== undefined) outputs.push({ kind: "file", name: file, give: (message) => writeVerdict(file, message) });
  if (url !== undefined)
    outputs.push({
      kind: "url",
      name: maskUrl(url),
      give: (message, signal) => callBack(transport, url, message, signal),
    });
  if (mqttTopic !== undefined && publisher) {
    const give: Output["give"] = (message, signal) => publisher.publish(mqttTopic, JSON.stringify(message), signal);
    outputs.push({ kind: "mqtt", name: mqttTopic, give });
  }
  return outputs;
}

/** Replaces the file in one step: a reader sees the previous verdict or this one. */
async function writeVerdict(file: string, message: VerdictMessage): Promise<void> {
  const temporary = `${file}.new`;
  try {
    const handle = await open(temporary, "w", 0o644);
    try {
      await handle.writeFile(`${JSON.stringify(message)}\n`);
      // Also where the service's mask hides new files: the program of the gate has another user.
      await handle.chmod(0o644);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    syncPath(path.dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function callBack(
  transport: Transport,
  url: string,
  message: VerdictMessage,
  signal: AbortSignal,
): Promise<void> {
  const sending = transport.send({
    method: "POST",
    url,
    headers: { "content-type": "application/json", "idempotency-key": message.id },
    body: Buffer.from(JSON.stringify(message)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALLBACK_MS)]),
    maxReplyBytes: MAX_REPLY_BYTES,
  });
  const status = await sending.then((reply) => reply.status).catch(takeUnparsable);
  if (status < 200 || status > 299) throw new Error(`the answer was ${status}`);
}

/**
 * A controller whose answer no parser takes, such as one with lines that end in LF, has the command all the same: a
 * barrier must not be opened again because of a line end.
 */
function takeUnparsable(error: unknown): number {
  if (error instanceof Error && error.name === "HTTPParserError") return 200;
  throw error;
}
