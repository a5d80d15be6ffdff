import mqtt from "mqtt";
import type { MqttSettings } from "../config/mqtt-section.ts";
import { brokerOptions, subscribe } from "./mqtt-broker.ts";

/** Result of a broker check: credentials and subscriptions accepted, or the reason for the refusal and its fix. */
export type BrokerCheck = { ok: true } | { ok: false; message: string; fix: string };

/** Failures by the broker's answer (MQTT 3.1.1, 3.2.2.3) or by Node.js's code; the first that fits. */
const FAILURES: readonly (readonly [RegExp, string, string])[] = [
  [/^[45]$/, "it rejects the user name or password", "correct mqtt.username and mqtt.password"],
  [/^2$/, "it rejects the name of this client", "permit names that begin with edge-agent- at the broker"],
  [/^3$/, "it is unavailable", "check the broker, then try again"],
  [/^ECONNREFUSED$/, "connection refused", "check the host and port of mqtt.url, and that the broker is running"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "the host name cannot be resolved", "check mqtt.url, and the DNS of the network"],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, "no route to the host", "check the cable and the network"],
  [/^ETIMEDOUT$/, "connection timed out", "check mqtt.url, the network and its firewall"],
  [/^(CERT_NOT_YET_VALID|CERT_HAS_EXPIRED)$/, "its certificate is not valid at this time", "check the clocks"],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|CERT_)/,
    "its certificate is not trusted",
    "set mqtt.caFile to the authority that signed it, and use the name in the certificate as the host",
  ],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, "no secure connection", "check that the port of mqtt.url is the broker's port for TLS"],
];
const NO_BROKER = "check the port, and that mqtt.url begins with mqtts: where the broker requires TLS";

/**
 * Connects to the broker, subscribes to the topics and disconnects. It uses a different name, because a second
 * connection with the name of the running agent would end the agent's. Never throws.
 */
export async function checkBroker(parts: {
  settings: MqttSettings;
  deviceId: string;
  topics: readonly string[];
  timeoutMs: number;
}): Promise<BrokerCheck> {
  const { settings, deviceId, topics, timeoutMs } = parts;
  const { promise, resolve } = Promise.withResolvers<BrokerCheck>();
  const client = mqtt.connect(settings.url, {
    ...brokerOptions(settings),
    clientId: `edge-agent-check-${deviceId}`,
    reconnectPeriod: 0,
    connectTimeout: timeoutMs,
  });
  const seconds = Math.round(timeoutMs / 1_000);
  const timer = setTimeout(() => {
    resolve({ ok: false, message: `it did not respond within ${seconds} s`, fix: NO_BROKER });
  }, timeoutMs);
  client.on("connect", () => {
    if (topics.length === 0) return resolve({ ok: true });
    subscribe(client, topics, (message) => {
      if (message === null) return resolve({ ok: true });
      const fix = "permit this user to read the topic at the broker, or correct mqttTopic";
      return resolve({ ok: false, message, fix });
    });
  });
  client.on("error", (error) => resolve(explain(error)));
  client.on("close", () => {
    resolve({ ok: false, message: "it closed the connection without an answer", fix: NO_BROKER });
  });
  const check = await promise;
  clearTimeout(timer);
  await client.endAsync(true);
  return check;
}

function explain(error: Error): BrokerCheck {
  const code = "code" in error ? String(error.code) : "";
  const found = FAILURES.find(([pattern]) => pattern.test(code));
  if (found) return { ok: false, message: `${found[1]} (${code})`, fix: found[2] };
  return {
    ok: false,
    message: `it does not respond as an MQTT broker: ${error.message || error.name}`,
    fix: NO_BROKER,
  };
}
