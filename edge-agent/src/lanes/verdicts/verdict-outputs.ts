import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import mqtt from "mqtt";
import { askDevice } from "../../cameras/ask-device.ts";
import { maskUrl } from "../../cameras/mask-url.ts";
import { SourceError } from "../../cameras/source-error.ts";
import type { VerdictSettings } from "../../config/resolve-containers.ts";
import { syncPath } from "../../base/sync-path.ts";
import type { MqttSettings } from "../../config/mqtt-section.ts";
import { brokerOptions, describe } from "../mqtt-broker.ts";
import type { VerdictMessage } from "./verdict-message.ts";

const CALLBACK_MS = 10_000;
const PUBLISH_MS = 10_000;
const RECONNECT_MS = 5_000;

/** One way to give a verdict out; rejects where it did not arrive. */
export type Output = {
  kind: "file" | "url" | "mqtt";
  /** Name for the log. */
  name: string;
  give: (message: VerdictMessage, signal: AbortSignal) => Promise<void>;
};

/** Publishes verdicts; one connection for all lanes. */
export type Publisher = {
  publish: (topic: string, text: string, signal: AbortSignal) => Promise<void>;
  stop: () => Promise<void>;
};

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

/** Returns the outputs for the verdicts of a lane, as its configuration states. */
export function outputsOf({ file, url, mqttTopic }: VerdictSettings, publisher: Publisher | undefined): Output[] {
  const outputs: Output[] = [];
  if (file !== undefined) outputs.push({ kind: "file", name: file, give: (message) => replaceVerdict(file, message) });
  if (url !== undefined)
    outputs.push({
      kind: "url",
      name: maskUrl(url),
      give: (message, signal) => callBack(url, message, signal),
    });
  if (mqttTopic !== undefined && publisher) {
    const give: Output["give"] = (message, signal) => publisher.publish(mqttTopic, JSON.stringify(message), signal);
    outputs.push({ kind: "mqtt", name: mqttTopic, give });
  }
  return outputs;
}

/** The file is the state of the lane: a verdict on a vehicle that has left does not replace that of the one there. */
async function replaceVerdict(file: string, message: VerdictMessage): Promise<void> {
  if (message.atGate !== false) await writeVerdict(file, message);
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

/** Calls a controller directly, without a proxy. */
async function callBack(url: string, message: VerdictMessage, signal: AbortSignal): Promise<void> {
  const asking = askDevice(new URL(url), {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": message.id },
    body: JSON.stringify(message),
    idleMs: CALLBACK_MS,
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALLBACK_MS)]),
  });
  const status = await asking.then(takeStatus, takeUnparsable);
  if (status < 200 || status > 299) throw new Error(`the answer was ${status}`);
}

function takeStatus({ status, close }: Awaited<ReturnType<typeof askDevice>>): number {
  close();
  return status;
}

/**
 * A controller whose answer is no HTTP has the command all the same: a barrier must not be opened again because of the
 * form of an answer.
 */
function takeUnparsable(error: unknown): number {
  if (error instanceof SourceError) return 200;
  if (error instanceof Error && "code" in error && String(error.code).startsWith("HPE_")) return 200;
  throw error;
}
