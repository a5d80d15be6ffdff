import { accountRows } from "./account-rows.ts";
import { containerRows } from "./container-rows.ts";
import { edgeRows } from "./edge-rows.ts";
import { fleetRows } from "./fleet-rows.ts";
import { signInRows } from "./sign-in-rows.ts";
import type { WriteCall, WriteWorld } from "./write-world.ts";

/**
 * Calls with which the suites of all writes (every-*.test.ts) test one write route: `done` prepares a call that
 * succeeds and changes something, `refused` one that returns 4xx; `notLogged` explains why a route writes no audit
 * log entry.
 */
export type WriteRow =
  | { done: Prepare; refused: Prepare }
  | {
      notLogged: string;
      done: Prepare;
    };
type Prepare = (world: WriteWorld) => Promise<WriteCall>;

/** Rows by route, such as `PUT /v1/containers/{id}/owner`. */
export type WriteRows = Record<string, WriteRow>;

/**
 * A row for every write route of the table in routes.ts: a route without one fails every-route.test.ts. To add one,
 * put it into the file of rows that fits (or a new one, spread here): create the call's prerequisites with
 * write-world.ts, prepare the call in `done`, and give the simplest semantic rejection (409, 404) in `refused`. The
 * suite does the rest.
 */
export const writeRows: WriteRows = { ...accountRows, ...containerRows, ...edgeRows, ...fleetRows, ...signInRows };

/** The row of a route; throws, with the place to add it, if there is none. */
export function rowOf(route: string): WriteRow {
  const row = writeRows[route];
  if (!row) throw new Error(`${route} has no row in guarantees/writes/: add one as write-rows.ts explains`);
  return row;
}
