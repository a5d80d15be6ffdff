import type { IClientOptions, MqttClient } from "mqtt";
import type { MqttSettings } from "../config/mqtt-section.ts";

/** Credentials and TLS of every connection to the broker; the session is a clean one. */
export function brokerOptions({ username, password, ca }: MqttSettings): IClientOptions {
  return {
    clean: true,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
  };
}

/** Subscribes to each topic once; calls back with what failed, or null. A lost connection calls back with nothing. */
export function subscribe(client: MqttClient, topics: readonly string[], done: (failure: string | null) => void): void {
  const wanted = [...new Set(topics)];
  client.subscribe(wanted, { qos: 1 }, (error, _subscriptions, answer) => {
    if (!error) return done(null);
    // The broker's codes in the order of the topics (MQTT 3.1.1, 3.9.3): 128 is a failure.
    const codes = answer?.granted ?? [];
    const refused = wanted.filter((_, index) => Number(codes[index] ?? 0) >= 128);
    if (refused.length > 0) return done(`the broker does not permit to subscribe to ${refused.join(", ")}`);
    return client.connected ? done(describe(error)) : undefined;
  });
}

/** Describes an error at the broker in words. */
export function describe(error: Error): string {
  // A refused connection to several addresses has an empty message.
  return error.message || ("code" in error ? String(error.code) : error.name);
}
