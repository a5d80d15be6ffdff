import { performance } from "node:perf_hooks";
import type { ClientBase } from "pg";
import { interceptQueries } from "./intercept-queries.ts";

/** Called after each statement: the seconds until its reply, and the error where it failed. */
export type QueryObserver = (seconds: number, error: unknown) => void;

/** Has every statement of a connection timed, whether it is sent with a callback, as pools do, or awaited. */
export function measureClient(client: ClientBase, observe: QueryObserver): void {
  interceptQueries(client, (send, args) => {
    const startedMs = performance.now();
    const note = (error?: unknown) => observe((performance.now() - startedMs) / 1_000, error ?? undefined);
    const callback = args.at(-1);
    if (typeof callback === "function") {
      const wrapped = (error: unknown, ...rest: unknown[]): unknown => {
        note(error);
        return Reflect.apply(callback, undefined, [error, ...rest]);
      };
      return send(...args.slice(0, -1), wrapped);
    }
    const reply = send(...args);
    if (reply instanceof Promise) reply.then(() => note()).catch(note);
    return reply;
  });
}
