import type { ClientBase } from "pg";

/** Sends a statement, with the arguments of pg's `query`. */
export type Send = (...args: unknown[]) => unknown;

/**
 * Puts `around` between the callers of a connection and its `query`, which pg has no other place for. Interceptors of
 * one connection nest: the last one comes first.
 */
export function interceptQueries(client: ClientBase, around: (send: Send, args: unknown[]) => unknown): void {
  const query = client.query.bind(client);
  const send: Send = (...args) => Reflect.apply(query, client, args);
  Object.assign(client, { query: (...args: unknown[]) => around(send, args) });
}
