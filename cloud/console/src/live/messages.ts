/**
 * What a tab sends to the worker: it follows the events of its user from now on, or no longer. `position` is the newest
 * event that its page knows, where a stream that is opened for it begins.
 */
export type FromTab = { kind: "follow"; userId: string; position: string } | { kind: "leave" };

/** What the worker sends to each tab: what it received from the stream. */
export type ToTab = { kind: string; data: string };
