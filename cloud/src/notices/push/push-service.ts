import type { Outcome } from "../deliveries/delivery-rules.ts";

/** A message for one device. */
export type PushMessage = {
  token: string;
  platform: "android" | "ios";
  title: string;
  body: string;
  /** Data for the app, which opens the subject of the notice. */
  data: Record<string, string>;
  /** Key of at most 64 bytes; a second notice with it takes the place of the first. */
  collapseKey: string;
  /** Time in seconds after which the notice is no longer worth showing. */
  ttlSeconds: number;
};

/**
 * Outcome of sending a message. `dead-token`: the device will never accept messages for this token again.
 */
export type PushOutcome = Exclude<Outcome, { kind: "dropped" }> | { kind: "dead-token"; reason: string };

/** Sends messages to mobile devices. */
export type PushService = {
  /** Never throws because of the service's answer, or because there is none. */
  send: (message: PushMessage, signal: AbortSignal) => Promise<PushOutcome>;
  close: () => Promise<void>;
};
