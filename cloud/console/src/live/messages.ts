/**
 * Message from a tab to the worker, to follow the events of its user or to stop. `position` is the newest event
 * that its page knows, at which a stream that is opened for it begins.
 */
export type FromTab = { kind: "follow"; userId: string; position: string } | { kind: "leave" };

/** Message from the worker to each tab, as received from the stream. */
export type ToTab = { kind: string; data: string };
