import { connectAsync } from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import type { MqttSettings } from "../config/mqtt-section.ts";
import { startBroker } from "./testing/start-broker.ts";
import { startMqttTriggers } from "./mqtt-triggers.ts";

const TOPIC = "gates/1/scan";

async function publish(url: string, message: string, { topic = TOPIC, retain = false } = {}) {
  const client = await connectAsync(url);
  await client.publishAsync(topic, message, { qos: 1, retain });
  await client.endAsync();
}

function startTriggers(settings: Partial<MqttSettings> & { url: string }) {
  const calls: string[] = [];
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const triggers = startMqttTriggers({
    settings: { username: undefined, password: undefined, ca: undefined, ...settings },
    deviceId: "box-1",
    stations: [
      { id: "gate-1", mqttTopic: TOPIC },
      { id: "gate-2", mqttTopic: "gates/2/scan" },
    ],
    announce(target, reports) {
      calls.push(`announce ${JSON.stringify(target)} ${JSON.stringify(reports)}`);
      return { ok: true };
    },
    requestScan: (id) => void calls.push(`scan ${id}`),
    logger: { info: log, warn: log, error: log },
    reconnectMs: 100,
  });
  onTestFinished(() => triggers.stop());
  return { triggers, calls, logged };
}

type Triggers = ReturnType<typeof startTriggers>;
const isConnected = ({ triggers }: Triggers) =>
  expect.poll(() => triggers.status()).toMatchObject({ state: "connected", lastError: null });

/** Publishes until a message arrives, because a subscription has no event. */
async function isSubscribed(started: Triggers, url: string) {
  await isConnected(started);
  const publishAgain = () => publish(url, "", { topic: "gates/2/scan" }).then(() => started.calls);
  await expect.poll(publishAgain).toContain("scan gate-2");
  started.calls.length = 0;
}

test("a message requests a scan of its station, and announces the container numbers that it contains", async () => {
  const { url } = await startBroker();
  const started = startTriggers({ url });
  await isSubscribed(started, url);
  await publish(url, "ON");
  await publish(url, '{"containerNumber":"csqu 305438-3","confidence":0.9}');
  await publish(url, '{"containerNumber":"CSQU3054383","scan":false}');
  await publish(url, '{"containerNumber":"..","gate":1}');
  await expect.poll(() => started.triggers.status().lastError).toMatch(/^message for gate-1: send/);
  await expect.poll(() => started.calls).toHaveLength(5);
  const report = { containerNumber: "CSQU3054383", source: "mqtt" };
  const to = '{"station":"gate-1"}';
  expect(started.calls).toEqual([
    "scan gate-1",
    `announce ${to} ${JSON.stringify([{ ...report, confidence: 0.9 }])}`,
    "scan gate-1",
    `announce ${to} ${JSON.stringify([report])}`,
    "scan gate-1",
  ]);
});

test("a broker that goes and comes back is found again; a retained message requests nothing", async () => {
  const { url, port, stop } = await startBroker();
  const started = startTriggers({ url });
  await isSubscribed(started, url);
  await stop();
  await expect.poll(() => started.triggers.status().state).toBe("disconnected");
  expect(started.triggers.status().lastError).not.toBeNull();
  const again = await startBroker({ port });
  await publish(again.url, "stale", { retain: true });
  await isSubscribed(started, again.url);
  await publish(again.url, "fresh");
  await expect.poll(() => started.calls).toEqual(["scan gate-1"]);
  expect(started.logged).toContain("MQTT: retained message ignored");
});

test("user name, password and the broker's own certificate authority; refusals are reported", async () => {
  const { url, cert } = await startBroker({ tls: true, password: "secret" });
  const right = { url, username: "gate-1", password: "secret" };
  const fails = (settings: Parameters<typeof startTriggers>[0], error: RegExp) => {
    const { triggers } = startTriggers(settings);
    return expect.poll(() => triggers.status().lastError).toMatch(error);
  };
  await fails(right, /self-signed certificate/);
  await fails({ ...right, ca: cert, password: "wrong" }, /not authorized|bad username or password/i);
  const started = startTriggers({ ...right, ca: cert });
  await isConnected(started);
  expect(started.logged.join()).not.toContain("secret");
});

test("a topic that the broker does not permit is reported, and the other topics keep working", async () => {
  const { url } = await startBroker({ forbidden: TOPIC });
  const { triggers, calls } = startTriggers({ url });
  const refusal = `the broker does not permit to subscribe to ${TOPIC}`;
  await expect.poll(() => triggers.status()).toMatchObject({ state: "connected", lastError: refusal });
  await publish(url, "", { topic: "gates/2/scan" });
  await expect.poll(() => calls).toEqual(["scan gate-2"]);
});
