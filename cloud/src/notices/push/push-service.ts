/** What one device is to show. */
export type PushMessage = {
  token: string;
  platform: "android" | "ios";
  title: string;
  body: string;
  /** For the app, which opens what the notice is about. */
  data: Record<string, string>;
  /** At most 64 bytes; a second notice with it takes the place of the first. */
  collapseKey: string;
  /** After that many seconds the notice is not worth showing any more. */
  ttlSeconds: number;
};

/**
 * What became of a message. `dead-token`: the device will never have this token's messages again; `refused`: this message will never
 * be taken; `later`: another try may work, not before `waitSeconds` where that is told.
 */
export type PushOutcome =
  | { kind: "sent" }
  | { kind: "dead-token" | "refused"; reason: string }
  | { kind: "later"; reason: string; waitSeconds?: number | undefined };

/** Hands messages to the service that reaches mobile devices. */
export type PushService = {
  /** Never throws for what the service answers, or for its not answering. */
  send: (message: PushMessage, signal: AbortSignal) => Promise<PushOutcome>;
  close: () => Promise<void>;
};
